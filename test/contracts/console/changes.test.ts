import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WaitlistEntryShown } from '../../../shared/console/operation-results.ts';
import type { ConsolePage } from '../../support/console-page.ts';
import { memberPage } from '../../support/member-page.ts';
import {
  makeDoor,
  startTestServer,
  ticketsOf,
  type TestServer,
} from '../../support/test-server.ts';

let server: TestServer;
let door: Awaited<ReturnType<typeof makeDoor>>;
let manager: ConsolePage;
beforeAll(async () => {
  server = await startTestServer({ webhookAllow: ['127.0.0.0/8'] });
  door = await makeDoor(server, 2);
  manager = await memberPage(server, { organiser: door.organiser, role: 'manager' });
});
afterAll(() => server[Symbol.asyncDispose]());

interface Made {
  readonly reference: string;
}
const make = (name: string, input: object) => manager.do<Made>(name, input);

it('a copy of an event has what it sells, asks and admits at, at the same time on the wall', async () => {
  const { event } = door;
  await manager.do('event.update', { event, starts_at: '2027-06-12T19:00:00+02:00' });
  const { reference: north } = await make('location.create', { event, name: 'North' });
  const vip = { event, name: 'VIP', price: 9000, total: 20, entry_points: [north] };
  await manager.do('ticket-type.create', vip);
  await manager.do('add-on.create', { event, name: 'Coat', price: 200 });
  const question = { event, key: 'meal', label: 'Meal', type: 'select', options: ['A', 'B'] };
  await manager.do('question.create', question);
  const times = { starts_at: '2027-06-13T18:00:00Z', ends_at: '2027-06-13T20:00:00Z' };
  const { reference: session } = await make('session.create', { event, ...times });
  const cancelled = await make('session.create', { event, ...times });
  await manager.do('session.cancel', { session: cancelled.reference });
  const copied = { name: 'Winter', slug: 'winter', starts_at: '2027-12-11T19:00:00+01:00' };
  const copy = await manager.do<Made>('event.copy', { event, ...copied });
  expect(copy).toMatchObject({ status: 'draft', starts_at: '2027-12-11T18:00:00.000000Z' });
  const of = { event: copy.reference };
  const [entryPoint, ...others] = await manager.do<Made[]>('location.list', of);
  expect(others).toEqual([]);
  expect(await manager.do('ticket-type.list', of)).toMatchObject([
    { name: 'Standard', sold: 0, entry_points: null },
    { name: 'VIP', total: 20, entry_points: [entryPoint?.reference] },
  ]);
  expect(await manager.do('add-on.list', of)).toMatchObject([{ name: 'Coat', price: 200 }]);
  expect(await manager.do('question.list', of)).toMatchObject([
    { key: 'meal', options: ['A', 'B'] },
  ]);
  // 20:00 in Berlin, whether that is summer or winter.
  expect(await manager.do('session.list', of)).toMatchObject([
    { starts_at: '2027-12-12T19:00:00.000000Z', ends_at: '2027-12-12T21:00:00.000000Z' },
  ]);
  expect(await manager.do('session.show', { session })).toMatchObject({ tickets: 0 });
});

it('a person is called what the box office says, on the tickets too', async () => {
  const [ticket] = await ticketsOf(server, door.event);
  const { contact } = await manager.do<{ contact: Made }>('ticket.show', { ticket });
  const change = { contact: contact.reference, last_name: 'Byron', first_name: null };
  expect(await manager.do('contact.update', change)).toMatchObject({ last_name: 'Byron' });
  const theirs = { last_name: 'Byron', orders: 1, tickets: 2 };
  expect(await manager.do('contact.show', { contact: contact.reference })).toMatchObject(theirs);
  expect(await manager.do('ticket.show', { ticket })).toMatchObject({
    contact: { first_name: null, last_name: 'Byron' },
  });
});

it('a ticket’s code is shown as text and as lines to draw, as it is exported', async () => {
  const [ticket] = await ticketsOf(server, door.event);
  const shown = await manager.do<{ code: string; qr: { size: number; path: string } }>(
    'ticket.code',
    { ticket },
  );
  expect(shown.qr).toEqual({ size: expect.any(Number), path: expect.stringMatching(/^M\d/) });
  const { out } = await server.run('export tickets --event gala');
  expect(out).toContain(`"${ticket}","${shown.code}",`);
});

