import type { WriteTransaction } from '../../database/transaction.ts';
import { getEvent, type EventRow } from '../../store/events.ts';
import { updateOrder, type OrderRow } from '../../store/orders.ts';
import { checkOptionalLine } from '../../rules/checks.ts';
import { wrongState } from '../../rules/domain-error.ts';
import { voidOrderTickets } from '../tickets/void-order-tickets.ts';
import { offerFreedPlaces } from '../places/offer-places.ts';
import { returnAddOns } from '../events/add-ons.ts';
import { requireOrder } from '../../rules/require-row.ts';

/** Cancels a confirmed order (§3.1): voids its tickets and returns its places to the pool and the waiting list. No money moves. */
export async function cancelOrder(
  tx: WriteTransaction,
  reference: string,
  given: string | null,
): Promise<OrderRow> {
  const reason = given === null ? null : checkOptionalLine('reason', given);
  const order = await requireOrder(tx, reference);
  if (order.status !== 'paid' && order.status !== 'free_confirmed') {
    throw wrongState(
      `order ${reference}`,
      order.status,
      '; only a confirmed order can be cancelled',
    );
  }
  const event = await getEvent(tx, order.event_id);
  const cancelled = await setCancelled(tx, event, order, reason);
  await voidOrderTickets(tx, event, order, 'cancelled');
  await returnAddOns(tx, order);
  await offerFreedPlaces(tx, event);
  return cancelled;
}

/** Ends an order whose tickets are void. What is free then is offered by the caller (`offerFreedPlaces`). */
export async function endOrder(
  tx: WriteTransaction,
  event: EventRow,
  order: OrderRow,
  reason: string | null,
): Promise<OrderRow> {
  const cancelled = await setCancelled(tx, event, order, reason);
  await returnAddOns(tx, order);
  return cancelled;
}

async function setCancelled(
  tx: WriteTransaction,
  event: EventRow,
  order: OrderRow,
  reason: string | null,
): Promise<OrderRow> {
  const cancelled = await updateOrder(tx, order.id, { status: 'cancelled', cancel_reason: reason });
  tx.emit({
    organiser_id: order.organiser_id,
    event_id: event.id,
    name: 'order.cancelled',
    data: { order: order.reference, reason },
  });
  return cancelled;
}
