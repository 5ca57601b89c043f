import type { Row } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import { newTimes } from './rows.ts';

export type RedemptionRow = Row<'redemptions'>;

export function findRedemption(
  tx: ReadTransaction,
  orderLineId: number,
  clientReference: string,
): Promise<RedemptionRow | undefined> {
  return tx.db
    .selectFrom('redemptions')
    .selectAll()
    .where('order_line_id', '=', orderLineId)
    .where('client_reference', '=', clientReference)
    .executeTakeFirst();
}

export function insertRedemption(
  tx: WriteTransaction,
  redemption: Omit<RedemptionRow, 'id' | 'created_at' | 'updated_at'>,
): Promise<RedemptionRow> {
  return tx.insert('redemptions', { ...redemption, ...newTimes(tx) });
}
