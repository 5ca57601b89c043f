import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  openOrganiserFixture,
  type OrganiserFixture,
} from '../../../test/support/organiser-fixture.ts';
import { namesOf, soldOf, tablesSaying, ticketOf } from '../../../test/support/organiser-reads.ts';
import { findContact, getContact } from '../../store/contacts.ts';
import type { OrderRow } from '../../store/orders.ts';
import { getOrder } from '../../store/orders.ts';
import type { TicketRow } from '../../store/tickets.ts';
import type { TicketTypeRow } from '../../store/ticket-types.ts';
import { createQuestion } from '../events/questions.ts';
import { eraseContact } from '../contacts/contacts.ts';
import { describeTicket } from '../../api/resources/tickets.ts';
import { refundOrder } from '../sales/refund-order.ts';
import { checkInTicket } from '../scans/check-in.ts';
import { updateTicketType } from '../events/ticket-types.ts';
import { cancelTicket, transferTicket, updateTicket } from './change-ticket.ts';
import { resellTicket, type Resale } from './resell-ticket.ts';

let fixture: OrganiserFixture;
let type: TicketTypeRow;
let order: OrderRow;
let ticket: TicketRow;

beforeEach(async () => {
  fixture = await openOrganiserFixture();
  type = await fixture.addTicketType({ total: 1 });
  const placed = await fixture.addOrder('', {
    contact: { email: 'ada@example.org', first_name: 'Ada' },
    lines: [{ sellable: type.reference, quantity: 1, seat_labels: ['C 14'] }],
  });
  const [first] = placed.tickets;
  if (first === undefined) throw new Error('expected a ticket');
  ({ order } = placed);
  ticket = first;
  fixture.told.length = 0;
});
afterEach(() => fixture.close());

const ada = { email: 'ADA@example.org' };
const carl = { email: 'carl@example.org', first_name: 'Carl' };
const dora = { email: 'dora@example.org' };

function resell(reference: string, resale: Partial<Resale> = {}) {
  return fixture.write((tx) =>
    resellTicket(tx, reference, { buyer: carl, price: null, ...resale }),
  );
}

const resales = () =>
  fixture.database.read((tx) =>
    tx.db.selectFrom('ticket_resales').selectAll().orderBy('id').execute(),
  );

describe('reselling a ticket', () => {
  it('supersedes it by a new one for the buyer, on the same order and seat', async () => {
    const issued = await resell(ticket.reference);
    expect(issued).toMatchObject({
      order_id: order.id,
      order_line_id: ticket.order_line_id,
      ticket_type_id: type.id,
      seat_label: 'C 14',
      status: 'valid',
      revision: 1,
      deleted_at: null,
    });
    expect(issued.reference).not.toBe(ticket.reference);
    const holder = await fixture.database.read((tx) => getContact(tx, issued.contact_id ?? 0));
    expect(holder).toMatchObject({ email: 'carl@example.org', first_name: 'Carl' });
    const old = await ticketOf(fixture, ticket.reference);
    expect(old).toMatchObject({
      status: 'cancelled',
      superseded_by: issued.id,
      revision: 2,
      contact_id: ticket.contact_id,
    });
    expect(old.deleted_at).not.toBeNull();
    expect(old.updated_at).toBeGreaterThan(issued.updated_at);
  });

  it('emits one event for the old ticket, and nothing else', async () => {
    await resell(ticket.reference);
    expect(fixture.told).toMatchObject([
      {
        name: 'ticket.updated',
        data: {
          ticket: ticket.reference,
          status: 'cancelled',
          revision: 2,
          ticket_type: type.reference,
        },
      },
    ]);
  });

  it('records who sold what for how much, and nothing about the people', async () => {
    const issued = await resell(ticket.reference, { price: 9900 });
    expect(await resales()).toEqual([
      {
        id: 1,
        seller_ticket_id: ticket.id,
        issued_ticket_id: issued.id,
        price: 9900,
        currency: 'NOK',
        created_at: expect.any(Number),
        updated_at: expect.any(Number),
      },
    ]);
  });

  it('costs what its ticket type costs now, unless a price is named', async () => {
    await fixture.write((tx) => updateTicketType(tx, type.reference, { price: 5200 }));
    const second = await resell(ticket.reference);
    await resell(second.reference, { buyer: dora, price: 0 });
    expect((await resales()).map(({ price }) => price)).toEqual([5200, 0]);
  });

  it('takes and frees no place, and leaves the order as it was paid', async () => {
    await resell(ticket.reference, { price: 9900 });
    expect(await soldOf(fixture, type)).toBe(1);
    expect(await fixture.database.read((tx) => getOrder(tx, order.id))).toEqual(order);
    const refunded = await fixture.write((tx) =>
      refundOrder(tx, order.reference, { amount: null, via: 'console' }),
    );
    expect(refunded).toMatchObject({ status: 'refunded', refunded_total: order.total });
    expect(await soldOf(fixture, type)).toBe(0);
  });

  it('leaves the answers with the order', async () => {
    const { reference: event } = fixture.event;
    const question = { event, key: 'diet', label: 'Diet?', type: 'text', options: null } as const;
    await fixture.write((tx) => createQuestion(tx, question));
    const big = await fixture.addTicketType();
    const { tickets } = await fixture.addOrder(big.reference, { answers: { diet: 'Vegan' } });
    const issued = await resell(tickets[0]?.reference ?? '');
    const shown = await fixture.database.read((tx) => describeTicket(tx, issued.reference));
    expect(shown.answers).toMatchObject([{ key: 'diet', value: 'Vegan' }]);
  });

  it('can be repeated: a resold ticket is resold and transferred again, even back to its first holder', async () => {
    const second = await resell(ticket.reference, { price: 5000 });
    const third = await resell(second.reference, { buyer: ada, price: 6000 });
    const fourth = await fixture.write((tx) => transferTicket(tx, third.reference, dora));
    const fifth = await resell(fourth.reference, { price: 7000 });
    expect(third.contact_id).toBe(ticket.contact_id);
    expect(fifth).toMatchObject({ order_id: order.id, seat_label: 'C 14', revision: 1 });
    const sold = await resales();
    expect(sold.map((row) => [row.seller_ticket_id, row.issued_ticket_id, row.price])).toEqual([
      [ticket.id, second.id, 5000],
      [second.id, third.id, 6000],
      [fourth.id, fifth.id, 7000],
    ]);
    expect(namesOf(fixture)).toEqual(Array.from({ length: 4 }, () => 'ticket.updated'));
    expect(await soldOf(fixture, type)).toBe(1);
  });

  it('of a ticket without a holder gives it its first one', async () => {
    const open = await fixture.addTicketType();
    const { tickets } = await fixture.addOrder(open.reference);
    expect((await resell(tickets[0]?.reference ?? '')).contact_id).not.toBeNull();
  });

  it('survives the erasure of both people without a trace of them', async () => {
    const issued = await resell(ticket.reference, { price: 9900 });
    for (const { contact_id } of [ticket, issued]) {
      await fixture.write(async (tx) => {
        const { reference } = await getContact(tx, contact_id ?? 0);
        await eraseContact(tx, reference);
        expect((await findContact(tx, reference))?.email).toBeNull();
      });
    }
    expect(await tablesSaying(fixture, /(?:ada|carl)@|"(?:Ada|Carl)"/i)).toEqual([]);
    expect(await resales()).toMatchObject([{ issued_ticket_id: issued.id, price: 9900 }]);
  });
});

