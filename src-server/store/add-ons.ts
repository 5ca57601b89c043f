import { sql } from 'kysely';
import type { Row } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import {
  findByReference,
  getById,
  listByOwner,
  newRow,
  updateById,
  usesOf,
  type Uses,
} from './rows.ts';

export type AddOnRow = Row<'add_ons'>;

export function insertAddOn(
  tx: WriteTransaction,
  addOn: Pick<AddOnRow, 'event_id' | 'name' | 'price' | 'total'>,
): Promise<AddOnRow> {
  return tx.insert('add_ons', { ...newRow(tx, 'addOn'), ...addOn, sold: 0, archived_at: null });
}

export const updateAddOnRow = updateById('add_ons');

export async function deleteAddOn(tx: WriteTransaction, id: number): Promise<void> {
  await tx.db.deleteFrom('add_ons').where('id', '=', id).execute();
}

/** The orders that contain the add-on. */
export async function ordersWith(tx: ReadTransaction, addOnId: number): Promise<Uses> {
  const found = await tx.db
    .selectFrom('orders')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('count'),
      fn.max<string | null>('reference').as('last'),
    ])
    .where('id', 'in', (eb) =>
      eb.selectFrom('order_lines').select('order_id').where('add_on_id', '=', addOnId),
    )
    .executeTakeFirstOrThrow();
  return usesOf(found);
}

/** The entries of the waiting list for the add-on. */
export async function entriesFor(tx: ReadTransaction, addOnId: number): Promise<Uses> {
  const found = await tx.db
    .selectFrom('waitlist_entries')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('count'),
      fn.max<string | null>('reference').as('last'),
    ])
    .where('add_on_id', '=', addOnId)
    .executeTakeFirstOrThrow();
  return usesOf(found);
}

export const findAddOn = findByReference('add_ons');

export const getAddOn = getById('add_ons');

/** Of an event, oldest first, including archived ones. */
export const listAddOns = listByOwner('add_ons', 'event_id');

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
