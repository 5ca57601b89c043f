import { afterAll, beforeAll, expect, it } from 'vitest';
import { wordsOf } from '../../../src-server/operations/definition/inputs.ts';
import { operationTable } from '../../../src-server/operations/operation-table.ts';
import type { ConsolePage, Reply } from '../../support/console-page.ts';
import { furnishOrganiser, makeRow } from '../../support/furnish-organiser.ts';
import { memberPage } from '../../support/member-page.ts';
import { validInput } from '../../support/operation-inputs.ts';
import {
  makeDoor,
  makeOrder,
  makeOrganiser,
  startTestServer,
  type TestServer,
} from '../../support/test-server.ts';

// What two tabs, or two colleagues, do at the same moment.

let server: TestServer;
let door: Awaited<ReturnType<typeof makeDoor>>;
let owner: ConsolePage;
let other: ConsolePage;
beforeAll(async () => {
  server = await startTestServer({ rateLimit: 0, webhookAllow: ['127.0.0.0/8'] });
  door = await makeDoor(server);
  const { organiser } = door;
  owner = await memberPage(server, { organiser, role: 'owner' });
  other = await memberPage(server, { organiser, role: 'manager' });
});
afterAll(() => server[Symbol.asyncDispose]());

const atOnce = (name: string, input: object) =>
  Promise.all([owner, other, owner, other].map((page) => page.call(name, input)));

async function showOrder(order: string) {
  return owner.do<{ total: number; refunded_total: number; status: string }>('order.show', {
    order,
  });
}

function statusesOf(replies: readonly Reply[]): readonly number[] {
  return replies.map(({ status }) => status).toSorted((one, other) => one - other);
}

it('an order is refunded once, whoever else refunds it', async () => {
  const { event, ticketType } = door;
  const order = await makeOrder(server, { event, ticketType, quantity: 2 });
  const replies = await atOnce('order.refund', { order });
  expect(statusesOf(replies)).toEqual([200, 422, 422, 422]);
  const { total, refunded_total } = await showOrder(order);
  expect(refunded_total).toBe(total);
});

it('parts that are refunded are no more than the order together', async () => {
  const { event, ticketType } = door;
  const order = await makeOrder(server, { event, ticketType, quantity: 2 });
  const amount = 0.4 * (await showOrder(order)).total;
  const replies = await atOnce('order.refund', { order, amount });
  expect(statusesOf(replies)).toEqual([200, 200, 422, 422]);
  expect((await showOrder(order)).refunded_total).toBe(2 * amount);
});

it('a client that is revoked while its scopes are changed is revoked', async () => {
  const { client_id: client } = await owner.do<{ client_id: string }>('client.create', {
    name: 'CRM',
    scopes: ['orders:read'],
  });
  const [revoked, changed] = await Promise.all([
    owner.call('client.revoke', { client }),
    owner.call('client.scopes', { client, scopes: ['events:read'] }),
  ]);
  expect(revoked.status).toBe(200);
  expect([200, 422]).toContain(changed.status);
  const shown = await owner.do<{ revoked_at: string | null }>('client.show', { client });
  expect(shown.revoked_at).not.toBeNull();
});

it('a signing key that is replaced twice at once leaves one that signs', async () => {
  const replies = await Promise.all(
    [0, 1].map(() => owner.call('code-key.rotate', { organiser: door.organiser })),
  );
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
});

it('what is sent again under its key is done once, also at the same moment, unless it was refused', async () => {
  const { event, ticketType } = door;
  const order = await makeOrder(server, { event, ticketType, quantity: 2 });
  const refund = (key: string, amount: number) =>
    owner.call('order.refund', { order, amount }, { 'idempotency-key': key });
  const replies = await Promise.all([refund('one', 100), refund('one', 100), refund('one', 100)]);
  expect(statusesOf(replies)).toEqual([200, 409, 409]);
  expect(replies.map(({ code }) => code)).toContain('operation.repeated');
  expect((await refund('two', 1_000_000)).status).toBe(422);
  expect((await refund('two', 100)).status).toBe(200);
  expect((await showOrder(order)).refunded_total).toBe(200);
  // Another input is another operation, and another member's key another key.
  expect((await refund('two', 50)).status).toBe(200);
  const byOther = await other.call(
    'order.refund',
    { order, amount: 100 },
    { 'idempotency-key': 'one' },
  );
  expect(byOther.status).toBe(200);
});

