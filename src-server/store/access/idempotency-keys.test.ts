import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addMicros, MICROS_PER_HOUR } from '../../../shared/instant.ts';
import {
  openOrganiserFixture,
  type OrganiserFixture,
} from '../../../test/support/organiser-fixture.ts';
import { saveContact } from '../../domain/contacts/contacts.ts';
import { findStoredResponse, forgetExpiredResponses, storeResponse } from './idempotency-keys.ts';

let fixture: OrganiserFixture;
let contactId: number;
beforeEach(async () => {
  fixture = await openOrganiserFixture();
  const { organiserId } = fixture;
  const upserted = await fixture.write((tx) =>
    saveContact(tx, organiserId, { email: 'ada@example.org' }),
  );
  contactId = upserted.contact.id;
});
afterEach(() => fixture.close());

function store(key: string, expiresInHours: number, holder: number | null = null): Promise<void> {
  return fixture.write(async (tx) =>
    storeResponse(tx, {
      client_id: fixture.client.clientRowId,
      key,
      fingerprint: Buffer.from(key),
      status: 200,
      body: `"${key}"`,
      contact_id: holder,
      created_at: tx.now,
      expires_at: addMicros(tx.now, expiresInHours * MICROS_PER_HOUR),
    }),
  );
}

async function keys(): Promise<readonly string[]> {
  const rows = await fixture.database.read((tx) =>
    tx.db.selectFrom('idempotency_keys').select('key').orderBy('key').execute(),
  );
  return rows.map((row) => row.key);
}

const find = (key: string) =>
  fixture.write((tx) => findStoredResponse(tx, { clientRowId: fixture.client.clientRowId, key }));

describe('stored responses', () => {
  it('are deleted once they have expired, wherever they are, and not before', async () => {
    await store('a scan of long ago', 1);
    await store('a person of long ago', 1, contactId);
    await store('a scan that counts', 10);
    await store('a person between scans', 1, contactId);
    await store('a person that counts', 10, contactId);
    await fixture.advance(MICROS_PER_HOUR);
    await fixture.write((tx) => forgetExpiredResponses(tx, 10));
    expect(await keys()).toEqual(['a person that counts', 'a scan that counts']);
  });

  it('are all deleted when all have expired', async () => {
    await store('a', 1);
    await store('b', 1, contactId);
    await fixture.advance(MICROS_PER_HOUR);
    await fixture.write((tx) => forgetExpiredResponses(tx, 10));
    expect(await keys()).toEqual([]);
  });

  it('are not replayed from the moment when they expire, and are replaced by new ones', async () => {
    await store('key', 1);
    await fixture.advance(MICROS_PER_HOUR - 1);
    expect(await find('key')).toMatchObject({ body: '"key"' });
    await fixture.advance(1);
    expect(await find('key')).toBeUndefined();
    await store('key', 1);
    expect(await find('key')).toMatchObject({ body: '"key"' });
    expect(await keys()).toEqual(['key']);
  });
});
