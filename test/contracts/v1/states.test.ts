import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Type } from 'typebox';
import { freshKey, walk, walkChanges } from '../../support/v1/api-client.ts';
import { shaped } from '../../support/v1/shaped.ts';
import {
  Contact,
  Made,
  OrderDetails,
  Placed,
  Ticket,
  TicketDetails,
  Verdict,
} from '../../support/v1/shapes.ts';
import { dataOf, namesOf, openSubscribedOrganiser } from '../../support/v1/subscribed-organiser.ts';
import type { SubscribedOrganiser } from '../../support/v1/subscribed-organiser.ts';

/** Sections 3.2, 3.3 and 6.4 through the command line, checked with webhooks and the API. */
let told: SubscribedOrganiser;
beforeAll(async () => {
  told = await openSubscribedOrganiser();
});
afterAll(() => told.close());

async function scan(body: object): Promise<string> {
  const answer = await told.client.post('/integration/scans', body, freshKey());
  return shaped(Verdict, await answer.json()).reason;
}

describe('3.2: a ticket', () => {
  it('changes with every edit, each reported with a greater revision', async () => {
    const { gatehouse, hear, readOrder, readTicket, refused, addType, order } = told;
    const type = await addType('--price 1000');
    const placed = await order(`--ticket-type ${type} --email buyer@example.org`);
    const ticket = placed.tickets[0]?.reference ?? '';
    await hear(1);
    const before = await readTicket(ticket);
    await gatehouse.make(TicketDetails, `ticket update ${ticket} --seat-label C3`);
    const line = `ticket reassign ${ticket} --email new@example.org --first-name New`;
    await gatehouse.make(TicketDetails, line);
    const after = await readTicket(ticket);
    expect(after).toMatchObject({
      reference: ticket,
      status: 'valid',
      seat_label: 'C3',
      contact: { email: 'new@example.org', first_name: 'New', last_name: null },
      order: placed.reference,
    });
    expect(after.updated_at > before.updated_at).toBe(true);
    // The buyer stays the order's contact.
    expect((await readOrder(placed.reference)).contact?.email).toBe('buyer@example.org');
    const edits = dataOf(await hear(2), 'ticket.updated').map((data) => Number(data['revision']));
    expect(new Set(edits).size).toBe(2);
    // An update without a change is not an edit.
    await gatehouse.make(TicketDetails, `ticket update ${ticket} --seat-label C3`);
    expect((await readTicket(ticket)).updated_at).toBe(after.updated_at);
    await gatehouse.make(TicketDetails, `ticket cancel ${ticket}`);
    const [last] = dataOf(await hear(1), 'ticket.updated');
    expect(last).toMatchObject({ status: 'cancelled', ticket });
    expect(Number(last?.['revision'])).toBeGreaterThan(Math.max(...edits));
    await refused(`ticket cancel ${ticket}`, /cancelled/);
    await refused(`ticket reassign ${ticket} --email x@example.org`, /cancelled/);
  });

  it('transferred is superseded by one of the same order, and cannot change any more', async () => {
    const { gatehouse, hear, soldOf, refused, addType, order } = told;
    const type = await addType('--price 1000 --total 9');
    const placed = await order(`--ticket-type ${type} --email a@example.org --seat-labels D4`);
    const old = placed.tickets[0]?.reference ?? '';
    const line = `ticket transfer ${old} --email b@example.org`;
    const issued = await gatehouse.make(TicketDetails, line);
    expect(issued).toMatchObject({
      order: placed.reference,
      seat_label: 'D4',
      contact: { email: 'b@example.org' },
      status: 'valid',
      deleted_at: null,
    });
    expect(issued.reference).not.toBe(old);
    expect(await soldOf(type)).toBe(1);
    const heard = await hear(2);
    expect(dataOf(heard, 'ticket.updated')).toMatchObject([{ ticket: old }]);
    await refused(line, /superseded/);
  });

  it('resold is a tombstone that no door admits, and its successor appears to pollers', async () => {
    const { gatehouse, client, event, hear, readOrder, refused, soldOf, addType, order } = told;
    const type = await addType('--price 1000 --total 9');
    const placed = await order(`--ticket-type ${type} --email seller@example.org --seat-labels E5`);
    const old = placed.tickets[0]?.reference ?? '';
    await hear(1);
    const paid = await readOrder(placed.reference);
    const list = `/integration/events/${event}/tickets?order=${placed.reference}`;
    const { watermarks } = await walkChanges(client, Ticket, `${list}&updated_since=2000-01-01`);
    const line = `ticket resell ${old} --email buyer@example.org --first-name Bo --price 1500`;
    const issued = await gatehouse.make(TicketDetails, line);
    expect(issued).toMatchObject({
      order: placed.reference,
      seat_label: 'E5',
      contact: { email: 'buyer@example.org', first_name: 'Bo' },
      status: 'valid',
      deleted_at: null,
    });
    const [update] = dataOf(await hear(1), 'ticket.updated');
    expect(update).toMatchObject({ ticket: old, event, status: 'cancelled', ticket_type: type });
    expect(Number(update?.['revision'])).toBeGreaterThan(1);

    const since = `updated_since=${encodeURIComponent(watermarks[0] ?? '')}`;
    const { rows } = await walkChanges(client, Ticket, `${list}&${since}`);
    expect(rows.map(({ reference }) => reference)).toEqual([issued.reference]);
    const all = await walkChanges(client, Ticket, `${list}&${since}&include_deleted=1`);
    const tombstone = all.rows.find(({ reference }) => reference === old);
    expect(tombstone?.deleted_at).not.toBeNull();
    expect((await walk(client, Ticket, list)).map(({ reference }) => reference)).toEqual([
      issued.reference,
    ]);
    await client.refused(404, `/integration/tickets/${old}`);
    expect((await client.call(`/integration/tickets/${old}?include_deleted=1`)).status).toBe(200);

    expect(await scan({ ticket: old })).toBe('scanning.ticket_cancelled');
    expect(await scan({ ticket: issued.reference })).toBe('scanning.allowed');
    await hear(2);
    expect(await soldOf(type)).toBe(1);
    expect(await readOrder(placed.reference)).toEqual(paid);
    await refused(line, /superseded and can no longer be resold/);
    await refused(
      `ticket resell ${issued.reference} --email x@example.org`,
      /admitted and cannot be resold/,
    );
  });

  it('resold may be resold and transferred again, with an event for the old ticket each time', async () => {
    const { gatehouse, hear, soldOf, addType, order } = told;
    const type = await addType('--price 1000 --total 1');
    const placed = await order(`--ticket-type ${type} --email first@example.org`);
    await hear(1);
    const hands = [placed.tickets[0]?.reference ?? ''];
    for (const step of ['resell', 'resell', 'transfer', 'resell']) {
      const line = `ticket ${step} ${hands.at(-1)} --email holder${hands.length}@example.org`;
      const issued = await gatehouse.make(TicketDetails, line);
      expect(issued.order).toBe(placed.reference);
      expect(dataOf(await hear(1), 'ticket.updated')).toMatchObject([{ ticket: hands.at(-1) }]);
      hands.push(issued.reference);
    }
    expect(await soldOf(type)).toBe(1);
    expect(await scan({ ticket: hands.at(-2) })).toBe('scanning.ticket_cancelled');
    expect(await scan({ ticket: hands.at(-1) })).toBe('scanning.allowed');
    await hear(2);
  });
});

