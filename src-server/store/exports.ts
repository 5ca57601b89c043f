import { sql } from 'kysely';
import type { Row } from '../database/schema.ts';
import type { ReadTransaction } from '../database/transaction.ts';
import { isAuditChosen, whoDidIt, type AuditChoice } from './lists/walk-small.ts';
import { isOwnedInWalk } from './rows.ts';
import { chosenTickets, type TicketFilter } from './tickets.ts';

/** Rows after the one with the number `after`, in the order of their numbers. */
export interface Part {
  readonly after: number;
  readonly limit: number;
}

/** Orders with their event and buyer: of an event, or of an organiser. */
export function listOrderPart(
  tx: ReadTransaction,
  of: { readonly eventId: number } | { readonly organiserId: number },
  { after, limit }: Part,
) {
  return tx.db
    .selectFrom('orders as o')
    .innerJoin('events as e', 'e.id', 'o.event_id')
    .leftJoin('contacts as c', 'c.id', 'o.contact_id')
    .selectAll('o')
    .select(['e.reference as event', 'e.timezone', 'c.email', 'c.first_name', 'c.last_name'])
    .$if('eventId' in of, (query) =>
      query.where(isOwnedInWalk('o.event_id', 'eventId' in of ? of.eventId : 0)),
    )
    .$if('organiserId' in of, (query) =>
      query.where(isOwnedInWalk('o.organiser_id', 'organiserId' in of ? of.organiserId : 0)),
    )
    .where('o.id', '>', after)
    .orderBy('o.id')
    .limit(limit)
    .execute();
}

const every = sql<number | string>`count(*)`.as('count');

/** How many rows the walks through these tables will find; with the index of their owner, which a walk goes without. PostgreSQL gives counts as text. */
export const countRows = {
  scans: (tx: ReadTransaction, eventId: number) =>
    counted(tx.db.selectFrom('entry_scans').where('event_id', '=', eventId).select(every)),
  tickets: (tx: ReadTransaction, eventId: number, filter: TicketFilter) =>
    counted(chosenTickets(tx, filter).where('event_id', '=', eventId).select(every)),
  orders: (
    tx: ReadTransaction,
    of: { readonly eventId: number } | { readonly organiserId: number },
  ) => {
    const orders = tx.db.selectFrom('orders').select(every);
    return counted(
      'eventId' in of
        ? orders.where('event_id', '=', of.eventId)
        : orders.where('organiser_id', '=', of.organiserId),
    );
  },
  contacts: (tx: ReadTransaction, organiserId: number) =>
    counted(
      tx.db
        .selectFrom('contacts')
        .where('organiser_id', '=', organiserId)
        .where('erased_at', 'is', null)
        .select(every),
    ),
  waiting: (tx: ReadTransaction, eventId: number, filter: TicketFilter) =>
    counted(
      waitingLines(tx, eventId, filter).select(({ fn }) =>
        fn.sum<number | string | null>('l.quantity').as('count'),
      ),
    ),
};

async function counted(query: {
  readonly executeTakeFirstOrThrow: () => Promise<{ readonly count: number | string | null }>;
}): Promise<number> {
  return Number((await query.executeTakeFirstOrThrow()).count ?? 0);
}

