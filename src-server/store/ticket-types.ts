import { sql } from 'kysely';
import type { Row } from '../database/schema.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import { findByReference, getById, listByOwner, newRow, updateById } from './rows.ts';

export type TicketTypeRow = Row<'ticket_types'>;
export type NewTicketType = Omit<
  TicketTypeRow,
  'id' | 'reference' | 'created_at' | 'updated_at' | 'sold'
>;

export function insertTicketType(
  tx: WriteTransaction,
  ticketType: NewTicketType,
): Promise<TicketTypeRow> {
  return tx.insert('ticket_types', { ...newRow(tx, 'ticketType'), ...ticketType, sold: 0 });
}

export const findTicketType = findByReference('ticket_types');

export const getTicketType = getById('ticket_types');

export const updateTicketTypeRow = updateById('ticket_types');

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
export const listTicketTypes = listByOwner('ticket_types', 'event_id');
