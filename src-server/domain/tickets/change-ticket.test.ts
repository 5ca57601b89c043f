import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addMicros, MICROS_PER_HOUR } from '../../../shared/instant.ts';
import {
  openOrganiserFixture,
  type OrganiserFixture,
} from '../../../test/support/organiser-fixture.ts';
import { namesOf, soldOf, ticketOf } from '../../../test/support/organiser-reads.ts';
import type { TicketRow } from '../../store/tickets.ts';
import type { TicketTypeRow } from '../../store/ticket-types.ts';
import { cancelOrder } from '../sales/cancel-order.ts';
import { checkInTicket } from '../scans/check-in.ts';
import { createSession, updateSession } from '../events/sessions.ts';
import { updateTicketType } from '../events/ticket-types.ts';
import { cancelTicket, reassignTicket, transferTicket, updateTicket } from './change-ticket.ts';

let fixture: OrganiserFixture;
let type: TicketTypeRow;
let ticket: TicketRow;

beforeEach(async () => {
  fixture = await openOrganiserFixture();
  type = await fixture.addTicketType({ total: 2 });
  const { tickets } = await fixture.addOrder(type.reference, {
    contact: { email: 'ada@example.org', first_name: 'Ada' },
  });
  const [first] = tickets;
  if (first === undefined) throw new Error('expected a ticket');
  ticket = first;
  fixture.told.length = 0;
});
afterEach(() => fixture.close());

const carl = { email: 'carl@example.org', first_name: 'Carl', last_name: 'Ångström' };

describe('editing a ticket', () => {
  it('increments the revision, updates updated_at and emits an event', async () => {
    const edited = await fixture.write((tx) =>
      updateTicket(tx, ticket.reference, { seat_label: 'C 14' }),
    );
    expect(edited).toMatchObject({ seat_label: 'C 14', revision: 2, status: 'valid' });
    expect(edited.updated_at).toBeGreaterThan(ticket.updated_at);
    expect(fixture.told).toMatchObject([
      {
        name: 'ticket.updated',
        data: {
          ticket: ticket.reference,
          revision: 2,
          status: 'valid',
          ticket_type: type.reference,
        },
      },
    ]);
  });

  it('that changes nothing is no edit', async () => {
    const same = await fixture.write((tx) =>
      updateTicket(tx, ticket.reference, { status: 'valid' }),
    );
    expect(same).toEqual(ticket);
    expect(fixture.told).toEqual([]);
  });

  it('returns the place of a cancelled ticket, and takes it again when it is restored', async () => {
    await fixture.write((tx) => cancelTicket(tx, ticket.reference));
    expect(await soldOf(fixture, type)).toBe(0);
    const back = await fixture.write((tx) =>
      updateTicket(tx, ticket.reference, { status: 'valid' }),
    );
    expect(back).toMatchObject({ status: 'valid', voided_at: null, revision: 3 });
    expect(await soldOf(fixture, type)).toBe(1);
  });

  it('cannot restore a ticket when its place was sold, or its order is not confirmed', async () => {
    await fixture.write((tx) => cancelTicket(tx, ticket.reference));
    const { order } = await fixture.addOrder(type.reference, { quantity: 2 });
    const reinstate = () =>
      fixture.write((tx) => updateTicket(tx, ticket.reference, { status: 'valid' }));
    await expect(reinstate()).rejects.toMatchObject({ code: 'capacity.exceeded' });
    await fixture.write((tx) => cancelOrder(tx, order.reference, null));
    const [other] = (await fixture.addOrder(type.reference)).tickets;
    await fixture.database.write(async (tx) => {
      const row = await tx.db
        .selectFrom('orders')
        .select('reference')
        .where('id', '=', other?.order_id ?? 0)
        .executeTakeFirstOrThrow();
      return cancelOrder(tx, row.reference, null);
    });
    await expect(
      fixture.write((tx) => updateTicket(tx, other?.reference ?? '', { status: 'valid' })),
    ).rejects.toMatchObject({ code: 'transition.impossible' });
  });
});

