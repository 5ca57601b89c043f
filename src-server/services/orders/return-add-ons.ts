import type { WriteTransaction } from '../../database/transaction.ts';
import { listOrderLines, type OrderRow } from '../../repositories/orders.ts';
import { getSellable, returnPlaces } from '../sellables.ts';

/** Returns what the order's add-on lines took. */
export async function returnAddOns(tx: WriteTransaction, order: OrderRow): Promise<void> {
  for (const line of await listOrderLines(tx, order.id)) {
    if (line.kind === 'add_on') await returnPlaces(tx, await getSellable(tx, line), line.quantity);
  }
}
