import { sql } from 'kysely';
import { FIRST_ISSUE } from '../../shared/ticket-code/code-payload.ts';
import { soldCodeKey } from '../../shared/ticket-code/sold-code.ts';
import { prepareQuery, type AmongParameter, type Parameter } from '../database/prepared-query.ts';
import type { Changes, Row } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import { listAdmitted } from './entry-scans.ts';
import { seatKey } from './lists/name-words.ts';
import { findByReference, getById, isOwnedInWalk, listByOwner, newRow, newTimes } from './rows.ts';

export type TicketRow = Row<'tickets'>;

/** Fields set when a ticket is issued; the others have defaults. `created_at` is now unless a past is made up. */
export type NewTicket = Pick<
  TicketRow,
  | 'event_id'
  | 'order_id'
  | 'order_line_id'
  | 'ticket_type_id'
  | 'contact_id'
  | 'session_id'
  | 'seat_label'
> &
  Partial<
    Pick<
      TicketRow,
      | 'status'
      | 'voided_at'
      | 'code'
      | 'external_id'
      | 'valid_from'
      | 'valid_until'
      | 'entry_points'
      | 'door_note'
      | 'flags'
      | 'created_at'
    >
  >;

/** Inserts a ticket, which is valid if nothing else is said. */
export function insertTicket(tx: WriteTransaction, ticket: NewTicket): Promise<TicketRow> {
  return tx.insert('tickets', issued(tx, ticket));
}

/** Likewise; returns them in order. */
export function insertTickets(
  tx: WriteTransaction,
  tickets: readonly NewTicket[],
): Promise<readonly TicketRow[]> {
  return tx.insertAll(
    'tickets',
    tickets.map((ticket) => issued(tx, ticket)),
  );
}

function issued(tx: WriteTransaction, ticket: NewTicket): Omit<TicketRow, 'id'> {
  return {
    ...newRow(tx, 'ticket', ticket.created_at ?? null),
    event_id: ticket.event_id,
    order_id: ticket.order_id,
    order_line_id: ticket.order_line_id,
    ticket_type_id: ticket.ticket_type_id,
    contact_id: ticket.contact_id,
    session_id: ticket.session_id,
    status: ticket.status ?? 'valid',
    seat_label: ticket.seat_label,
    seat_key: seatKey(ticket.seat_label),
    ...codeColumns(ticket.code ?? null),
    external_id: ticket.external_id ?? null,
    code_issue: FIRST_ISSUE,
    revision: 1,
    valid_from: ticket.valid_from ?? null,
    valid_until: ticket.valid_until ?? null,
    entry_points: ticket.entry_points ?? null,
    door_note: ticket.door_note ?? null,
    flags: ticket.flags ?? null,
    voided_at: ticket.voided_at ?? null,
    superseded_by: null,
    deleted_at: null,
  };
}

/** The columns of a code as sold elsewhere. */
export function codeColumns(code: string | null): Pick<TicketRow, 'code' | 'code_key'> {
  return { code, code_key: code === null ? null : soldCodeKey(code) };
}

export const findTicket = findByReference('tickets');

export const getTicket = getById('tickets');

/** Tickets of the event, superseded ones too, whose code as sold elsewhere has one of these keys (`soldCodeKey`). */
export async function listTicketsByCodeKey(
  tx: ReadTransaction,
  eventId: number,
  keys: readonly string[],
): Promise<readonly (TicketRow & { readonly code: string })[]> {
  if (keys.length === 0) return [];
  return tx.db
    .selectFrom('tickets')
    .selectAll()
    .where('event_id', '=', eventId)
    .where('code_key', 'in', keys)
    .where('code_key', 'is not', null)
    .$narrowType<{ code: string }>()
    .execute();
}

/** Tickets of the event, superseded ones too, with this number in the shop that sold them. */
export function listTicketsByExternalId(
  tx: ReadTransaction,
  eventId: number,
  number: string,
): Promise<readonly TicketRow[]> {
  return tx.db
    .selectFrom('tickets')
    .selectAll()
    .where('event_id', '=', eventId)
    .where('external_id', '=', number)
    .where('external_id', 'is not', null)
    .execute();
}

/** The ticket of the event, superseded or not, that was sold elsewhere under exactly this code. */
export async function findTicketByCode(
  tx: ReadTransaction,
  eventId: number,
  code: string,
): Promise<TicketRow | undefined> {
  const found = await listTicketsByCodeKey(tx, eventId, [soldCodeKey(code)]);
  return found.find((ticket) => ticket.code === code);
}

/** Finds the ticket and locks it as a check-in does, so that the two cannot decide concurrently. */
export function lockTicket(
  tx: WriteTransaction,
  reference: string,
): Promise<TicketRow | undefined> {
  return tx.db
    .selectFrom('tickets')
    .selectAll()
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirst();
}

/** Every ticket of the order, including superseded ones, in the order in which they were issued. */
export const listOrderTickets = listByOwner('tickets', 'order_id');

/** Likewise of several orders. */
export async function listTicketsOfOrders(
  tx: ReadTransaction,
  orderIds: readonly number[],
): Promise<readonly TicketRow[]> {
  if (orderIds.length === 0) return [];
  return tx.db
    .selectFrom('tickets')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('id')
    .execute();
}

interface Texts {
  readonly eventId: number;
  readonly texts: readonly string[];
}
interface References {
  readonly references: readonly string[];
}