describe('3.3: a waitlist entry', () => {
  const Entry = Type.Object({
    reference: Type.String({ pattern: '^wle_' }),
    status: Type.String(),
    order: Type.Union([Type.String(), Type.Null()]),
  });

  it('is created, offered a freed place, and converted into an order', async () => {
    const { gatehouse, event, hear, readOrder, soldOf, refused, addType, order } = told;
    const type = await addType('--price 1000 --total 1');
    const join = `waitlist join --event ${event} --sellable ${type} --email wait@example.org`;
    await refused(join, /sold out/);
    const placed = await order(`--ticket-type ${type}`);
    const entry = await gatehouse.make(Entry, join);
    expect(entry).toMatchObject({ status: 'waiting', order: null });
    await refused(`waitlist convert ${entry.reference}`, /waiting/);
    await refused(`waitlist offer ${entry.reference}`, /free|left|sold out/);
    await gatehouse.make(Placed, `order cancel ${placed.reference}`);
    await refused(`waitlist offer ${entry.reference}`, /offered/);
    // The freed place is reserved for the contact that it was offered to.
    await refused(`order create --event ${event} --ticket-type ${type}`, /sold out|left|free/i);
    const converted = await gatehouse.make(Entry, `waitlist convert ${entry.reference}`);
    expect(converted.status).toBe('converted');
    expect((await readOrder(converted.order ?? '')).status).toBe('paid');
    expect(await soldOf(type)).toBe(1);
    const heard = await hear(7);
    expect(namesOf(heard)).toEqual([
      'order.cancelled',
      'order.created',
      'order.created',
      'ticket.updated',
      'waitlist.converted',
      'waitlist.joined',
      'waitlist.offered',
    ]);
    const common = { waitlist_entry: entry.reference, email: 'wait@example.org', quantity: 1 };
    const where = { event, sellable: type };
    expect(dataOf(heard, 'waitlist.joined')).toEqual([
      { ...common, ...where, status: 'waiting', order: null },
    ]);
    expect(dataOf(heard, 'waitlist.offered')).toEqual([
      { ...common, ...where, status: 'offered', order: null },
    ]);
    expect(dataOf(heard, 'waitlist.converted')).toEqual([
      { ...common, ...where, status: 'converted', order: converted.order },
    ]);
    await refused(`waitlist convert ${entry.reference}`, /converted/);
  });
});

