import { randomBytes } from 'node:crypto';
import { addMicros, MICROS_PER_DAY } from '../shared/instant.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openOrganiserFixture, type OrganiserFixture } from '../test/support/organiser-fixture.ts';
import { insertAccessToken } from './store/access/access-tokens.ts';
import { startMaintenance } from './housekeeping.ts';

const TOKENS = 1_203;

let fixture: OrganiserFixture;
beforeEach(async () => {
  fixture = await openOrganiserFixture();
});
afterEach(() => fixture.close());

it('expired tokens are deleted a few at a time, and others stay', async () => {
  const { database, client } = fixture;
  await database.write(async (tx) => {
    for (let number = 0; number <= TOKENS; number += 1) {
      await insertAccessToken(tx, {
        token_hash: randomBytes(32),
        client_id: client.clientRowId,
        scopes: 'events:read',
        created_at: tx.now,
        expires_at: number === 0 ? addMicros(tx.now, MICROS_PER_DAY) : tx.now,
      });
    }
  });
  const countTokens = async () => {
    const rows = await database.read((tx) =>
      tx.db.selectFrom('access_tokens').select('token_hash').execute(),
    );
    return rows.length;
  };
  const left: number[] = [];
  const errors: unknown[] = [];
  const stop = database.onCommit(
    () => void countTokens().then((count) => left.push(count)),
    60_000,
  );
  const end = startMaintenance(database, { error: (error: unknown) => errors.push(error) });
  await expect.poll(countTokens).toBe(1);
  await end();
  stop();
  expect(errors).toEqual([]);
  expect(left.some((count) => count > 1 && count <= TOKENS)).toBe(true);
});