it('what a member of two organisers sends under one key is done for each', async () => {
  const email = 'both@example.org';
  const both = await memberPage(server, { organiser: door.organiser, role: 'manager', email });
  const second = await makeOrganiser(server, 'pro', 'Second');
  await server.run(`member invite --organiser ${second} --email ${email} --role manager`);
  const event = { name: 'Quay', slug: 'quay', timezone: 'UTC', currency: 'EUR' };
  const create = async (organiser: string) => {
    both.organiser = organiser;
    const reply = await both.call('event.create', event, { 'idempotency-key': 'one' });
    return [reply.status, reply.code];
  };
  expect(await create(door.organiser)).toEqual([200, null]);
  expect(await create(second)).toEqual([200, null]);
  expect(await create(second)).toEqual([409, 'operation.repeated']);
});

it('what two colleagues change of one event at the same moment is both kept', async () => {
  const { event } = door;
  const replies = await Promise.all([
    owner.call('event.update', { event, name: 'Summer Gala' }),
    other.call('event.update', { event, capacity: 900 }),
  ]);
  expect(statusesOf(replies)).toEqual([200, 200]);
  const shown = await owner.do('event.show', { event });
  expect(shown).toMatchObject({ name: 'Summer Gala', capacity: 900 });
});

it('what a colleague changed meanwhile is overwritten only by who has seen it', async () => {
  const { event } = door;
  const { name } = await other.do<{ name: string }>('event.update', { event, name: 'Spring Ball' });
  const rename = (page: ConsolePage, to: string, was: string) =>
    page.call('event.update', { event, name: to, was: { name: was } });
  const replies = await Promise.all([rename(owner, 'Gala', name), rename(other, 'Ball', name)]);
  expect(statusesOf(replies)).toEqual([200, 409]);
  const shown = await owner.do<{ name: string }>('event.show', { event });
  const [refused] = replies.filter(({ status }) => status === 409);
  expect(refused).toMatchObject({ code: 'record.changed', current: { name: shown.name } });
  // Another field is no matter of theirs.
  const capacity = { event, capacity: 800, was: { capacity: 900 } };
  expect((await other.call('event.update', capacity)).status).toBe(200);
  expect((await rename(owner, 'Gala Night', shown.name)).status).toBe(200);
});

it('every field that a form changes is compared with what there is', async () => {
  const { database } = server;
  const own = await furnishOrganiser(database, 'Compared');
  await makeRow(database, 'ticket.update', {
    ticket: own['ticket'],
    door_note: 'By the lift',
    flags: ['vip'],
  });
  const forms = [...operationTable.values()].filter(({ name }) =>
    /\.(?:update|role|scopes|events)$/.test(name),
  );
  expect(forms.length).toBeGreaterThan(10);
  for (const entry of forms) {
    if (entry.kind !== 'operation' || entry.current === undefined)
      throw new Error(`expected ${entry.name} to know what there is`);
    const { current, input } = entry;
    const named = { ...validInput(entry, own) };
    const row = await database.read((tx) => current(tx, named));
    const fields = Object.entries(input.properties).filter(
      ([name, schema]) => own[name] === undefined && wordsOf(schema).isFixed !== true,
    );
    // What is archived has a button of its own.
    const changed = fields.map(([name]) => name).filter((name) => name !== 'status');
    expect(Object.keys(row), entry.name).toEqual(expect.arrayContaining(changed));
  }
});

it('a webhook that is deleted while a colleague changes it is gone, and the colleague is told', async () => {
  const { reference: webhook } = await owner.do<{ reference: string }>('webhook.create', {
    url: 'http://127.0.0.1:9/hook',
    events: ['order.created'],
  });
  const [deleted, changed] = await Promise.all([
    owner.call('webhook.remove', { webhook }),
    other.call('webhook.update', { webhook, events: ['order.refunded'] }),
  ]);
  expect(deleted.status).toBe(200);
  expect([200, 404]).toContain(changed.status);
  const late = await other.call('webhook.update', { webhook, events: ['order.refunded'] });
  expect([late.status, late.code]).toEqual([404, 'resource.not_found']);
});

it('of two owners who remove each other at the same moment one stays', async () => {
  const organiser = await makeOrganiser(server, 'pro', 'Duo');
  const pageOf = (email: string) => memberPage(server, { organiser, role: 'owner', email });
  const one = await pageOf('one@example.org');
  const two = await pageOf('two@example.org');
  const { data } = await one.do<{ data: { reference: string; email: string }[] }>('member.list', {
    organiser,
  });
  const remove = (page: ConsolePage, email: string) =>
    page.call('member.remove', {
      member: data.find((member) => member.email === email)?.reference,
    });
  const replies = await Promise.all([
    remove(one, 'two@example.org'),
    remove(two, 'one@example.org'),
  ]);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
});
