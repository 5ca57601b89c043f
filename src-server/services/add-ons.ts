import type { WriteTransaction } from '../database/transaction.ts';
import { insertAddOn, type AddOnRow } from '../repositories/add-ons.ts';
import { checkName, checkWhole } from './checks.ts';
import { liveEvent } from './events.ts';

/** Makes something that is sold beside tickets and handed out at the door. */
export async function createAddOn(
  tx: WriteTransaction,
  event: string,
  input: { readonly name: string; readonly price: number; readonly total: number | null },
): Promise<AddOnRow> {
  const { id } = await liveEvent(tx, event);
  return insertAddOn(tx, {
    event_id: id,
    name: checkName('name', input.name),
    price: checkWhole('price', input.price, 0),
    total: input.total === null ? null : checkWhole('total', input.total, 0),
  });
}
