import { compileStatement } from '../../database/query.ts';
import type { ReadTransaction } from '../../database/transaction.ts';

const selectOrder = compileStatement((db) =>
  db.selectFrom('orders').select('id').where('event_id', '=', 0).where('reference', '=', ''),
);

/** The row of an event's order, or null. */
export async function findOrderOfEvent(
  tx: ReadTransaction,
  eventId: number,
  reference: string,
): Promise<number | null> {
  return (await tx.first(selectOrder, [eventId, reference]))?.id ?? null;
}
