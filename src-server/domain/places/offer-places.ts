// Why: docs/decisions/0010-orders-and-places.md
import { addMicros, MICROS_PER_HOUR } from '../../../shared/instant.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import type { EventRow } from '../../store/events.ts';
import {
  firstWaiting,
  listLapsedOffers,
  listWaitedFor,
  updateWaitlistEntry,
  type WaitlistEntryRow,
} from '../../store/waitlist.ts';
import { columnOf, getSellable, placesLeft, type Sellable, type SellableIds } from './sellables.ts';
import { emitWaitlistEvent } from './emit-waitlist-event.ts';

/** How long an offer is held before it passes to the next in line. */
export const OFFER_HOURS = 24;

/** Offers an event's free places to its waiting lists, in the order of joining. */
export async function offerFreedPlaces(tx: WriteTransaction, event: EventRow): Promise<void> {
  for (const ids of await listWaitedFor(tx, event.id)) await offerNext(tx, ids);
}

/** Offers one sellable's free places to its waiting list, after an entry has left it. */
export async function offerNext(tx: WriteTransaction, ids: SellableIds): Promise<void> {
  await offerInOrder(tx, await getSellable(tx, ids));
}

/** Lapses expired offers and offers their places to the next in line. Returns how many lapsed. */
export async function lapseOffers(
  tx: WriteTransaction,
  limit = Number.MAX_SAFE_INTEGER,
): Promise<number> {
  const lapsed = await listLapsedOffers(tx, tx.now, limit);
  for (const entry of lapsed) await updateWaitlistEntry(tx, entry.id, { status: 'expired' });
  for (const entry of lapsed) await offerNext(tx, entry);
  return lapsed.length;
}

/** Moves an entry from `waiting` to `offered`, holding its places until the offer lapses. */
export async function offerTo(
  tx: WriteTransaction,
  entry: WaitlistEntryRow,
): Promise<WaitlistEntryRow> {
  const offered = await updateWaitlistEntry(tx, entry.id, {
    status: 'offered',
    offered_at: tx.now,
    offer_expires_at: addMicros(tx.now, OFFER_HOURS * MICROS_PER_HOUR),
  });
  await emitWaitlistEvent(tx, offered);
  return offered;
}

/** First come, first served: a later, smaller request does not overtake. */
async function offerInOrder(tx: WriteTransaction, sellable: Sellable): Promise<void> {
  for (;;) {
    const first = await firstWaiting(tx, columnOf(sellable), sellable.row.id);
    if (first === undefined) return;
    const left = await placesLeft(tx, sellable);
    if (left !== null && left < first.quantity) return;
    await offerTo(tx, first);
  }
}
