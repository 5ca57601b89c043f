import { sql } from 'kysely';
import { FIRST_ISSUE } from '../../shared/ticket-code/code-payload.ts';
import type { Changes, Row } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import { listTicketScans } from './entry-scans.ts';
import { newRow } from './new-row.ts';

export type TicketRow = Row<'tickets'>;

/** What an issued ticket starts with; the rest has a beginning of its own. */
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
  Partial<Pick<TicketRow, 'valid_from' | 'valid_until' | 'entry_points'>>;

/** Issues a ticket, valid. */
export function insertTicket(tx: WriteTransaction, ticket: NewTicket): Promise<TicketRow> {
  return tx.insert('tickets', {
    ...newRow(tx, 'ticket'),
    event_id: ticket.event_id,
    order_id: ticket.order_id,
    order_line_id: ticket.order_line_id,
    ticket_type_id: ticket.ticket_type_id,
    contact_id: ticket.contact_id,
    session_id: ticket.session_id,
    status: 'valid',
    seat_label: ticket.seat_label,
    code: null,
    code_issue: FIRST_ISSUE,
    revision: 1,
    valid_from: ticket.valid_from ?? null,
    valid_until: ticket.valid_until ?? null,
    entry_points: ticket.entry_points ?? null,
    voided_at: null,
    superseded_by: null,
    deleted_at: null,
  });
}

export function findTicket(tx: ReadTransaction, reference: string): Promise<TicketRow | undefined> {
  return tx.db
    .selectFrom('tickets')
    .selectAll()
    .where('reference', '=', reference)
    .executeTakeFirst();
}

/** Every ticket of the order, superseded ones as well, in the order in which they were issued. */
export function listOrderTickets(
  tx: ReadTransaction,
  orderId: number,
): Promise<readonly TicketRow[]> {
  return tx.db
    .selectFrom('tickets')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
}

/** Tickets of an event that were not superseded, in the order in which they were issued, from the one after `after` on. */
export function listTicketKeys(
  tx: ReadTransaction,
  {
    eventId,
    after,
    limit,
  }: { readonly eventId: number; readonly after: number; readonly limit: number },
): Promise<readonly Pick<TicketRow, 'id' | 'reference' | 'updated_at'>[]> {
  return tx.db
    .selectFrom('tickets')
    .select(['id', 'reference', 'updated_at'])
    .where('event_id', '=', eventId)
    .where('id', '>', after)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** An edit: `revision` goes up by one. */
export function editTicket(
  tx: WriteTransaction,
  id: number,
  changes: Changes<'tickets'>,
): Promise<TicketRow> {
  return tx.db
    .updateTable('tickets')
    .set({ ...changes, revision: sql<number>`revision + 1`, updated_at: tx.stamp() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * What tickets show of their ticket type, session or holder has changed: `updated_at` moves so that incremental readers see them
 * again. It is no edit of the ticket, so `revision` stays.
 */
export async function touchTickets(
  tx: WriteTransaction,
  column: 'ticket_type_id' | 'session_id' | 'contact_id',
  id: number,
): Promise<void> {
  await tx.db
    .updateTable('tickets')
    .set({ updated_at: tx.stamp() })
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
  const scans = await listTicketScans(tx, ticketId);
  return scans.some(({ result }) => result === 'allowed');
}
