import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeApi } from '../../../src-server/docs/openapi.ts';
import { webhookEventNames } from '../../../shared/resources/webhook-events.ts';
import { addMicros, instantFromMicros, MICROS_PER_HOUR } from '../../../shared/instant.ts';
import { referenceNow } from '../../support/reference-now.ts';
import { listOrderLines } from '../../../src-server/store/orders.ts';
import { createAddOn } from '../../../src-server/domain/events/add-ons.ts';
import type { OrderRow } from '../../../src-server/store/orders.ts';
import { eraseContact, saveContact } from '../../../src-server/domain/contacts/contacts.ts';
import { recordDispute } from '../../../src-server/domain/sales/disputes.ts';
import { archiveEvent, updateEvent } from '../../../src-server/domain/events/events.ts';
import { createLocation } from '../../../src-server/domain/events/locations.ts';
import { cancelOrder } from '../../../src-server/domain/sales/cancel-order.ts';
import { refundOrder } from '../../../src-server/domain/sales/refund-order.ts';
import { redeemAddOn } from '../../../src-server/domain/scans/redeem-add-on.ts';
import { checkInTicket } from '../../../src-server/domain/scans/check-in.ts';
import { recordScans } from '../../../src-server/domain/scans/record-scans.ts';
import { cancelSession, createSession } from '../../../src-server/domain/events/sessions.ts';
import { updateTicketType } from '../../../src-server/domain/events/ticket-types.ts';
import { reassignTicket, updateTicket } from '../../../src-server/domain/tickets/change-ticket.ts';
import { convertWaitlistEntry, joinWaitlist } from '../../../src-server/domain/sales/waitlist.ts';
import { createSubscription } from '../../../src-server/webhooks/management/webhook-subscriptions.ts';
import { disableSubscription } from '../../../src-server/webhooks/record-outcome.ts';
import { writeDisabledReason } from '../../../shared/resources/disabled-reason.ts';
import { listMissed, requestMissed } from '../../../src-server/webhooks/store/missed.ts';
import { activateSubscription } from '../../../src-server/webhooks/store/subscriptions.ts';
import { expectDescribedBody } from '../../support/v1/description.ts';
import { Description } from '../../support/v1/openapi-shapes.ts';
import { isOnPostgres } from '../../support/test-config.ts';
import { shaped } from '../../support/v1/shaped.ts';
import {
  answered,
  openDeliveryFixture,
  type DeliveryFixture,
} from '../../support/webhooks/delivery-fixture.ts';

let fixture: DeliveryFixture;
let bodies: string[];
let urls: string[];
/** The clock of the fixture in the webhook format; on PostgreSQL any time. */
const now = isOnPostgres
  ? expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
  : '2026-12-12T19:00:00+00:00';

beforeEach(async () => {
  fixture = await openDeliveryFixture();
  bodies = [];
  await fixture.subscribe('https://all.example/', { events: webhookEventNames });
});
afterEach(() => fixture.close());

const description = shaped(
  Description,
  describeApi({
    base: 'https://example.org/v1',
    auth: 'https://example.org',
    rateLimit: 120,
    webhookHeaderPrefix: 'X-Service',
  }),
);

/** What was delivered since the last time, in order, as name and payload. */
async function delivered(): Promise<{ event: string; data: unknown }[]> {
  bodies = [];
  urls = [];
  const loop = fixture.deliveryLoop({
    limits: { perEndpoint: 1 },
    deliver: async (url, { body }) => {
      bodies.push(body);
      urls.push(url);
      return answered(200);
    },
  });
  loop.wake();
  await loop.settled();
  return bodies.map((body) => {
    expectDescribedBody(description, body);
    const { event, data, ...rest } = JSON.parse(body);
    expect(rest).toEqual({ created_at: now, api_version: '2026-08-01' });
    return { event, data };
  });
}

const contact = { email: 'Ada@Example.org', first_name: 'Ada', last_name: 'Lovelace' };

async function buy(input: Parameters<DeliveryFixture['addOrder']>[1] = {}) {
  const type = await fixture.addTicketType();
  const bought = await fixture.addOrder(type.reference, { contact, ...input });
  const [ticket] = bought.tickets;
  if (ticket === undefined) throw new Error('expected a ticket');
  return { ...bought, type, ticket };
}

