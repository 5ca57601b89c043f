import type { WriteTransaction } from '../../database/transaction.ts';
import { getEvent } from '../../repositories/events.ts';
import {
  findWaitlistEntry,
  insertWaitlistEntry,
  updateWaitlistEntry,
  type WaitlistEntryRow,
} from '../../repositories/waitlist.ts';
import { checkWhole } from '../checks.ts';
import { refuseErased } from '../contacts.ts';
import { found, impossible } from '../domain-error.ts';
import { parseEmail } from '../email.ts';
import { liveEvent } from '../events.ts';
import { createOrder } from '../orders/create-order.ts';
import { getSellable, idsOf, placesLeft, sellableOf } from '../sellables.ts';
import { lapseOffers, offerTo } from './offer-places.ts';
import { tellWaitlist } from './tell-waitlist.ts';

/** Joins the line for a sold-out ticket type or add-on (§3.3). An erased person cannot: nothing would let them buy. */
export async function joinWaitlist(
  tx: WriteTransaction,
  input: {
    readonly event: string;
    readonly sellable: string;
    readonly email: string;
    readonly quantity: number;
  },
): Promise<WaitlistEntryRow> {
  const event = await liveEvent(tx, input.event);
  const sellable = await sellableOf(tx, event.id, input.sellable);
  const quantity = checkWhole('quantity', input.quantity, 1);
  const left = await placesLeft(tx, sellable);
  if (left === null || left >= quantity) {
    throw impossible(`${sellable.row.name} is not sold out: it can be bought.`);
  }
  const { spelling, key } = parseEmail(input.email);
  await refuseErased(tx, event.organiser_id, key);
  const entry = await insertWaitlistEntry(tx, {
    event_id: event.id,
    ...idsOf(sellable),
    email: spelling,
    quantity,
  });
  await tellWaitlist(tx, entry);
  return entry;
}

/** Offers free places to one who waits, whatever their place in the line. */
export async function offerWaitlistEntry(
  tx: WriteTransaction,
  reference: string,
): Promise<WaitlistEntryRow> {
  await lapseOffers(tx);
  const entry = await entryOf(tx, reference);
  if (entry.status !== 'waiting') {
    throw impossible(`The waitlist entry ${reference} is ${entry.status}, not waiting.`);
  }
  const sellable = await getSellable(tx, entry);
  const left = await placesLeft(tx, sellable);
  if (left !== null && left < entry.quantity) {
    throw impossible(
      `${sellable.row.name} has ${left} free, and ${entry.quantity} are waited for.`,
    );
  }
  return offerTo(tx, entry);
}

/** The buyer completes the checkout of an offer: a confirmed order for what was waited for. */
export async function convertWaitlistEntry(
  tx: WriteTransaction,
  reference: string,
): Promise<WaitlistEntryRow> {
  await lapseOffers(tx);
  const entry = await entryOf(tx, reference);
  if (entry.status !== 'offered') {
    throw impossible(`The waitlist entry ${reference} is ${entry.status}, not offered.`);
  }
  const { row } = await getSellable(tx, entry);
  const event = await getEvent(tx, entry.event_id);
  // The hold ends here, so that the order can take the very places that it held.
  await updateWaitlistEntry(tx, entry.id, { offer_expires_at: tx.now });
  const order = await createOrder(tx, {
    event: event.reference,
    lines: [{ sellable: row.reference, quantity: entry.quantity }],
    contact: { email: entry.email },
    answers: {},
    status: 'confirmed',
  });
  const converted = await updateWaitlistEntry(tx, entry.id, {
    status: 'converted',
    order_id: order.id,
  });
  await tellWaitlist(tx, converted);
  return converted;
}

async function entryOf(tx: WriteTransaction, reference: string): Promise<WaitlistEntryRow> {
  return found(await findWaitlistEntry(tx, reference), 'waitlist entry', reference);
}
