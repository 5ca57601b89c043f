import { addMicros, MICROS_PER_HOUR } from '../../../shared/instant.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import type { EventRow } from '../../repositories/events.ts';
import {
  firstWaiting,
  listLapsedOffers,
  listWaitedFor,
  updateWaitlistEntry,
  type WaitlistEntryRow,
} from '../../repositories/waitlist.ts';
import {
  columnOf,
  getSellable,
  placesLeft,
  type Sellable,
  type SellableIds,
} from '../sellables.ts';
import { tellWaitlist } from './tell-waitlist.ts';

/** How long a buyer has before the offer falls to the next in line. */
export const OFFER_HOURS = 24;

/** Offers what is free in an event to those who wait for it, in the order in which they joined. */
export async function offerFreedPlaces(tx: WriteTransaction, event: EventRow): Promise<void> {
  for (const ids of await listWaitedFor(tx, event.id)) await offerNext(tx, ids);
}

/** Offers what is free of one sellable to those who wait for it: a place in its line was given up. */
export async function offerNext(tx: WriteTransaction, ids: SellableIds): Promise<void> {
  await offerInOrder(tx, await getSellable(tx, ids));
}

/** Lapses every offer whose time is over and offers its places to the next in line. Gives how many lapsed. */
export async function lapseOffers(tx: WriteTransaction): Promise<number> {
  const lapsed = await listLapsedOffers(tx, tx.now);
  for (const entry of lapsed) await updateWaitlistEntry(tx, entry.id, { status: 'expired' });
  for (const entry of lapsed) await offerNext(tx, entry);
  return lapsed.length;
}

/** Moves `waiting` to `offered`, holding the places of the entry until the offer lapses. */
export async function offerTo(
  tx: WriteTransaction,
  entry: WaitlistEntryRow,
): Promise<WaitlistEntryRow> {
  const offered = await updateWaitlistEntry(tx, entry.id, {
    status: 'offered',
    offered_at: tx.now,
    offer_expires_at: addMicros(tx.now, OFFER_HOURS * MICROS_PER_HOUR),
  });
  await tellWaitlist(tx, offered);
  return offered;
}

/** Who asked first is served first: a later, smaller wish does not overtake. */
async function offerInOrder(tx: WriteTransaction, sellable: Sellable): Promise<void> {
  for (;;) {
    const first = await firstWaiting(tx, columnOf(sellable), sellable.row.id);
    if (first === undefined) return;
    const left = await placesLeft(tx, sellable);
    if (left !== null && left < first.quantity) return;
    await offerTo(tx, first);
  }
}
