import type { WriteTransaction } from '../../database/transaction.ts';
import { getEvent } from '../../store/events.ts';
import { getOrder } from '../../store/orders.ts';
import type { WaitlistEntryRow } from '../../store/waitlist.ts';
import { getSellable } from './sellables.ts';

const names = {
  waiting: 'waitlist.joined',
  offered: 'waitlist.offered',
  converted: 'waitlist.converted',
} as const;

/** Emits the event of the entry's new status (§6.4). `expired` has none. */
export async function emitWaitlistEvent(
  tx: WriteTransaction,
  entry: WaitlistEntryRow,
): Promise<void> {
  if (entry.status === 'expired') return;
  const event = await getEvent(tx, entry.event_id);
  const { row } = await getSellable(tx, entry);
  const order = entry.order_id === null ? null : await getOrder(tx, entry.order_id);
  tx.emit({
    organiser_id: event.organiser_id,
    event_id: event.id,
    name: names[entry.status],
    data: {
      waitlist_entry: entry.reference,
      status: entry.status,
      email: entry.email,
      quantity: entry.quantity,
      event: event.reference,
      sellable: row.reference,
      order: order?.reference ?? null,
    },
  });
}