describe('6.4: other events', () => {
  it('report a redeemed add-on, once per client reference', async () => {
    const { gatehouse, event, make, hear, refused, addType, order } = told;
    const type = await addType('--price 0');
    const parking = await make(`add-on create --event ${event} --name Parking --price 300`);
    const placed = await order(`--ticket-type ${type} --add-on ${parking}:3`);
    const line = placed.lines.find(({ kind }) => kind === 'add_on');
    expect(line).toMatchObject({ sellable: parking, quantity: 3, redeemed: 0, remaining: 3 });
    const created = await hear(1);
    expect(dataOf(created, 'order.created')).toMatchObject([{ total: 900, status: 'paid' }]);
    const redeem = `add-on redeem ${line?.reference} --quantity 2 --client-reference bar-1`;
    const Line = Type.Object({ reference: Type.String(), remaining: Type.Integer() });
    expect((await gatehouse.make(Line, redeem)).remaining).toBe(1);
    expect((await gatehouse.make(Line, redeem)).remaining).toBe(1);
    await refused(`add-on redeem ${line?.reference} --quantity 2`, /left/);
    expect((await gatehouse.make(Line, `add-on redeem ${line?.reference}`)).remaining).toBe(0);
    const heard = dataOf(await hear(2), 'add_on.redeemed');
    expect(heard).toHaveLength(2);
    const byQuantity = heard.toSorted((a, b) => Number(a['quantity']) - Number(b['quantity']));
    expect(byQuantity).toMatchObject([
      { order_line: line?.reference, add_on: parking, event, quantity: 1, remaining: 0 },
      { order_line: line?.reference, add_on: parking, event, quantity: 2, remaining: 1 },
    ]);
  });

  it('report a cancelled session with its valid tickets, which stay valid; and a dispute', async () => {
    const { gatehouse, client, organiser, event, make, hear, readTicket, refused, addType, order } =
      told;
    const type = await addType('--price 0');
    const times = '--starts-at 2027-03-01T18:00:00Z --ends-at 2027-03-01T20:00:00Z';
    const session = await make(`session create --event ${event} --name Spring ${times}`);
    const placed = await order(`--ticket-type ${type} --quantity 3 --session ${session}`);
    const [first, second] = placed.tickets.map(({ reference }) => reference);
    await gatehouse.make(Made, `ticket cancel ${first}`);
    const updates = dataOf(await hear(2), 'ticket.updated');
    expect(updates).toMatchObject([{ ticket: first }]);
    await gatehouse.make(Made, `session cancel ${session}`);
    const [cancelled] = dataOf(await hear(1), 'session.cancelled');
    expect(cancelled).toMatchObject({
      session,
      event,
      name: 'Spring',
      starts_at: '2027-03-01T18:00:00+00:00',
      ends_at: '2027-03-01T20:00:00+00:00',
      tickets: 2,
    });
    expect((await readTicket(second)).status).toBe('valid');
    const answer = await client.post('/integration/scans', { ticket: second }, freshKey());
    expect(shaped(Verdict, await answer.json()).reason).toBe('scanning.session_cancelled');
    expect(dataOf(await hear(1), 'ticket.scanned')).toMatchObject([
      { reason: 'scanning.session_cancelled' },
    ]);
    await refused(`session cancel ${session}`, /cancelled/);
    await refused(
      `order create --event ${event} --ticket-type ${type} --session ${session}`,
      /cancelled/,
    );
    await gatehouse.make(
      Type.Object({}),
      `dispute create --organiser ${organiser} --charge ch_1 --amount 4500 --reason fraudulent`,
    );
    expect(dataOf(await hear(1), 'charge.disputed')).toMatchObject([
      { charge: 'ch_1', amount: 4500, reason: 'fraudulent' },
    ]);
  });
});

