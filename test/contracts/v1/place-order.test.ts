import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifySignedCode } from '../../../shared/ticket-code/signed-code.ts';
import type { Scope } from '../../../shared/contract/scopes.ts';
import { eraseContact } from '../../../src-server/domain/contacts/contacts.ts';
import { archiveEvent } from '../../../src-server/domain/events/events.ts';
import { updateTicketType } from '../../../src-server/domain/events/ticket-types.ts';
import { describeCodeKeys } from '../../../src-server/domain/tickets/code-keys.ts';
import { auditList } from '../../../src-server/operations/audit.ts';
import { look } from '../../../src-server/operations/definition/perform.ts';
import { openSmtp, type SmtpServer } from '../../support/smtp-server.ts';
import {
  makeClient,
  makeDoor,
  makeEvent,
  makeTicketType,
  startTestServer,
  type TestServer,
} from '../../support/test-server.ts';

/** A guest without a ticket: an order that an integration places, such as a box office. */
let smtp: SmtpServer;
let host: TestServer;
let door: Awaited<ReturnType<typeof makeDoor>>;
let type: string;

beforeAll(async () => {
  smtp = await openSmtp({
    recipient: (address) => (address.startsWith('full') ? '552 full' : '250 fine'),
  });
  host = await startTestServer({
    smtpUrl: smtp.url,
    mailFrom: 'Hall <hall@example.org>',
    rateLimit: 10_000,
    webhookAllow: ['127.0.0.0/8'],
  });
  door = await makeDoor(host);
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await smtp.close();
});
beforeEach(async () => {
  type = await makeTicketType(host, door.event);
});

const ORDERS = '/integration/events/gala/orders';
const guest = (changes: object = {}) => ({
  ticket_type: type,
  first_name: 'Katherine',
  last_name: 'Johnson',
  email: `${randomUUID()}@example.org`,
  payment_method: 'cash',
  ...changes,
});
const key = (value: string = randomUUID()) => ({ 'idempotency-key': value });
const json = async (response: Response) => Object(await response.json());
const post = (body: unknown, headers = key(), client = door.client) =>
  client.post(ORDERS, body, headers);
const place = async (changes: object = {}) => {
  const response = await post(guest(changes));
  const body = await json(response);
  expect({ status: response.status, body }).toMatchObject({ status: 201 });
  return body.data;
};
const refusal = async (response: Response | Promise<Response>) => {
  const answer = await response;
  const { code, errors } = await json(answer);
  return { status: answer.status, code, fields: Object.keys(errors ?? {}) };
};
const sold = async () => {
  const { data } = await json(await door.client.get('/integration/events/gala'));
  return data.ticket_types.find(({ reference }: { reference: string }) => reference === type).sold;
};
const cap = (total: number) =>
  host.database.write((tx) => updateTicketType(tx, type, { total, is_active: true }));

const send = async (order: string) =>
  (await json(await door.client.post(`/integration/orders/${order}/send`, {}))).data;

describe('an order for a guest', () => {
  it('is paid, holds a ticket that any door admits, is in the lists and in the audit log, and fires order.created', async () => {
    const url = 'http://127.0.0.1:9/';
    const made = await door.client.post('/integration/webhooks', {
      url,
      events: ['order.created'],
    });
    const hook = `/integration/webhooks/${(await json(made)).data.reference}`;
    const order = await place({ payment_method: 'card' });
    const [ticket] = order.tickets;
    expect(order).toMatchObject({
      status: 'paid',
      total: 4500,
      payment_method: 'card',
      contact: { first_name: 'Katherine', last_name: 'Johnson' },
      event: door.event,
      tickets: [{ order: order.reference, ticket_type: { reference: type }, status: 'valid' }],
    });
    const keys = await host.database.read((tx) => describeCodeKeys(tx, door.organiser));
    expect(
      await verifySignedCode(
        ticket.signed_code,
        keys.map(({ public_key: one }) => one),
      ),
    ).toMatchObject({ kind: 'valid', ticket: { ticket: ticket.reference } });
    const { tickets: _codes, ...shown } = order;
    const read = await json(await door.client.get(`/integration/orders/${order.reference}`));
    expect(read.data).toEqual(shown);
    const { data: entries } = await look(host.database, auditList, {
      search: order.reference,
    });
    expect(entries).toMatchObject([
      {
        actor: `client:${door.client.clientId}`,
        operation: 'order.create',
        input: { event: door.event, ticket_type: type, session: null, payment_method: 'card' },
      },
    ]);
    const log = await json(await door.client.get(`${hook}/deliveries`));
    expect(log.data.data.map(({ event }: { event: string }) => event)).toEqual(['order.created']);
    const scan = { ticket: ticket.reference };
    expect(await json(await door.client.post('/integration/scans', scan, key()))).toMatchObject({
      allowed: true,
    });
  });

  it('costs nothing if it is complimentary, and needs no email', async () => {
    const order = await place({ payment_method: 'complimentary', email: null });
    expect(order).toMatchObject({
      status: 'free_confirmed',
      total: 0,
      contact: null,
      tickets: [{ contact: { email: null, first_name: 'Katherine', last_name: 'Johnson' } }],
    });
  });

  it('is placed once under a key, whether its answer was lost or both were sent at once', async () => {
    const body = guest();
    const first = await post(body, key('once'));
    const again = await post({ ...body }, key('once'));
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await again.text()).toBe(await first.text());
    expect(await refusal(post({ ...body, last_name: 'Other' }, key('once')))).toMatchObject({
      status: 409,
      code: 'idempotency.key_reused',
    });
    const both = await Promise.all(
      Array.from({ length: 8 }, () => post(guest({ email: 'same@example.org' }), key('both'))),
    );
    for (const { status } of both) expect([201, 409]).toContain(status);
    expect(both.map(({ status }) => status)).toContain(201);
    expect(await sold()).toBe(2);
  });

  it('takes the last place once, however many want it at the same moment', async () => {
    await cap(3);
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(guest())));
    const results = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(results).toEqual([201, 201, 201, 422, 422, 422, 422, 422]);
    const full = guest();
    expect(await refusal(post(full, key('full')))).toMatchObject({
      status: 422,
      code: 'capacity.exceeded',
    });
    await cap(4);
    expect((await post(full, key('full'))).status).toBe(201);
    expect(await sold()).toBe(4);
  });

  it('is forgotten with its guest: a key that is repeated sells another one, or nothing', async () => {
    const body = guest();
    await post(body, key('erased'));
    const [contact] = await host.database.read((tx) =>
      tx.db.selectFrom('contacts').select('reference').where('email', '=', body.email).execute(),
    );
    await host.database.write((tx) => eraseContact(tx, contact?.reference ?? ''));
    expect(await refusal(post(body, key('erased')))).toMatchObject({
      status: 422,
      code: 'contacts.erased',
    });
  });
});

