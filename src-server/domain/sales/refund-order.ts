import { problem } from '../../../shared/console/problems.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { getEvent } from '../../store/events.ts';
import { insertRefund, updateOrder, type OrderRow, type RefundRow } from '../../store/orders.ts';
import { checkWhole } from '../../rules/checks.ts';
import { invalidTransition, wrongState, invalid } from '../../rules/domain-error.ts';
import { voidOrderTickets } from '../tickets/void-order-tickets.ts';
import { offerFreedPlaces } from '../places/offer-places.ts';
import { returnAddOns } from '../events/add-ons.ts';
import { requireOrder } from '../../rules/require-row.ts';

/** `processor`: a refund made in the payment processor's dashboard and reconciled afterwards. */
export type RefundVia = RefundRow['via'];

/**
 * Refunds a confirmed order (§3.1), even if it was cancelled since: cancelling moves no money. Once everything is refunded the
 * order is `refunded` and its tickets are void. Null `amount` refunds the rest.
 */
export async function refundOrder(
  tx: WriteTransaction,
  reference: string,
  input: { readonly amount: number | null; readonly via: RefundVia },
): Promise<OrderRow> {
  const order = await requireOrder(tx, reference);
  const amount = checkAmount(order, input.amount);
  const refunded_total = order.refunded_total + amount;
  const fully = refunded_total === order.total;
  const fee_reversed = feeShare(order, refunded_total) - order.fee_reversed_total;
  const refund = await insertRefund(tx, {
    order_id: order.id,
    amount,
    fee_reversed,
    via: input.via,
  });
  const updated = await updateOrder(tx, order.id, {
    refunded_total,
    fee_reversed_total: order.fee_reversed_total + fee_reversed,
    ...(fully && { status: 'refunded' as const }),
  });
  emitRefunded(tx, order, refund, fully);
  if (fully) await voidRefunded(tx, order);
  return updated;
}

function checkAmount(order: OrderRow, amount: number | null): number {
  const left = order.total - order.refunded_total;
  if (order.confirmed_at === null) {
    throw wrongState(`order ${order.reference}`, order.status, '; nothing was paid');
  }
  if (left === 0) throw invalidTransition(problem('nothing_left', { order: order.reference }));
  if (amount === null) return left;
  if (checkWhole('amount', amount, 1) > left) {
    throw invalid('amount', `Expected an amount of at most ${left}, which is left to refund.`);
  }
  return amount;
}

/** The fee to reverse for the total refunded so far; exactly the whole fee once everything is refunded. */
function feeShare(order: OrderRow, refundedTotal: number): number {
  return Number((BigInt(order.application_fee) * BigInt(refundedTotal)) / BigInt(order.total));
}

/** Emits `order.refunded` (§6.4); refunds made in the dashboard omit `refund` and `fee_reversed`. */
function emitRefunded(tx: WriteTransaction, order: OrderRow, refund: RefundRow, fully: boolean) {
  const { amount, fee_reversed, reference } = refund;
  tx.emit({
    organiser_id: order.organiser_id,
    event_id: order.event_id,
    name: 'order.refunded',
    data: {
      order: order.reference,
      ...(refund.via === 'console' && { refund: reference }),
      amount,
      ...(refund.via === 'console' && { fee_reversed }),
      fully_refunded: fully,
    },
  });
}

async function voidRefunded(tx: WriteTransaction, order: OrderRow): Promise<void> {
  const event = await getEvent(tx, order.event_id);
  await voidOrderTickets(tx, event, order, 'refunded');
  if (order.status !== 'cancelled') await returnAddOns(tx, order);
  await offerFreedPlaces(tx, event);
}