describe('2.7, 2.8: an erasure', () => {
  it('removes the person from orders, tickets and answers, visibly to pollers', async () => {
    const { gatehouse, client, make, hear, readTicket, refused, addEvent } = told;
    const asking = await addEvent('asking');
    await make(`question create --event ${asking} --key diet --label Diet? --type text`);
    const type = await make(`ticket-type create --event ${asking} --name Stalls --price 100`);
    const placed = await gatehouse.make(
      Placed,
      `order create --event ${asking} --ticket-type ${type} --email Erase@Example.org --first-name Er --last-name Ase --answers {"diet":"secret"}`,
    );
    await hear(1);
    const before = await readTicket(placed.tickets[0]?.reference);
    await gatehouse.make(Contact, `contact erase ${before.contact?.reference}`);
    const after = await readTicket(placed.tickets[0]?.reference);
    expect(after.answers).toMatchObject([{ key: 'diet', value: null, value_labels: null }]);
    expect(after.answers[0]?.answered_at).not.toBe(before.answers[0]?.answered_at);
    expect(JSON.stringify(after)).not.toMatch(/erase@|"Er"|"Ase"|secret/i);
    const since = encodeURIComponent(before.updated_at);
    const { rows } = await walkChanges(
      client,
      OrderDetails,
      `/integration/orders?updated_since=${since}`,
    );
    expect(JSON.stringify(rows)).not.toMatch(/erase@|"Er"|"Ase"/i);
    const listed = await walk(client, OrderDetails, '/integration/orders?per_page=100');
    expect(JSON.stringify(listed)).not.toMatch(/erase@|"Er"|"Ase"/i);
    // Neither a new order nor becoming the holder of a ticket brings the person back.
    await refused(
      `order create --event ${asking} --ticket-type ${type} --email erase@example.org`,
      /erased/,
    );
    const gone = await make(
      `ticket-type create --event ${asking} --name Box --price 100 --total 0`,
    );
    await refused(
      `waitlist join --event ${asking} --sellable ${gone} --email ERASE@example.org`,
      /erased/,
    );
    const again = await gatehouse.make(Contact, `contact erase ${before.contact?.reference}`);
    expect(again.is_erased).toBe(true);
  });
});