/** Without people who were erased. */
export function listContactPart(
  tx: ReadTransaction,
  organiserId: number,
  { after, limit }: Part,
): Promise<readonly Row<'contacts'>[]> {
  return tx.db
    .selectFrom('contacts')
    .selectAll()
    .where(isOwnedInWalk('organiser_id', organiserId))
    .where('erased_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** With who did it, and the currency of what it was done to, where that has one. */
export function listAuditPart(
  tx: ReadTransaction,
  { organiserId, ...choice }: AuditChoice & { readonly organiserId: number },
  { after, limit }: Part,
): Promise<
  readonly (Row<'audit_log'> & { readonly who: string; readonly currency: string | null })[]
> {
  let entries = tx.db
    .selectFrom('audit_log as k')
    .selectAll('k')
    .select([whoDidIt.as('who'), currencyOf.as('currency')])
    .where(isOwnedInWalk('k.organiser_id', organiserId))
    .where('k.id', '>', after)
    .orderBy('k.id')
    .limit(limit);
  for (const condition of isAuditChosen(choice)) entries = entries.where(condition);
  return entries.execute();
}

/** An order and a dispute have their own, and all else that costs something its event's. */
const currencyOf = sql<string | null>`coalesce(
  (select o.currency from orders o where o.reference = k.resource),
  (select e.currency from tickets t join events e on e.id = t.event_id where t.reference = k.resource),
  (select e.currency from ticket_types t join events e on e.id = t.event_id where t.reference = k.resource),
  (select e.currency from add_ons a join events e on e.id = a.event_id where a.reference = k.resource),
  (select d.currency from disputes d where k.operation = 'dispute.create'
    and d.organiser_id = k.organiser_id and d.dispute = k.resource and d.currency is not null limit 1))`;

/** What the orders of these tickets say of each: who bought it, and for how much; `place`: how many tickets of its line are before it, if that matters. PostgreSQL gives counts as text. */
export async function listTicketSales(tx: ReadTransaction, ticketIds: readonly number[]) {
  if (ticketIds.length === 0) return [];
  return tx.db
    .selectFrom('tickets as t')
    .innerJoin('orders as o', 'o.id', 't.order_id')
    .leftJoin('order_lines as l', 'l.id', 't.order_line_id')
    .leftJoin('contacts as c', 'c.id', 'o.contact_id')
    .select(['t.id', 't.order_id', 't.code', 'o.currency', 'l.unit_price', 'l.rounding'])
    .select((sale) =>
      sale
        .selectFrom('tickets as e')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('l.rounding', '>', 0)
        .whereRef('e.order_id', '=', 't.order_id')
        .whereRef('e.order_line_id', '=', 't.order_line_id')
        .where('e.superseded_by', 'is', null)
        .whereRef('e.id', '<', 't.id')
        .as('place'),
    )
    .select(['c.email', 'c.first_name', 'c.last_name'])
    .where('t.id', 'in', ticketIds)
    .execute();
}

/** The first of the tickets of these orders that were not superseded, among those that the filter allows. */
export async function listFirstTickets(
  tx: ReadTransaction,
  orderIds: readonly number[],
  { ticketTypeId, statuses }: TicketFilter,
) {
  if (orderIds.length === 0) return [];
  return tx.db
    .selectFrom('tickets')
    .select('order_id')
    .select(({ fn }) => fn.min<number>('id').as('id'))
    .where('order_id', 'in', orderIds)
    .where('deleted_at', 'is', null)
    .$if(ticketTypeId !== undefined, (query) =>
      query.where('ticket_type_id', '=', ticketTypeId ?? 0),
    )
    .$if(statuses !== undefined, (query) => query.where('status', 'in', statuses ?? []))
    .groupBy('order_id')
    .execute();
}

/** How many tickets of these orders were not superseded. PostgreSQL gives counts as text. */
export async function countOrderTickets(tx: ReadTransaction, orderIds: readonly number[]) {
  if (orderIds.length === 0) return [];
  return tx.db
    .selectFrom('tickets')
    .select('order_id')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('order_id', 'in', orderIds)
    .where('deleted_at', 'is', null)
    .groupBy('order_id')
    .execute();
}

/** The first line of each of these orders that is of tickets that the filter allows. */
export async function listFirstLines(
  tx: ReadTransaction,
  orderIds: readonly number[],
  { ticketTypeId }: TicketFilter,
) {
  if (orderIds.length === 0) return [];
  return tx.db
    .selectFrom('order_lines')
    .select('order_id')
    .select(({ fn }) => fn.min<number>('id').as('id'))
    .where('order_id', 'in', orderIds)
    .where('kind', '=', 'ticket')
    .$if(ticketTypeId !== undefined, (query) =>
      query.where('ticket_type_id', '=', ticketTypeId ?? 0),
    )
    .groupBy('order_id')
    .execute();
}

/** How many of each add-on these orders have. PostgreSQL gives sums as text. */
export async function listAddOnTotals(tx: ReadTransaction, orderIds: readonly number[]) {
  if (orderIds.length === 0) return [];
  return tx.db
    .selectFrom('order_lines')
    .select(['order_id', 'add_on_id'])
    .select(({ fn }) => fn.sum<number | string>('quantity').as('quantity'))
    .where('order_id', 'in', orderIds)
    .where('add_on_id', 'is not', null)
    .where('quantity', '>', 0)
    .groupBy(['order_id', 'add_on_id'])
    .execute();
}

/** Lines of tickets that are issued once their orders are paid, with the orders and their buyers. */
export function listWaitingLines(
  tx: ReadTransaction,
  eventId: number,
  filter: TicketFilter,
  { after, limit }: Part,
) {
  return waitingLines(tx, eventId, filter)
    .leftJoin('contacts as c', 'c.id', 'o.contact_id')
    .select(['l.id', 'l.order_id', 'l.ticket_type_id', 'l.session_id', 'l.quantity'])
    .select(['l.unit_price', 'l.rounding', 'l.seat_labels', 'l.ticket_details'])
    .select(['l.created_at', 'l.updated_at'])
    .select(['o.reference as order', 'o.external_id', 'o.currency', 'o.contact_id'])
    .select(['c.email', 'c.first_name', 'c.last_name'])
    .where('l.id', '>', after)
    .orderBy('l.id')
    .limit(limit)
    .execute();
}

function waitingLines(
  tx: ReadTransaction,
  eventId: number,
  { ticketTypeId, orderId }: TicketFilter,
) {
  return tx.db
    .selectFrom('order_lines as l')
    .innerJoin('orders as o', 'o.id', 'l.order_id')
    .where('o.event_id', '=', eventId)
    .where('o.status', '=', 'pending_payment')
    .where('l.kind', '=', 'ticket')
    .$if(ticketTypeId !== undefined, (query) =>
      query.where('l.ticket_type_id', '=', ticketTypeId ?? 0),
    )
    .$if(orderId !== undefined, (query) => query.where('l.order_id', '=', orderId ?? 0));
}

/** The admissions of these tickets, by their numbers, earliest first. */
export async function listAdmissions(tx: ReadTransaction, ticketIds: readonly number[]) {
  if (ticketIds.length === 0) return [];
  return tx.db
    .selectFrom('entry_scans as s')
    .leftJoin('locations as l', 'l.id', 's.location_id')
    .select(['s.ticket_id', 's.scanned_at', 'l.name as entry_point'])
    .where('s.ticket_id', 'in', ticketIds)
    .where('s.result', '=', 'allowed')
    .orderBy('s.scanned_at')
    .orderBy('s.id')
    .execute();
}