it('order.created is sent for a paid and for a free order', async () => {
  const { order } = await buy({ quantity: 2 });
  const free = await fixture.addTicketType({ price: 0 });
  const gift = await fixture.addOrder(free.reference);
  expect(await delivered()).toEqual([
    {
      event: 'order.created',
      data: {
        order: order.reference,
        status: 'paid',
        currency: 'NOK',
        total: 9000,
        application_fee: 180,
        event: fixture.event.reference,
        contact_email: 'Ada@Example.org',
        tickets: 2,
      },
    },
    {
      event: 'order.created',
      data: {
        order: gift.order.reference,
        status: 'free_confirmed',
        currency: 'NOK',
        total: 0,
        application_fee: 0,
        event: fixture.event.reference,
        contact_email: null,
        tickets: 1,
      },
    },
  ]);
});

it('order.refunded omits refund and fee_reversed for a refund made at the processor, and ends with the whole order', async () => {
  const { order } = await buy();
  await delivered();
  await fixture.write((tx) => refundOrder(tx, order.reference, { amount: 1500, via: 'console' }));
  await fixture.write((tx) => refundOrder(tx, order.reference, { amount: null, via: 'processor' }));
  const told = (await delivered()).filter(({ event }) => event === 'order.refunded');
  expect(told.map(({ data }) => data)).toEqual([
    {
      order: order.reference,
      refund: expect.stringMatching(/^ref_/),
      amount: 1500,
      fee_reversed: 30,
      fully_refunded: false,
    },
    { order: order.reference, amount: 3000, fully_refunded: true },
  ]);
});

it('order.cancelled comes with a ticket.updated for each ticket, with the next revision', async () => {
  const { order, ticket, type } = await buy();
  await delivered();
  await fixture.write((tx) => cancelOrder(tx, order.reference, 'Storm'));
  expect(await delivered()).toEqual([
    { event: 'order.cancelled', data: { order: order.reference, reason: 'Storm' } },
    {
      event: 'ticket.updated',
      data: {
        ticket: ticket.reference,
        event: fixture.event.reference,
        status: 'cancelled',
        ticket_type: type.reference,
        revision: 2,
        updated_at: now,
      },
    },
  ]);
});

it('ticket.updated counts every edit and nothing else', async () => {
  const { ticket } = await buy();
  await delivered();
  await fixture.write((tx) => updateTicket(tx, ticket.reference, { seat_label: 'A1' }));
  await fixture.write((tx) => updateTicket(tx, ticket.reference, { seat_label: 'A1' }));
  await fixture.write((tx) => reassignTicket(tx, ticket.reference, { email: 'bob@example.org' }));
  const told = await delivered();
  expect(told.map(({ event, data }) => [event, data])).toMatchObject([
    ['ticket.updated', { revision: 2, status: 'valid' }],
    ['ticket.updated', { revision: 3, status: 'valid' }],
  ]);
});

it('ticket.scanned is sent for every verdict: online, box office with a place, offline upload, denials', async () => {
  const { ticket } = await buy();
  await delivered();
  const gate = await fixture.write((tx) =>
    createLocation(tx, { event: fixture.event.reference, name: 'North' }),
  );
  const scan = { ticket: ticket.reference, session: null, locale: 'en' } as const;
  await fixture.write((tx) =>
    checkInTicket(tx, fixture.client, { ...scan, scanner_location: null }),
  );
  await fixture.write((tx) =>
    checkInTicket(tx, fixture.client, { ...scan, scanner_location: gate.reference }),
  );
  const item = {
    reference: referenceNow('scan'),
    ticket: ticket.reference,
    result: 'denied',
    reason: 'scanning.wrong_entry_point',
    scanned_at: '2026-11-12T18:00:00.000000Z',
    scanner_location: gate.reference,
    clock_offset_ms: 0,
    sequence: 1,
    snapshot: { watermark: null },
  };
  await fixture.write((tx) => recordScans(tx, fixture.client, [item]));
  await fixture.write((tx) => recordScans(tx, fixture.client, [item]));
  const base = { ticket: ticket.reference, event: fixture.event.reference };
  const told = await delivered();
  expect(told.filter(({ event }) => event !== 'conflict.opened')).toEqual([
    {
      event: 'ticket.scanned',
      data: {
        ...base,
        result: 'allowed',
        reason: 'scanning.allowed',
        scanner_location: null,
        scanned_at: now,
      },
    },
    {
      event: 'ticket.scanned',
      data: {
        ...base,
        result: 'denied',
        reason: 'scanning.already_scanned',
        scanner_location: gate.reference,
        scanned_at: now,
      },
    },
    {
      event: 'ticket.scanned',
      data: {
        ...base,
        result: 'denied',
        reason: 'scanning.wrong_entry_point',
        scanner_location: gate.reference,
        scanned_at: '2026-11-12T18:00:00+00:00',
      },
    },
  ]);
});

