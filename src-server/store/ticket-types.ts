import { sql } from 'kysely';
import { prepareQuery, type Parameter } from '../database/prepared-query.ts';
import type { Changes, Row } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import { expectRow, newRow } from './rows.ts';

export type TicketTypeRow = Row<'ticket_types'>;
export type NewTicketType = Omit<
  TicketTypeRow,
  'id' | 'reference' | 'created_at' | 'updated_at' | 'sold'
>;

export function insertTicketType(
  tx: WriteTransaction,
  ticketType: NewTicketType,
): Promise<TicketTypeRow> {
  return tx.db
    .insertInto('ticket_types')
    .values({ ...newRow(tx, 'ticketType'), ...ticketType, sold: 0 })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findTicketType(
  tx: ReadTransaction,
  reference: string,
): Promise<TicketTypeRow | undefined> {
  return tx.db
    .selectFrom('ticket_types')
    .selectAll()
    .where('reference', '=', reference)
    .executeTakeFirst();
}

const byId = prepareQuery((db, $: Parameter<{ id: number }>) =>
  db.selectFrom('ticket_types').selectAll().where('id', '=', $('id')),
);

export async function getTicketType(tx: ReadTransaction, id: number): Promise<TicketTypeRow> {
  return expectRow(await tx.first(byId, { id }), 'ticket_types', id);
}

export function updateTicketTypeRow(
  tx: WriteTransaction,
  id: number,
  changes: Changes<'ticket_types'>,
): Promise<TicketTypeRow> {
  return tx.db
    .updateTable('ticket_types')
    .set({ ...changes, updated_at: tx.timestamp() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Moves the live counter; a negative `quantity` returns capacity. */
export async function addSoldTickets(
  tx: WriteTransaction,
  id: number,
  quantity: number,
): Promise<void> {
  await tx.db
    .updateTable('ticket_types')
    .set({ sold: sql<number>`sold + ${quantity}`, updated_at: tx.timestamp() })
    .where('id', '=', id)
    .execute();
}

/** Oldest first. */
export function listTicketTypes(
  tx: ReadTransaction,
  eventId: number,
): Promise<readonly TicketTypeRow[]> {
  return tx.db
    .selectFrom('ticket_types')
    .selectAll()
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute();
}
