import type { Row } from '../database/schema.ts';
import type { WriteTransaction } from '../database/transaction.ts';

export type TicketResaleRow = Row<'ticket_resales'>;

export function insertTicketResale(
  tx: WriteTransaction,
  resale: Omit<TicketResaleRow, 'id' | 'created_at' | 'updated_at'>,
): Promise<TicketResaleRow> {
  const stamp = tx.stamp();
  return tx.db
    .insertInto('ticket_resales')
    .values({ ...resale, created_at: stamp, updated_at: stamp })
    .returningAll()
    .executeTakeFirstOrThrow();
}