it('add_on.redeemed is sent once for a retried redemption', async () => {
  const event = fixture.event.reference;
  const drink = await fixture.write((tx) =>
    createAddOn(tx, event, { name: 'Drink', price: 500, total: null }),
  );
  const type = await fixture.addTicketType();
  const { order } = await fixture.addOrder(type.reference, {
    lines: [{ sellable: drink.reference, quantity: 3, session: null }],
  });
  const [line] = await fixture.database.read((tx) => listOrderLines(tx, order.id));
  await delivered();
  const redemption = {
    order_line: line?.reference ?? '',
    quantity: 2,
    client_reference: 'bar-1',
    location: null,
    redeemed_at: fixture.now(),
    client_id: null,
    happened: false,
  };
  await fixture.write((tx) => redeemAddOn(tx, redemption));
  await fixture.write((tx) => redeemAddOn(tx, redemption));
  expect(await delivered()).toEqual([
    {
      event: 'add_on.redeemed',
      data: {
        order_line: line?.reference,
        add_on: drink.reference,
        event,
        quantity: 2,
        remaining: 1,
        scanner_location: null,
        redeemed_at: now,
      },
    },
  ]);
});

it('charge.disputed is sent to organisation-wide subscriptions only, with every field nullable', async () => {
  const pinned = await fixture.subscribe('https://pinned.example/', {
    events: webhookEventNames,
    event: fixture.event.reference,
  });
  const { organiser } = fixture;
  const unknown = { dispute: null, charge: null, amount: null, reason: null };
  await fixture.write((tx) => recordDispute(tx, { organiser, ...unknown }));
  const known = { dispute: 'dp_1', charge: 'ch_1', amount: 4500, reason: 'fraudulent' };
  await fixture.write((tx) => recordDispute(tx, { organiser, ...known }));
  expect(await delivered()).toEqual([
    { event: 'charge.disputed', data: unknown },
    { event: 'charge.disputed', data: known },
  ]);
  expect(await fixture.log(pinned)).toEqual([]);
});

it('waitlist events follow one entry from joined to converted, which also creates an order', async () => {
  const type = await fixture.addTicketType({ total: 1 });
  const { order: first } = await fixture.addOrder(type.reference);
  await delivered();
  const event = fixture.event.reference;
  const entry = await fixture.write((tx) =>
    joinWaitlist(tx, { event, sellable: type.reference, email: 'wait@example.org', quantity: 1 }),
  );
  await fixture.write((tx) => cancelOrder(tx, first.reference, null));
  await fixture.write((tx) => convertWaitlistEntry(tx, entry.reference));
  const told = await delivered();
  const base = {
    waitlist_entry: entry.reference,
    email: 'wait@example.org',
    quantity: 1,
    event,
    sellable: type.reference,
  };
  const moves = told.filter(({ event: name }) => name.startsWith('waitlist.'));
  expect(moves).toEqual([
    { event: 'waitlist.joined', data: { ...base, status: 'waiting', order: null } },
    { event: 'waitlist.offered', data: { ...base, status: 'offered', order: null } },
    {
      event: 'waitlist.converted',
      data: { ...base, status: 'converted', order: expect.stringMatching(/^ord_/) },
    },
  ]);
  expect(told.filter(({ event: name }) => name === 'order.created')).toHaveLength(1);
});

