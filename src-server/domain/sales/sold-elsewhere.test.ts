import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  openOrganiserFixture,
  type OrganiserFixture,
} from '../../../test/support/organiser-fixture.ts';
import { soldOf, tablesSaying, ticketOf } from '../../../test/support/organiser-reads.ts';
import type { TicketTypeRow } from '../../store/ticket-types.ts';
import { findTicketByCode } from '../../store/tickets.ts';
import { getContact } from '../../store/contacts.ts';
import { eraseContact } from '../contacts/contacts.ts';
import { transferTicket } from '../tickets/change-ticket.ts';
import { confirmOrder } from './confirm-order.ts';
import type { OrderInput } from './create-order.ts';
import type { TicketDetails } from './ticket-details.ts';

let fixture: OrganiserFixture;
let type: TicketTypeRow;
beforeEach(async () => {
  fixture = await openOrganiserFixture();
  type = await fixture.addTicketType();
});
afterEach(() => fixture.close());

function place(tickets: readonly TicketDetails[], order: Partial<OrderInput> = {}) {
  const lines = [{ sellable: type.reference, quantity: tickets.length, tickets }];
  return fixture.addOrder(type.reference, { ...order, lines });
}

const byCode = (code: string) =>
  fixture.database.read((tx) => findTicketByCode(tx, fixture.event.id, code));

describe('An order of tickets that were sold elsewhere', () => {
  it('gives each its code, its number there, and its holder, who may have a name only', async () => {
    const { order, tickets } = await place(
      [
        { code: 'XK-1', external_id: 'T1', holder: { email: 'b@example.org', first_name: 'Bo' } },
        { code: 'XK-2', external_id: 'T2', holder: { email: null, first_name: 'Bo' } },
        { holder: { email: null, first_name: 'Bo' } },
        {},
      ],
      { contact: { email: 'buyer@example.org' }, external_id: 'O-77' },
    );
    expect(tickets.map(({ code, external_id }) => [code, external_id])).toEqual([
      ['XK-1', 'T1'],
      ['XK-2', 'T2'],
      [null, null],
      [null, null],
    ]);
    expect(new Set(tickets.map(({ contact_id }) => contact_id)).size).toBe(4);
    expect(tickets[3]?.contact_id).toBe(order.contact_id);
    const named = await fixture.database.read((tx) => getContact(tx, tickets[1]?.contact_id ?? 0));
    expect(named).toMatchObject({ email: null, first_name: 'Bo', erased_at: null });
    expect(await byCode('XK-2')).toEqual(tickets[1]);
  });

  it('that waits for its payment gives them when it is confirmed', async () => {
    const { order, tickets } = await place([{ code: 'XK-1' }], { status: 'pending_payment' });
    expect(tickets).toEqual([]);
    await fixture.write((tx) => confirmOrder(tx, order.reference));
    expect(await byCode('XK-1')).toMatchObject({ order_id: order.id });
  });

  it('is refused with a code that a ticket of the event has, and nothing of it stays', async () => {
    await place([{ code: 'XK-1' }]);
    await expect(place([{ code: 'XK-2' }, { code: 'XK-1' }])).rejects.toMatchObject({
      code: 'transition.impossible',
      message: expect.stringContaining('"XK-1"'),
    });
    expect(await byCode('XK-2')).toBeUndefined();
    expect(await soldOf(fixture, type)).toBe(1);
  });

  it('leaves the code with the ticket that a transfer ends, and keeps the number there', async () => {
    const { tickets } = await place([{ code: 'XK-1', external_id: 'T1' }]);
    const issued = await fixture.write((tx) =>
      transferTicket(tx, tickets[0]?.reference ?? '', { email: 'new@example.org' }),
    );
    expect(issued).toMatchObject({ code: null, external_id: 'T1' });
    expect(await byCode('XK-1')).toMatchObject({ superseded_by: issued.id });
  });

  it('conceals the number there when the holder is erased', async () => {
    const { tickets } = await place([
      { code: 'XK-1', external_id: 'secret@example.org', holder: { email: null, last_name: 'S' } },
    ]);
    const [ticket] = tickets;
    const holder = await fixture.database.read((tx) => getContact(tx, ticket?.contact_id ?? 0));
    await fixture.write((tx) => eraseContact(tx, holder.reference));
    expect(await tablesSaying(fixture, /secret@/)).toEqual([]);
    expect((await ticketOf(fixture, ticket?.reference ?? '')).external_id).toMatch(/^erased:/);
  });
});
