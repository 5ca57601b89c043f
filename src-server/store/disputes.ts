import type { Row } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import { listByIds, newTimes } from './rows.ts';

export type DisputeRow = Row<'disputes'>;

export function insertDispute(
  tx: WriteTransaction,
  dispute: Omit<DisputeRow, 'id' | 'created_at' | 'updated_at'>,
): Promise<DisputeRow> {
  return tx.insert('disputes', { ...dispute, ...newTimes(tx) });
}

export const listDisputes = listByIds('disputes');

/** Those of the orders of which a payment was disputed. */
export async function listDisputedOrders(
  tx: ReadTransaction,
  orderIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (orderIds.length === 0) return new Set();
  const rows = await tx.db
    .selectFrom('disputes')
    .select('order_id')
    .where('order_id', 'is not', null)
    .where('order_id', 'in', orderIds)
    .execute();
  return new Set(rows.flatMap(({ order_id }) => order_id ?? []));
}

/** The newest report of a dispute, of one organiser or of any: the id is the processor's. */
export function findDispute(
  tx: ReadTransaction,
  dispute: string,
  organiserId: number | undefined,
): Promise<DisputeRow | undefined> {
  const reports = tx.db.selectFrom('disputes').selectAll().where('dispute', '=', dispute);
  const theirs =
    organiserId === undefined ? reports : reports.where('organiser_id', '=', organiserId);
  return theirs.orderBy('id', 'desc').limit(1).executeTakeFirst();
}