it('session.cancelled counts the tickets that are still valid', async () => {
  const event = fixture.event.reference;
  const starts_at = instantFromMicros(Date.UTC(2040, 11, 12, 20) * 1_000);
  const ends_at = addMicros(starts_at, MICROS_PER_HOUR);
  const session = await fixture.write((tx) =>
    createSession(tx, event, { name: 'Late show', starts_at, ends_at }),
  );
  await buy({ quantity: 3, session: session.reference });
  await delivered();
  await fixture.write((tx) => cancelSession(tx, session.reference));
  expect(await delivered()).toEqual([
    {
      event: 'session.cancelled',
      data: {
        session: session.reference,
        event,
        name: 'Late show',
        starts_at: '2040-12-12T20:00:00+00:00',
        ends_at: '2040-12-12T21:00:00+00:00',
        tickets: 3,
      },
    },
  ]);
});

it('contact.updated names a contact that changed, and nothing of them', async () => {
  const { organiser_id } = fixture.event;
  const save = (last_name: string) =>
    fixture.write((tx) => saveContact(tx, organiser_id, { ...contact, last_name }));
  const { contact: made } = await save('Lovelace');
  await save('Lovelace');
  expect(await delivered()).toEqual([]);
  await save('King');
  expect(await delivered()).toEqual([
    { event: 'contact.updated', data: { contact: made.reference, updated_at: now } },
  ]);
});

it('event.updated tells of an edit and of the archive', async () => {
  const { reference } = fixture.event;
  await fixture.write((tx) => updateEvent(tx, reference, { status: 'draft' }));
  await fixture.write((tx) => archiveEvent(tx, reference));
  await fixture.write((tx) => archiveEvent(tx, reference));
  const data = { event: reference, slug: fixture.event.slug, status: 'draft', updated_at: now };
  expect(await delivered()).toEqual([
    { event: 'event.updated', data: { ...data, deleted_at: null } },
    { event: 'event.updated', data: { ...data, deleted_at: now } },
  ]);
});

it('conflict.opened is sent once for a ticket that two doors admitted', async () => {
  const { ticket } = await buy();
  const admission = (sequence: number) => ({
    reference: referenceNow('scan'),
    ticket: ticket.reference,
    result: 'allowed',
    reason: 'scanning.allowed',
    scanned_at: `2026-11-12T18:00:0${sequence}.000000Z`,
    clock_offset_ms: 0,
    sequence,
    snapshot: { watermark: null },
  });
  const items = [admission(1), admission(2)];
  await delivered();
  await fixture.write((tx) => recordScans(tx, fixture.client, items));
  await fixture.write((tx) => recordScans(tx, fixture.client, items));
  const told = await delivered();
  expect(told.filter(({ event }) => event === 'conflict.opened')).toEqual([
    {
      event: 'conflict.opened',
      data: {
        conflict: expect.stringMatching(/^cfl_/),
        ticket: ticket.reference,
        event: fixture.event.reference,
        kind: 'double_admission',
        expected_reason: 'scanning.already_scanned',
        opened_at: now,
      },
    },
  ]);
});

it('subscription.disabled is sent to what else its client has, pinned or not, and to nobody else', async () => {
  const { reference: event } = fixture.event;
  const events = ['subscription.disabled'] as const;
  const failing = await fixture.subscribe('https://failing.example/', { events, event });
  await fixture.subscribe('https://pinned.example/', { events, event });
  await fixture.subscribe('https://other.example/', { events: ['order.created'] });
  const { organiserId, clientRowId } = fixture.client;
  await fixture.write((tx) =>
    createSubscription(
      tx,
      { organiserId, clientRowId, allEvents: true },
      { endpoint: { url: 'https://client.example/' }, events, event: null },
    ),
  );
  const reason = 'Repeated failures';
  const { id, epoch, reference: subscription } = failing;
  const disable = () => fixture.write((tx) => disableSubscription(tx, { id, epoch, reason }));
  expect([await disable(), await disable()]).toEqual([true, false]);
  const data = { subscription, event, reason, disabled_at: now };
  const told = { event: 'subscription.disabled', data };
  expect(await delivered()).toEqual([told, told]);
  expect(urls.toSorted()).toEqual(['https://all.example/', 'https://pinned.example/']);
});