const byCodeKeys = prepareQuery((db, $: Parameter<Texts>, isAmong: AmongParameter<Texts>) =>
  db
    .selectFrom('tickets')
    .select(['id', 'order_id', 'reference', 'code', 'superseded_by'])
    .where('event_id', '=', $('eventId'))
    .where(isAmong('code_key', 'texts'))
    .where('code_key', 'is not', null),
);
/** The event is no condition: SQLite would read all of its tickets to find these. */
const byReferences = prepareQuery(
  (db, _: Parameter<References>, isAmong: AmongParameter<References>) =>
    db
      .selectFrom('tickets')
      .select(['id', 'event_id', 'order_id'])
      .where(isAmong('reference', 'references')),
);
const byExternalIds = prepareQuery((db, $: Parameter<Texts>, isAmong: AmongParameter<Texts>) =>
  db
    .selectFrom('tickets')
    .select(['id', 'order_id'])
    .where('event_id', '=', $('eventId'))
    .where(isAmong('external_id', 'texts'))
    .where('external_id', 'is not', null),
);
const bySeats = prepareQuery((db, $: Parameter<Texts>, isAmong: AmongParameter<Texts>) =>
  db
    .selectFrom('tickets')
    .select(['id', 'reference', 'session_id', 'seat_key'])
    .where('event_id', '=', $('eventId'))
    .where(isAmong('seat_key', 'texts'))
    .where('seat_key', 'is not', null)
    .where('voided_at', 'is', null)
    .where('deleted_at', 'is', null),
);

/** Where tickets of the event are that have one of these codes, references or numbers, superseded or not. */
export const findTicketPlaces = {
  byCodeKeys: (tx: ReadTransaction, eventId: number, texts: readonly string[]) =>
    tx.all(byCodeKeys, { eventId, texts }),
  byReferences: async (tx: ReadTransaction, eventId: number, references: readonly string[]) => {
    // PostgreSQL may look through a whole index for none of them.
    if (references.length === 0) return [];
    const found = await tx.all(byReferences, { references });
    return found.filter(({ event_id }) => event_id === eventId);
  },
  byExternalIds: (tx: ReadTransaction, eventId: number, texts: readonly string[]) =>
    tx.all(byExternalIds, { eventId, texts }),
  /** Those that take their seat. */
  bySeatKeys: (tx: ReadTransaction, eventId: number, texts: readonly string[]) =>
    tx.all(bySeats, { eventId, texts }),
};

/** Which tickets of an event; a field that is not given leaves none out. */
export interface TicketFilter {
  readonly ticketTypeId?: number;
  readonly orderId?: number;
  readonly statuses?: readonly TicketRow['status'][];
}

/** Tickets of an event that were not superseded, in the order in which they were issued, after the ticket `after`. */
export function listTicketKeys(
  tx: ReadTransaction,
  {
    eventId,
    after,
    limit,
    filter = {},
  }: {
    readonly eventId: number;
    readonly after: number;
    readonly limit: number;
    readonly filter?: TicketFilter;
  },
): Promise<readonly Pick<TicketRow, 'id' | 'reference' | 'updated_at'>[]> {
  return chosenTickets(tx, filter)
    .select(['id', 'reference', 'updated_at'])
    .where(isOwnedInWalk('event_id', eventId))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Tickets that were not superseded, of whatever event. */
export function chosenTickets(
  tx: ReadTransaction,
  { ticketTypeId, orderId, statuses }: TicketFilter,
) {
  let query = tx.db.selectFrom('tickets').where('deleted_at', 'is', null);
  if (ticketTypeId !== undefined) query = query.where('ticket_type_id', '=', ticketTypeId);
  if (orderId !== undefined) query = query.where('order_id', '=', orderId);
  if (statuses !== undefined) query = query.where('status', 'in', statuses);
  return query;
}

/** Sets the ticket's number in the system it was imported from; no edit, so `revision` stays. */
export async function setExternalId(
  tx: WriteTransaction,
  id: number,
  externalId: string,
): Promise<void> {
  await tx.db
    .updateTable('tickets')
    .set({ external_id: externalId, updated_at: tx.timestamp() })
    .where('id', '=', id)
    .execute();
}

/** An edit: increments `revision`. */
export function updateTicketRow(
  tx: WriteTransaction,
  id: number,
  changes: Changes<'tickets'>,
): Promise<TicketRow> {
  return tx.db
    .updateTable('tickets')
    .set({
      ...changes,
      ...(changes.seat_label !== undefined && { seat_key: seatKey(changes.seat_label) }),
      ...(changes.code !== undefined && codeColumns(changes.code)),
      revision: sql<number>`revision + 1`,
      updated_at: tx.timestamp(),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Updates `updated_at` after a change of a ticket type, session or holder, so that incremental readers fetch the tickets again.
 * This is not an edit of the ticket, so `revision` stays.
 */
export async function touchTickets(
  tx: WriteTransaction,
  column: 'ticket_type_id' | 'session_id' | 'contact_id',
  id: number,
): Promise<void> {
  await tx.db
    .updateTable('tickets')
    .set({ updated_at: tx.timestamp() })
    .where(column, '=', id)
    .execute();
}

/** Tickets of a session that would still admit: valid and not superseded. */
export async function countValidTickets(tx: ReadTransaction, sessionId: number): Promise<number> {
  const row = await tx.db
    .selectFrom('tickets')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('session_id', '=', sessionId)
    .where('status', '=', 'valid')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function isAdmitted(tx: WriteTransaction, ticketId: number): Promise<boolean> {
  return (await listAdmitted(tx, [ticketId])).has(ticketId);
}

export function insertTicketResale(
  tx: WriteTransaction,
  resale: Omit<Row<'ticket_resales'>, 'id' | 'created_at' | 'updated_at'>,
): Promise<Row<'ticket_resales'>> {
  return tx.insert('ticket_resales', { ...resale, ...newTimes(tx) });
}
