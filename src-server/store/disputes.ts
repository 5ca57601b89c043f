import type { Row } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import { listByIds, newTimes } from './rows.ts';

export type DisputeRow = Row<'disputes'>;

export function insertDispute(
  tx: WriteTransaction,
  dispute: Pick<DisputeRow, 'organiser_id' | 'dispute' | 'charge' | 'amount' | 'reason'>,
): Promise<DisputeRow> {
  return tx.insert('disputes', { ...dispute, ...newTimes(tx) });
}

export const listDisputes = listByIds('disputes');

/** The newest report of a dispute. */
export function findDispute(tx: ReadTransaction, dispute: string): Promise<DisputeRow | undefined> {
  return tx.db
    .selectFrom('disputes')
    .selectAll()
    .where('dispute', '=', dispute)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
