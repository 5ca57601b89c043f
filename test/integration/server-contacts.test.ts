import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ErrorBody } from '../../shared/contract/errors.ts';
import { IncrementalList, NumberedList } from '../../shared/contract/lists.ts';
import { Contact } from '../../shared/contract/resources.ts';
import { eraseContact } from '../../src-server/services/contacts.ts';
import { readBody } from '../support/read-body.ts';
import {
  makeClient,
  makeOrganiser,
  startTestServer,
  type TestClient,
  type TestServer,
} from '../support/test-server.ts';

const One = Type.Object({ data: Contact });

let host: TestServer;
let client: TestClient;
let organiser: string;
beforeAll(async () => {
  host = await startTestServer();
  organiser = await makeOrganiser(host);
  client = await makeClient(host, organiser);
});
afterAll(() => host[Symbol.asyncDispose]());

const upsert = (body: object, key: string = randomUUID()) =>
  client.post('/integration/contacts', body, { 'idempotency-key': key });

async function list(query: string): Promise<Contact[]> {
  const response = await client.get(`/integration/contacts?${query}`);
  return (await readBody(response, NumberedList(Contact))).data.data;
}

describe('POST /integration/contacts', () => {
  it('creates with 201, then updates with 200 whatever the case of the email, keeping the first spelling', async () => {
    const created = await upsert({ email: ' Ada@Example.org ', first_name: 'Ada' });
    expect(created.status).toBe(201);
    const first = (await readBody(created, One)).data;
    expect(first).toMatchObject({ email: 'Ada@Example.org', first_name: 'Ada', last_name: null });
    const updated = await upsert({ email: 'ADA@EXAMPLE.ORG', last_name: 'Lovelace' });
    expect(updated.status).toBe(200);
    const second = (await readBody(updated, One)).data;
    expect(second).toMatchObject({
      reference: first.reference,
      email: 'Ada@Example.org',
      first_name: 'Ada',
      last_name: 'Lovelace',
    });
    expect(second.updated_at > first.updated_at).toBe(true);
  });

  it('leaves updated_at where nothing changes, and clears with null', async () => {
    const body = { email: 'grace@example.org', mobile: '+1 555' };
    const { data: first } = await readBody(await upsert(body), One);
    const same = await upsert(body);
    expect(same.status).toBe(200);
    expect((await readBody(same, One)).data).toEqual(first);
    const cleared = await upsert({ email: 'grace@example.org', mobile: null });
    const { data: last } = await readBody(cleared, One);
    expect(last.mobile).toBeNull();
    expect(last.updated_at > first.updated_at).toBe(true);
  });

  it('of one new email many times at once makes one contact, with one 201', async () => {
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_value, index) =>
        upsert({ email: `${index % 2 === 0 ? 'race' : 'RACE'}@example.org` }),
      ),
    );
    const statuses = responses.map((response) => response.status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 200)).toHaveLength(11);
    expect(await list('email=race%40example.org')).toHaveLength(1);
  });

  it('folds letters that SQLite does not', async () => {
    await upsert({ email: 'JÜRGEN@example.org' });
    expect((await upsert({ email: 'jürgen@example.org' })).status).toBe(200);
    expect(await list(`email=${encodeURIComponent('Jürgen@Example.ORG')}`)).toHaveLength(1);
    expect(await list(`email=${encodeURIComponent('ju\u0308rgen@example.org')}`)).toHaveLength(1);
  });

  it.each([
    [{}],
    [{ email: '' }],
    [{ email: 'nobody' }],
    [{ email: 'a@b@c' }],
    [{ email: 'a b@example.org' }],
    [{ email: null }],
    [{ email: ['a@example.org'] }],
    [{ email: 'a@example.org', first_name: 5 }],
    [{ email: 'a@example.org', first_name: 'x'.repeat(256) }],
    [{ email: `${'x'.repeat(255)}@example.org` }],
  ])('refuses %j', async (body) => {
    const response = await upsert(body);
    expect(response.status).toBe(422);
    expect(await readBody(response, ErrorBody)).toMatchObject({ code: 'validation.failed' });
  });

  it('ignores keys that it does not know', async () => {
    const response = await upsert({ email: 'extra@example.org', vip: true, is_erased: true });
    expect((await readBody(response, One)).data.is_erased).toBe(false);
  });
});

describe('an erased contact', () => {
  it('is a stub, cannot be recreated, and its stored answers are gone', async () => {
    const key = randomUUID();
    const email = 'forget@example.org';
    const created = await upsert({ email, first_name: 'Forget', mobile: '+49' }, key);
    const { data: before } = await readBody(created, One);
    await host.database.write((tx) => eraseContact(tx, before.reference));

    expect(await list(`email=${encodeURIComponent(email)}`)).toEqual([]);
    const path = `/integration/contacts/${before.reference}`;
    expect((await client.get(path)).status).toBe(404);
    const stub = await readBody(await client.get(`${path}?include_deleted=1`), One);
    expect(stub.data).toMatchObject({
      reference: before.reference,
      email: null,
      first_name: null,
      last_name: null,
      mobile: null,
      unsubscribed_at: null,
      is_erased: true,
    });
    expect(stub.data.erased_at).toMatch(/Z$/);
    expect(stub.data.updated_at > before.updated_at).toBe(true);

    const since = `updated_since=${before.updated_at}&per_page=100`;
    const plain = await client.get(`/integration/contacts?${since}`);
    const full = await client.get(`/integration/contacts?${since}&include_deleted=1`);
    const seen = async (response: Response) =>
      (await readBody(response, IncrementalList(Contact))).data.data.filter(
        (row) => row.reference === before.reference,
      );
    expect(await seen(plain)).toEqual([]);
    expect(await seen(full)).toEqual([stub.data]);

    const again = randomUUID();
    for (const repeated of [key, again, again]) {
      const refused = await upsert({ email: 'FORGET@example.org' }, repeated);
      expect(refused.status).toBe(422);
      const body = await readBody(refused, ErrorBody);
      expect(body.code).toBe('contacts.erased');
      expect(JSON.stringify(body).toLowerCase()).not.toContain('forget');
    }
    const stored = await host.database.read((tx) =>
      tx.db.selectFrom('idempotency_keys').select(['key', 'body']).execute(),
    );
    expect(JSON.stringify(stored)).not.toContain('Forget');
  });

  it('answers the same bytes to a repeated key', async () => {
    const { data } = await readBody(await upsert({ email: 'twice@example.org' }), One);
    await host.database.write((tx) => eraseContact(tx, data.reference));
    const key = randomUUID();
    const first = await upsert({ email: 'twice@example.org' }, key);
    const second = await upsert({ email: 'twice@example.org' }, key);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await second.text()).toBe(await first.text());
  });
});

describe('contacts of another organiser', () => {
  it('are neither seen nor matched', async () => {
    const { data } = await readBody(await upsert({ email: 'own@example.org' }), One);
    const other = await makeClient(host, await makeOrganiser(host));
    const path = `/integration/contacts/${data.reference}`;
    expect((await other.get(path)).status).toBe(404);
    const page = await other.get('/integration/contacts?include_deleted=1');
    expect((await readBody(page, NumberedList(Contact))).data.total).toBe(0);
    const theirs = await other.post(
      '/integration/contacts',
      { email: 'own@example.org' },
      { 'idempotency-key': 'k' },
    );
    expect(theirs.status).toBe(201);
  });
});