it('a subscription is tested, its deliveries say what was sent, and it is changed', async () => {
  const { reference: webhook } = await make('webhook.create', {
    url: 'http://127.0.0.1:9/hook',
    events: ['order.created'],
  });
  const { reference: delivery } = await make('webhook.test', { webhook });
  const attempted = () => manager.do<Delivery>('webhook.delivery', { delivery });
  await expect.poll(async () => (await attempted()).attempts.length).toBe(1);
  const logged = await attempted();
  expect(JSON.parse(logged.body)).toMatchObject({ event: 'order.created', test: true });
  expect(logged.headers).toMatchObject({
    'Content-Type': 'application/json',
    'X-Service-Delivery': delivery,
  });
  const changed = { webhook, url: 'http://127.0.0.1:9/other', events: ['order.refunded'] };
  expect(await manager.do('webhook.update', changed)).toMatchObject({
    url: changed.url,
    events: changed.events,
  });
  const refused = await manager.call('webhook.update', { webhook, url: 'http://10.0.0.1/' });
  expect(refused.code).toBe('validation.failed');
});

it('an order’s history says who did what to it and its tickets, and no other organiser’s', async () => {
  const { order, event } = door;
  const [ticket] = await ticketsOf(server, event);
  await manager.do('ticket.reassign', { ticket, email: 'grace@example.org' });
  await server.run(`order cancel ${order}`);
  const history = await manager.do<readonly { operation: string }[]>('order.history', { order });
  expect(history).toMatchObject([
    { operation: 'order.cancel', resource: order },
    {
      operation: 'ticket.reassign',
      resource: ticket,
      actor: 'manager-now@example.com',
    },
    { operation: 'ticket.code', resource: ticket },
  ]);
  expect(JSON.stringify(history)).not.toContain('grace');
});

it('one who waits is shown with who they are, and when a place was offered and bought, and is found', async () => {
  const { event } = door;
  const email = 'waiting.lena@example.org';
  const type = { event, name: 'Balcony', price: 100, total: 0 };
  const { reference: sellable } = await make('ticket-type.create', type);
  const { reference: entry } = await make('waitlist.join', { event, sellable, email });
  const show = () => manager.do<WaitlistEntryShown>('waitlist.show', { entry });
  const open = { contact: null, offered_at: null, closed_at: null, order: null };
  expect(await show()).toMatchObject({ ...open, email, status: 'waiting' });
  await manager.do('ticket-type.update', { ticket_type: sellable, total: 5 });
  if ((await show()).status === 'waiting') await manager.do('waitlist.offer', { entry });
  expect(await show()).toMatchObject({ offered_at: expect.any(String), closed_at: null });
  await manager.do('waitlist.convert', { entry });
  const bought = await show();
  expect(bought).toMatchObject({ contact: { email }, closed_at: expect.any(String) });
  expect((bought.offered_at ?? '') < (bought.closed_at ?? '')).toBe(true);
  expect(await manager.do('find.anything', { query: entry })).toMatchObject([
    {
      kind: 'waiting',
      reference: entry,
      title: email,
      subtitle: expect.stringMatching(/Balcony$/),
    },
  ]);
});

it('what a client calls is counted', async () => {
  await using other = await startTestServer();
  const { organiser, client } = await makeDoor(other);
  for (let called = 0; called < 3; called += 1) await client.get('/integration/orders');
  await client.get('/integration/events/unknown');
  // A server that closes stores what it has counted.
  await other.server.close();
  const { out } = await other.run(`client show ${client.clientId} --json`);
  const at = { last_at: expect.any(String) };
  expect(JSON.parse(out)).toMatchObject({
    organiser,
    calls: expect.arrayContaining([
      { operation: 'listOrders', calls: 3, ...at },
      { operation: 'readEvent', calls: 1, ...at },
    ]),
  });
});

interface Delivery {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly attempts: readonly object[];
}
