import type { ReadTransaction } from '../database/transaction.ts';
import type { EventRow } from '../store/events.ts';
import { listLocations } from '../store/locations.ts';
import { listTicketTypes } from '../store/ticket-types.ts';

/** More than enough to find tickets of four orders. */
const LOOKED_AT = 50;

/**
 * What samples of the API can be tried with at an event: tickets that are still to come in, of three orders, and what belongs to the first of them.
 * Null where there is none.
 */
export async function findDemoReferences(tx: ReadTransaction, event: EventRow) {
  // The first one is among the codes that are printed at the start, to be scanned.
  const [, first, second, third] = await expectedTickets(tx, event.id);
  const types = await listTicketTypes(tx, event.id);
  const offered = types.filter(({ total, sold }) => total === null || sold < total);
  const [north, south] = await listLocations(tx, event.id);
  return {
    event: event.reference,
    ticket: first?.ticket ?? null,
    otherTicket: second?.ticket ?? null,
    contact: first?.contact ?? null,
    otherContact: second?.contact ?? null,
    order: first?.order ?? null,
    otherOrder: third?.order ?? null,
    placedOrder: second?.order ?? null,
    ticketType: offered[0]?.reference ?? null,
    otherTicketType: offered[1]?.reference ?? null,
    location: north?.reference ?? null,
    otherLocation: south?.reference ?? null,
    scan: await lastAdmission(tx, event.id),
    addOnLine: await openAddOnLine(tx, event.id),
    session: null,
    // That of the guides.
    receiver: 'http://127.0.0.1:3000/hooks',
  };
}

/** One of each order. They may come in anywhere, now. */
async function expectedTickets(tx: ReadTransaction, eventId: number) {
  const rows = await tx.db
    .selectFrom('tickets as t')
    .innerJoin('orders as o', 'o.id', 't.order_id')
    .innerJoin('contacts as c', 'c.id', 't.contact_id')
    .innerJoin('ticket_types as y', 'y.id', 't.ticket_type_id')
    .select(['t.reference as ticket', 'o.reference as order', 'c.reference as contact'])
    .where('t.event_id', '=', eventId)
    .where('t.status', '=', 'valid')
    .where('t.deleted_at', 'is', null)
    .where('o.status', '=', 'paid')
    .where('y.entry_points', 'is', null)
    .where('y.valid_from', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('entry_scans as s').select('s.id').whereRef('s.ticket_id', '=', 't.id'),
        ),
      ),
    )
    .orderBy('t.id')
    .limit(LOOKED_AT)
    .execute();
  return [...Map.groupBy(rows, ({ order }) => order).values()].flatMap(([row]) => row ?? []);
}

async function lastAdmission(tx: ReadTransaction, eventId: number): Promise<string | null> {
  const row = await tx.db
    .selectFrom('entry_scans')
    .select('reference')
    .where('event_id', '=', eventId)
    .where('result', '=', 'allowed')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.reference ?? null;
}

async function openAddOnLine(tx: ReadTransaction, eventId: number): Promise<string | null> {
  const row = await tx.db
    .selectFrom('order_lines as l')
    .innerJoin('orders as o', 'o.id', 'l.order_id')
    .select('l.reference')
    .where('l.event_id', '=', eventId)
    .where('l.kind', '=', 'add_on')
    .where('o.status', '=', 'paid')
    .whereRef('l.redeemed', '<', 'l.quantity')
    .orderBy('l.id')
    .limit(1)
    .executeTakeFirst();
  return row?.reference ?? null;
}
