import type { Row } from '../database/schema.ts';
import type { WriteTransaction } from '../database/transaction.ts';

export type DisputeRow = Row<'disputes'>;

export function insertDispute(
  tx: WriteTransaction,
  dispute: Pick<DisputeRow, 'organiser_id' | 'dispute' | 'charge' | 'amount' | 'reason'>,
): Promise<DisputeRow> {
  const timestamp = tx.timestamp();
  return tx.db
    .insertInto('disputes')
    .values({ ...dispute, created_at: timestamp, updated_at: timestamp })
    .returningAll()
    .executeTakeFirstOrThrow();
}
