import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Scope } from '../../../shared/contract/scopes.ts';
import { eraseContact } from '../../../src-server/domain/contacts/contacts.ts';
import { auditList } from '../../../src-server/operations/audit.ts';
import { look } from '../../../src-server/operations/definition/perform.ts';
import {
  makeClient,
  makeDoor,
  makeOrder,
  makeOrganiser,
  startTestServer,
  type TestClient,
  type TestServer,
} from '../../support/test-server.ts';

/** What an integration does to orders and tickets that are there, as staff do at the console. */
let host: TestServer;
let door: Awaited<ReturnType<typeof makeDoor>>;
let order: string;
let ticket: string;

beforeAll(async () => {
  host = await startTestServer({ rateLimit: 10_000 });
  door = await makeDoor(host);
});
afterAll(() => host[Symbol.asyncDispose]());
beforeEach(async () => {
  const { event, ticketType } = door;
  order = await makeOrder(host, {
    event,
    ticketType,
    email: `${randomUUID()}@example.org`,
  });
  const listed = await json(
    await door.client.get(`/integration/events/${event}/tickets?order=${order}`),
  );
  ticket = listed.data.data[0].reference;
});

const json = async (response: Response) => Object(await response.json());
const key = (value: string = randomUUID()) => ({ 'idempotency-key': value });
const post = (path: string, body: unknown = {}, headers = key(), client = door.client) =>
  client.post(`/integration/${path}`, body, headers);
const patch = (body: unknown, client: TestClient = door.client) =>
  client.call(`/integration/tickets/${ticket}`, {
    method: 'PATCH',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
const read = async () => (await json(await door.client.get(`/integration/tickets/${ticket}`))).data;
const logOf = async (resource: string) =>
  JSON.stringify(await look(host.database, auditList, { search: resource }));

describe('An order', () => {
  it('is cancelled once, with its tickets, and a repeated key gets the first answer', async () => {
    const same = key();
    const first = await post(`orders/${order}/cancel`, { reason: 'Rain' }, same);
    expect(first.status).toBe(200);
    const body = await json(first);
    expect(body.data).toMatchObject({ reference: order, status: 'cancelled', event: door.event });
    expect(await read()).toMatchObject({ status: 'cancelled', revision: 2 });
    const repeated = await post(`orders/${order}/cancel`, { reason: 'Rain' }, same);
    expect(await json(repeated)).toEqual(body);
    expect(repeated.headers.get('idempotent-replayed')).toBe('true');
    const again = await post(`orders/${order}/cancel`);
    expect({ status: again.status, body: await json(again) }).toMatchObject({
      status: 422,
      body: { errors: { body: [expect.stringContaining('is cancelled')] } },
    });
  });

  it('is refunded in part and then in full, which voids its tickets', async () => {
    const { total } = (await json(await door.client.get(`/integration/orders/${order}`))).data;
    const part = await post(`orders/${order}/refund`, { amount: 1 });
    expect((await json(part)).data.status).toBe('paid');
    const tooMuch = await post(`orders/${order}/refund`, { amount: total });
    expect(Object.keys((await json(tooMuch)).errors)).toEqual(['amount']);
    const rest = await post(`orders/${order}/refund`);
    expect((await json(rest)).data.status).toBe('refunded');
    expect((await read()).status).toBe('refunded');
  });

  it('and a ticket need a key where money or a code changes, and the scope', async () => {
    for (const path of [
      `orders/${order}/cancel`,
      `orders/${order}/refund`,
      `tickets/${ticket}/reissue`,
    ]) {
      const keyless = await door.client.post(`/integration/${path}`, {});
      expect((await json(keyless)).code).toBe('idempotency.key_missing');
      const reader = await clientOf(['orders:read', 'tickets:read']);
      expect((await post(path, {}, key(), reader)).status).toBe(403);
      const stranger = await makeClient(host, await makeOrganiser(host));
      expect((await post(path, {}, key(), stranger)).status).toBe(404);
      const station = await clientOf([
        'events:read',
        'scanner:sync',
        'scans:write',
        'orders:write',
      ]);
      expect((await post(path, {}, key(), station)).status).toBe(403);
      const limited = await makeClient(host, door.organiser, { events: [] });
      expect((await post(path, {}, key(), limited)).status).toBe(404);
    }
    expect((await patch({ seat_label: 'X' }, await clientOf(['tickets:read']))).status).toBe(403);
  });
});

describe('A ticket', () => {
  it('gets another seat and another holder; what is not sent stays', async () => {
    const seated = await json(await patch({ seat_label: 'C 4' }));
    expect(seated.data).toMatchObject({ seat_label: 'C 4', revision: 2 });
    const { data } = await json(
      await patch({ holder: { email: 'new@example.org', last_name: 'New' } }),
    );
    expect(data).toMatchObject({
      seat_label: 'C 4',
      revision: 3,
      contact: { email: 'new@example.org', last_name: 'New' },
    });
    expect(await json(await patch({ seat_label: 'C 4' }))).toMatchObject({ data: { revision: 3 } });
    expect((await json(await patch({ seat_label: null }))).data.seat_label).toBeNull();
  });

  it('is not changed in part: an erased holder leaves its seat', async () => {
    const gone = `${randomUUID()}@example.org`;
    const upserted = await post('contacts', { email: gone });
    const { reference } = (await json(upserted)).data;
    await host.database.write((tx) => eraseContact(tx, reference));
    const refused = await patch({ seat_label: 'Z 1', holder: { email: gone } });
    expect((await json(refused)).code).toBe('contacts.erased');
    expect(await read()).toMatchObject({ seat_label: null, revision: 1 });
  });

  it('is reissued: only the new code admits', async () => {
    const { data } = await json(await post(`tickets/${ticket}/reissue`));
    expect(data).toMatchObject({ reference: ticket, code: null, code_issue: 2, revision: 2 });
    expect((await post('scans', { code: ticket })).status).toBe(422);
    expect((await post('scans', { code: data.signed_code })).status).toBe(200);
  });

  it('and its order show in the audit log what was done, without who it is for', async () => {
    await patch({ holder: { email: 'secret@example.org' } });
    await post(`orders/${order}/cancel`, { reason: 'Because of Ada' });
    const text = (await logOf(ticket)) + (await logOf(order));
    expect(text).toContain('ticket.reassign');
    expect(text).toContain('order.cancel');
    expect(text).not.toContain('secret@example.org');
    expect(text).not.toContain('Because of Ada');
  });
});

function clientOf(scopes: readonly Scope[]): Promise<TestClient> {
  return makeClient(host, door.organiser, { scopes });
}
