import { sql } from 'kysely';
import { compileStatement } from '../db/query.ts';
import { instantFromMicros } from '../../shared/instant.ts';
import type { Changes, Row } from '../db/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../db/transaction.ts';
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

const insert = compileStatement((db) =>
  db
    .insertInto('tickets')
    .values({
      reference: '',
      event_id: 0,
      order_id: 0,
      order_line_id: 0,
      ticket_type_id: 0,
      contact_id: 0,
      session_id: 0,
      status: 'valid',
      seat_label: '',
      code: '',
      revision: 0,
      valid_from: instantFromMicros(0),
      valid_until: instantFromMicros(0),
      entry_points: '',
      created_at: instantFromMicros(0),
      updated_at: instantFromMicros(0),
    })
    .returningAll(),
);

export async function insertTicket(tx: WriteTransaction, ticket: NewTicket): Promise<TicketRow> {
  const { reference, created_at, updated_at } = newRow(tx, 'ticket');
  const row = await tx.first(insert, [
    reference,
    ticket.event_id,
    ticket.order_id,
    ticket.order_line_id,
    ticket.ticket_type_id,
    ticket.contact_id,
    ticket.session_id,
    'valid',
    ticket.seat_label,
    null,
    1,
    ticket.valid_from ?? null,
    ticket.valid_until ?? null,
    ticket.entry_points ?? null,
    created_at,
    updated_at,
  ]);
  if (row === undefined) throw new Error('expected the inserted ticket');
  return row;
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

export async function isAdmitted(tx: ReadTransaction, ticketId: number): Promise<boolean> {
  const row = await tx.db
    .selectFrom('entry_scans')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .where('result', '=', 'allowed')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