describe('changing hands', () => {
  it('by reassignment repoints the holder and keeps the ticket', async () => {
    const edited = await fixture.write((tx) => reassignTicket(tx, ticket.reference, carl));
    expect(edited.contact_id).not.toBe(ticket.contact_id);
    expect(edited).toMatchObject({ reference: ticket.reference, revision: 2 });
    expect(namesOf(fixture)).toEqual(['ticket.updated']);
    await fixture.write((tx) => reassignTicket(tx, ticket.reference, carl));
    expect(namesOf(fixture)).toEqual(['ticket.updated']);
  });

  it('by transfer supersedes the old ticket and issues a new one on the order', async () => {
    const issued = await fixture.write((tx) => transferTicket(tx, ticket.reference, carl));
    expect(issued).toMatchObject({
      order_id: ticket.order_id,
      ticket_type_id: ticket.ticket_type_id,
      status: 'valid',
      revision: 1,
    });
    expect(issued.reference).not.toBe(ticket.reference);
    expect(issued.created_at).toBeGreaterThan(ticket.created_at);
    const old = await ticketOf(fixture, ticket.reference);
    expect(old).toMatchObject({ status: 'cancelled', superseded_by: issued.id, revision: 2 });
    expect(old.deleted_at).not.toBeNull();
    expect(old.updated_at).toBeGreaterThan(issued.updated_at);
    expect(await soldOf(fixture, type)).toBe(1);
    expect(fixture.told).toMatchObject([
      { name: 'ticket.updated', data: { ticket: ticket.reference, status: 'cancelled' } },
    ]);
    for (const reference of [ticket.reference]) {
      await expect(
        fixture.write((tx) => transferTicket(tx, reference, carl)),
      ).rejects.toMatchObject({ code: 'transition.impossible' });
    }
  });

  it('is impossible for a void ticket, and by transfer for an admitted one', async () => {
    await fixture.write((tx) =>
      checkInTicket(tx, fixture.client, {
        ticket: ticket.reference,
        scanner_location: null,
        session: null,
        locale: 'en',
      }),
    );
    await expect(fixture.write((tx) => transferTicket(tx, ticket.reference, carl))).rejects.toThrow(
      'has been admitted',
    );
    await fixture.write((tx) => cancelTicket(tx, ticket.reference));
    for (const change of [reassignTicket, transferTicket]) {
      await expect(fixture.write((tx) => change(tx, ticket.reference, carl))).rejects.toThrow(
        'is cancelled',
      );
    }
    await expect(fixture.write((tx) => cancelTicket(tx, ticket.reference))).rejects.toMatchObject({
      code: 'transition.impossible',
    });
  });
});

describe('what a ticket shows of others', () => {
  it('moves its updated_at without an edit when its type changes', async () => {
    await fixture.write((tx) => updateTicketType(tx, type.reference, { price: 1 }));
    expect((await ticketOf(fixture, ticket.reference)).updated_at).toBe(ticket.updated_at);
    await fixture.write((tx) =>
      updateTicketType(tx, type.reference, { valid_from: fixture.now() }),
    );
    const moved = await ticketOf(fixture, ticket.reference);
    expect(moved.updated_at).toBeGreaterThan(ticket.updated_at);
    expect(moved.revision).toBe(1);
    expect(namesOf(fixture)).toEqual([]);
  });

  it('moves its updated_at when its session changes', async () => {
    const session = await fixture.write((tx) =>
      createSession(tx, fixture.event.reference, {
        name: 'Matinee',
        starts_at: fixture.now(),
        ends_at: fixtureEnd(),
      }),
    );
    const [seat] = (await fixture.addOrder(type.reference, { session: session.reference })).tickets;
    await fixture.write((tx) => updateSession(tx, session.reference, { name: 'Soirée' }));
    const moved = await ticketOf(fixture, seat?.reference ?? '');
    expect(moved.updated_at).toBeGreaterThan(seat?.updated_at ?? Infinity);
  });
});

function fixtureEnd() {
  return addMicros(fixture.now(), MICROS_PER_HOUR);
}
