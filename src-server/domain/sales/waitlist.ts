import type { WriteTransaction } from '../../database/transaction.ts';
import { getEvent } from '../../store/events.ts';
import {
  insertWaitlistEntry,
  updateWaitlistEntry,
  type WaitlistEntryRow,
} from '../../store/waitlist.ts';
import { checkWhole } from '../../rules/checks.ts';
import { refuseErased } from '../contacts/contacts.ts';
import { invalidTransition, wrongState } from '../../rules/domain-error.ts';
import { parseEmail } from '../../rules/email.ts';
import { liveEvent } from '../events/events.ts';
import { createOrder } from './create-order.ts';
import { getSellable, idsOf, placesLeft, sellableOf } from '../places/sellables.ts';
import { lapseOffers, offerNext, offerTo } from '../places/offer-places.ts';
import { emitWaitlistEvent } from '../places/emit-waitlist-event.ts';
import { requireWaitlistEntry } from '../../rules/require-row.ts';

/**
 * Joins the waiting list of a sold-out ticket type or add-on (§3.3). Throws `contacts.erased` for an erased person, who could not
 * buy.
 */
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
    throw invalidTransition(`${sellable.row.name} is not sold out.`);
  }
  const email = parseEmail(input.email);
  await refuseErased(tx, event.organiser_id, email);
  const entry = await insertWaitlistEntry(tx, {
    event_id: event.id,
    ...idsOf(sellable),
    email: email.spelling,
    quantity,
  });
  await emitWaitlistEvent(tx, entry);
  return entry;
}

/** Offers free places to an entry, regardless of its position in the line. */
export async function offerWaitlistEntry(
  tx: WriteTransaction,
  reference: string,
): Promise<WaitlistEntryRow> {
  await lapseOffers(tx);
  const entry = await requireWaitlistEntry(tx, reference);
  if (entry.status !== 'waiting') {
    throw wrongState(`waitlist entry ${reference}`, entry.status, ', not waiting');
  }
  const sellable = await getSellable(tx, entry);
  const left = await placesLeft(tx, sellable);
  if (left !== null && left < entry.quantity) {
    throw invalidTransition(
      `${sellable.row.name} has ${left} free, and the entry asks for ${entry.quantity}.`,
    );
  }
  return offerTo(tx, entry);
}

/** Takes an entry out of the line; a place that it held is offered to the next one. */
export async function removeWaitlistEntry(
  tx: WriteTransaction,
  reference: string,
): Promise<WaitlistEntryRow> {
  await lapseOffers(tx);
  const entry = await requireWaitlistEntry(tx, reference);
  if (entry.status !== 'waiting' && entry.status !== 'offered') {
    throw wrongState(`waitlist entry ${reference}`, entry.status, ' already');
  }
  const removed = await updateWaitlistEntry(tx, entry.id, { status: 'expired' });
  await offerNext(tx, removed);
  return removed;
}

/** Completes the checkout of an offer with a confirmed order. */
export async function convertWaitlistEntry(
  tx: WriteTransaction,
  reference: string,
): Promise<WaitlistEntryRow> {
  await lapseOffers(tx);
  const entry = await requireWaitlistEntry(tx, reference);
  if (entry.status !== 'offered') {
    throw wrongState(`waitlist entry ${reference}`, entry.status, ', not offered');
  }
  const { row } = await getSellable(tx, entry);
  const event = await getEvent(tx, entry.event_id);
  // Ends the hold, so that the order can take the places that it held.
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
  await emitWaitlistEvent(tx, converted);
  return converted;
}
