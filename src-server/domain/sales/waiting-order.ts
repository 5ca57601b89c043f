import type { WriteTransaction } from '../../database/transaction.ts';
import type { EventRow } from '../../store/events.ts';
import {
  costOf,
  deleteOrderLines,
  listOrderLines,
  updateOrder,
  updateOrderLine,
  type OrderRow,
} from '../../store/orders.ts';
import { feeOf } from './create-order.ts';
import { soldLineColumns, type SoldLine } from './place-sold-orders.ts';

/** What is to become of an order that waits for its payment elsewhere, of which nothing was issued. */
export interface WaitingChange {
  /** Lines that say something else now. */
  readonly rewritten: readonly { readonly lineId: number; readonly line: SoldLine }[];
  readonly removed: readonly number[];
}

/** Changes lines of a waiting order, and what it costs. Returns it, and how many lines of tickets it has left. */
export async function changeWaitingOrder(
  tx: WriteTransaction,
  event: EventRow,
  order: OrderRow,
  { rewritten, removed }: WaitingChange,
): Promise<{ readonly order: OrderRow; readonly left: number }> {
  for (const { lineId, line } of rewritten)
    await updateOrderLine(tx, lineId, soldLineColumns(event, order, line));
  await deleteOrderLines(tx, removed);
  const lines = await listOrderLines(tx, order.id);
  const total = lines.reduce((sum, line) => sum + costOf(line), 0);
  const changed = await updateOrder(tx, order.id, {
    subtotal: total,
    total,
    application_fee: feeOf(total),
  });
  return { order: changed, left: lines.filter(({ kind }) => kind === 'ticket').length };
}
