import { sql } from 'kysely';
import type { Row } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import { newRow } from './rows.ts';

export type AddOnRow = Row<'add_ons'>;

export function insertAddOn(
  tx: WriteTransaction,
  addOn: Pick<AddOnRow, 'event_id' | 'name' | 'price' | 'total'>,
): Promise<AddOnRow> {
  return tx.db
    .insertInto('add_ons')
    .values({ ...newRow(tx, 'addOn'), ...addOn, sold: 0 })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findAddOn(tx: ReadTransaction, reference: string): Promise<AddOnRow | undefined> {
  return tx.db
    .selectFrom('add_ons')
    .selectAll()
    .where('reference', '=', reference)
    .executeTakeFirst();
}

export function getAddOn(tx: ReadTransaction, id: number): Promise<AddOnRow> {
  return tx.db.selectFrom('add_ons').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Of an event, oldest first. */
export function listAddOns(tx: ReadTransaction, eventId: number): Promise<AddOnRow[]> {
  return tx.db
    .selectFrom('add_ons')
    .selectAll()
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute();
}

/** Moves the live counter; a negative `quantity` returns capacity. */
export async function addSoldAddOns(
  tx: WriteTransaction,
  id: number,
  quantity: number,
): Promise<void> {
  await tx.db
    .updateTable('add_ons')
    .set({ sold: sql<number>`sold + ${quantity}`, updated_at: tx.timestamp() })
    .where('id', '=', id)
    .execute();
}