describe('a resale is refused', () => {
  afterEach(async () => {
    expect(await resales()).toEqual([]);
  });

  it('to the present holder, in any spelling, whose name stays as it was', async () => {
    await expect(
      resell(ticket.reference, { buyer: { ...ada, first_name: 'Eve' } }),
    ).rejects.toMatchObject({
      code: 'validation.failed',
      field: 'email',
      message: expect.stringContaining('somebody other than its present holder'),
    });
    expect(await ticketOf(fixture, ticket.reference)).toEqual(ticket);
    const holder = await fixture.database.read((tx) => getContact(tx, ticket.contact_id ?? 0));
    expect(holder.first_name).toBe('Ada');
    expect(fixture.told).toEqual([]);
  });

  it.each([-1, 0.5, Number.NaN, Infinity, 2 ** 53])('at the price of %d', async (price) => {
    await expect(resell(ticket.reference, { price })).rejects.toMatchObject({
      code: 'validation.failed',
      field: 'price',
    });
    expect(await ticketOf(fixture, ticket.reference)).toEqual(ticket);
  });

  it('to a person who was erased', async () => {
    await fixture.addOrder((await fixture.addTicketType()).reference, { contact: carl });
    await fixture.write(async (tx) => {
      const contact = await tx.db
        .selectFrom('contacts')
        .select('reference')
        .where('email_key', '=', carl.email)
        .executeTakeFirstOrThrow();
      await eraseContact(tx, contact.reference);
    });
    await expect(resell(ticket.reference)).rejects.toMatchObject({ code: 'contacts.erased' });
  });

  it('when it is void', async () => {
    await fixture.write((tx) => cancelTicket(tx, ticket.reference));
    await expect(resell(ticket.reference)).rejects.toMatchObject({
      code: 'transition.impossible',
      message: `The ticket ${ticket.reference} is cancelled and cannot be resold.`,
    });
    await fixture.write((tx) => refundOrder(tx, order.reference, { amount: null, via: 'console' }));
    await expect(resell(ticket.reference)).rejects.toThrow('is refunded and cannot be resold');
  });

  it('when it was superseded', async () => {
    await fixture.write((tx) => transferTicket(tx, ticket.reference, carl));
    await expect(resell(ticket.reference, { buyer: dora })).rejects.toMatchObject({
      code: 'transition.impossible',
      message: `The ticket ${ticket.reference} was superseded and can no longer be resold.`,
    });
  });

  it('when it has admitted somebody, or is marked as checked in', async () => {
    const scan = { ticket: ticket.reference, scanner_location: null, session: null };
    await fixture.write((tx) => checkInTicket(tx, fixture.client, { ...scan, locale: 'en' }));
    await expect(resell(ticket.reference)).rejects.toMatchObject({
      code: 'transition.impossible',
      message: `The ticket ${ticket.reference} has been admitted and cannot be resold.`,
    });
    const other = await fixture.addTicketType();
    const [marked] = (await fixture.addOrder(other.reference)).tickets;
    await fixture.write((tx) =>
      updateTicket(tx, marked?.reference ?? '', { status: 'checked_in' }),
    );
    await expect(resell(marked?.reference ?? '')).rejects.toThrow('cannot be resold');
  });

  it('when there is no such ticket', async () => {
    await expect(resell('tkt_nope')).rejects.toMatchObject({ code: 'resource.not_found' });
  });
});