describe('an order is refused, and nothing is sold,', () => {
  it('without the scope, and for an event that the client does not see', async () => {
    const scopes: Scope[] = ['events:read', 'orders:read', 'scans:write', 'scanner:sync'];
    const reader = await makeClient(host, door.organiser, { scopes });
    expect(await refusal(post(guest(), key(), reader))).toMatchObject({
      status: 403,
      code: 'auth.scope_missing',
    });
    const blind = await makeClient(host, door.organiser, {
      scopes: ['orders:write'],
      events: [await makeEvent(host, door.organiser, 'other')],
    });
    expect(await refusal(post(guest(), key(), blind))).toMatchObject({ status: 404 });
    expect(await refusal(blind.post(`/integration/orders/${door.order}/send`, {}))).toMatchObject({
      status: 404,
    });
    expect(await sold()).toBe(0);
  });

  it.each([
    ['an unknown type', { ticket_type: 'tt_nothing' }, 404, []],
    ['an add-on', { ticket_type: 'adn_01m1e220fcmrs2f4j4v80n041c' }, 422, ['ticket_type']],
    ['no type', { ticket_type: undefined }, 422, ['ticket_type']],
    ['an unknown session', { session: 'ses_nothing' }, 404, []],
    ['another way to pay', { payment_method: 'bitcoin' }, 422, ['payment_method']],
    ['a price of its own', { payment_method: { cash: 1 } }, 422, ['payment_method']],
    [
      'neither name nor email',
      { first_name: ' ', last_name: null, email: ' ' },
      422,
      ['first_name'],
    ],
    ['no email', { email: 'katherine' }, 422, ['email']],
    ['an endless email', { email: `${'a'.repeat(400)}@example.org` }, 422, ['email']],
    ['an endless name', { last_name: 'a'.repeat(10_000) }, 422, ['last_name']],
    ['a name of two lines of control', { first_name: 'Ka\u202ethe' }, 422, ['first_name']],
    ['half a character', { last_name: '\ud83d' }, 422, ['last_name']],
    ['a list', { email: ['a@example.org'] }, 422, ['email']],
  ])('with %s', async (_, changes, status, fields) => {
    const before = await sold();
    expect(await refusal(post(guest(changes)))).toMatchObject({ status, fields });
    expect(await sold()).toBe(before);
  });

  it('without a key, off sale, of another event, and once the event is archived', async () => {
    expect(await refusal(door.client.post(ORDERS, guest()))).toMatchObject({
      code: 'idempotency.key_missing',
    });
    await host.database.write((tx) => updateTicketType(tx, type, { is_active: false }));
    expect(await refusal(post(guest()))).toMatchObject({ status: 422, code: 'validation.failed' });
    const past = await makeEvent(host, door.organiser, 'past');
    const foreign = await makeTicketType(host, past);
    expect(await refusal(post(guest({ ticket_type: foreign })))).toMatchObject({ status: 404 });
    await host.database.write((tx) => archiveEvent(tx, past));
    const path = '/integration/events/past/orders';
    expect(
      await refusal(door.client.post(path, guest({ ticket_type: foreign }), key())),
    ).toMatchObject({ status: 404 });
  });
});

describe('the tickets of an order', () => {
  const accepted = { refused: 0, without_email: 0, is_complete: true };

  it('are emailed once, however often they are sent', async () => {
    const { reference, contact } = await place();
    expect(await send(reference)).toEqual({
      ...accepted,
      order: reference,
      emails: 1,
      tickets: 1,
    });
    expect(await send(reference)).toMatchObject({ ...accepted, emails: 0, tickets: 0 });
    expect(smtp.taken.filter(({ to }) => to === contact.email)).toHaveLength(1);
    const { data } = await json(await door.client.get('/integration/me'));
    expect(data.capabilities).toContain('orders.send');
  });

  it('are not where nobody can get them', async () => {
    const { reference: refused } = await place({ email: `full-${randomUUID()}@example.org` });
    expect(await send(refused)).toMatchObject({ emails: 0, refused: 1, is_complete: true });
    const { reference: nameless } = await place({ email: null });
    expect(await send(nameless)).toMatchObject({ emails: 0, without_email: 1 });
  });
});
