import type { WriteTransaction } from '../database/transaction.ts';
import { insertAddOn, type AddOnRow } from '../store/add-ons.ts';
import { listOrderLines, type OrderRow } from '../store/orders.ts';
import { checkName, checkWhole } from './checks.ts';
import { liveEvent } from './events.ts';
import { getSellable, returnPlaces } from './sellables.ts';

/** Creates an add-on: something sold with tickets and handed out at the door. */
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

/** Returns the capacity that the order's add-on lines took. */
export async function returnAddOns(tx: WriteTransaction, order: OrderRow): Promise<void> {
  for (const line of await listOrderLines(tx, order.id)) {
    if (line.kind === 'add_on') await returnPlaces(tx, await getSellable(tx, line), line.quantity);
  }
}