it('what a failed subscription missed is sent oldest first, and the rest of its queue after it', async () => {
  const events = ['charge.disputed'] as const;
  const late = await fixture.subscribe('https://late.example/', { events });
  const { id, epoch } = late;
  const reason = writeDisabledReason({ kind: 'failures', attempts: 9, last: 503 });
  await fixture.write((tx) => disableSubscription(tx, { id, epoch, reason }));
  await fixture.happen(3);
  await delivered();
  expect(urls).not.toContain('https://late.example/');
  const range = { since: instantFromMicros(0), until: instantFromMicros(2 ** 52) };
  await fixture.write(async (tx) => {
    const active = await activateSubscription(tx, id);
    const missed = await listMissed(tx, id, range, 10);
    expect(await requestMissed(tx, active, missed)).toBe(3);
    expect(await requestMissed(tx, active, missed)).toBe(0);
  });
  await fixture.happen(1);
  const told = await delivered();
  const amounts = told.flatMap(({ data }, index) =>
    urls[index] === 'https://late.example/' ? [Object(data).amount] : [],
  );
  expect(amounts).toEqual([0, 1, 2, 0]);
});

it('a waiting-list entry whose person was erased is not among what was missed', async () => {
  const { order, type } = await buy();
  await fixture.write((tx) => updateTicketType(tx, type.reference, { total: 1 }));
  const late = await fixture.subscribe('https://late.example/', { events: ['waitlist.joined'] });
  const reason = writeDisabledReason({ kind: 'failures', attempts: 9, last: 503 });
  await fixture.write((tx) => disableSubscription(tx, { ...late, reason }));
  const line = { event: fixture.event.reference, sellable: type.reference, quantity: 1 };
  await fixture.write((tx) => joinWaitlist(tx, { ...line, email: 'ada@example.org' }));
  const range = { since: instantFromMicros(0), until: instantFromMicros(2 ** 52) };
  const missed = () => fixture.write((tx) => listMissed(tx, late.id, range, 10));
  expect(await missed()).toHaveLength(1);
  await eraseBuyer(order);
  expect(await missed()).toEqual([]);
});

it('an event of a rolled-back change is never sent', async () => {
  const { organiser } = fixture;
  const unknown = { dispute: null, charge: null, amount: null, reason: null };
  const undone = fixture.write(async (tx) => {
    await recordDispute(tx, { organiser, ...unknown });
    throw new Error('changed my mind');
  });
  await expect(undone).rejects.toThrow('changed my mind');
  expect(await delivered()).toEqual([]);
});

function eraseBuyer({ contact_id }: Pick<OrderRow, 'contact_id'>) {
  return fixture.write(async (tx) => {
    const { reference } = await tx.db
      .selectFrom('contacts')
      .select('reference')
      .where('id', '=', contact_id)
      .executeTakeFirstOrThrow();
    await eraseContact(tx, reference);
  });
}

it('erasing a person removes their address from the log and from pending deliveries', async () => {
  const { order, type } = await buy();
  await fixture.write((tx) => updateTicketType(tx, type.reference, { total: 1 }));
  const line = { event: fixture.event.reference, sellable: type.reference, quantity: 1 };
  await fixture.write((tx) => joinWaitlist(tx, { ...line, email: ' ADA@example.org' }));
  await eraseBuyer(order);
  const told = await delivered();
  expect(told.map(({ event }) => event)).toEqual(['order.created', 'contact.erased']);
  expect(told).toMatchObject([{ data: { contact_email: null } }, { data: { erased_at: now } }]);
  const stored = await fixture.database.read((tx) =>
    tx.db.selectFrom('webhook_messages').select(['body', 'email_key']).execute(),
  );
  expect(stored).toHaveLength(3);
  expect(JSON.stringify(stored).toLowerCase()).not.toContain('ada@example.org');
});

it('a delivery that is already claimed when its person is erased is sent without the address', async () => {
  const { order } = await buy();
  const sent: string[] = [];
  const { promise: erased, resolve: goOn } = Promise.withResolvers<void>();
  const { promise: claimed, resolve: reportClaimed } = Promise.withResolvers<void>();
  const loop = fixture.deliveryLoop({
    deliver: async (_url, { body }, isWanted) => {
      reportClaimed();
      await erased;
      if (!(await isWanted())) return { kind: 'cancelled' };
      sent.push(body);
      return answered(200);
    },
  });
  loop.wake();
  await claimed;
  await eraseBuyer(order);
  goOn();
  await loop.settled();
  const orders = sent
    .map((body) => JSON.parse(body))
    .filter(({ event }) => event === 'order.created');
  expect(orders.map(({ data }): unknown => data.contact_email)).toEqual([null]);
});
