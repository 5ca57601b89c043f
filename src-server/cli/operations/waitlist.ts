import { findWaitlistEntry, listChosenWaitlistEntries } from '../../store/waitlist.ts';
import { inOrder, listing, showing, toSecond } from './reading.ts';
import { findEvent } from '../../store/events.ts';
import { requireFound } from '../../domain/domain-error.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import {
  convertWaitlistEntry,
  joinWaitlist,
  offerWaitlistEntry,
} from '../../domain/waitlist/waitlist.ts';
import type { waitlistJoinFlags, waitlistListFlags } from '../commands/waitlist.ts';
import type { Given, GivenOperands, FlagValues } from '../define-command.ts';
import { describeWaitlistEntry } from '../../operations/describe.ts';

export async function waitlistJoin(
  tx: WriteTransaction,
  { values }: Given<typeof waitlistJoinFlags>,
) {
  return describeWaitlistEntry(tx, await joinWaitlist(tx, values));
}

export async function waitlistOffer(
  tx: WriteTransaction,
  { operands: [reference = ''] }: GivenOperands,
) {
  return describeWaitlistEntry(tx, await offerWaitlistEntry(tx, reference));
}

export async function waitlistConvert(
  tx: WriteTransaction,
  { operands: [reference = ''] }: GivenOperands,
) {
  return describeWaitlistEntry(tx, await convertWaitlistEntry(tx, reference));
}

export const waitlistList = listing(
  async (tx, { event, status, limit }: FlagValues<typeof waitlistListFlags>) => {
    const { id } = requireFound(await findEvent(tx, event), 'event', event);
    const entries = await listChosenWaitlistEntries(tx, { eventId: id, status, limit });
    return inOrder(entries, (row) => describeWaitlistEntry(tx, row));
  },
  {
    heading: ['entry', 'status', 'email', 'quantity', 'for', 'offer until', 'order'],
    row: ({ reference, status, email, quantity, sellable, offer_expires_at, order }) => [
      reference,
      status,
      email,
      quantity,
      sellable,
      toSecond(offer_expires_at),
      order,
    ],
    none: 'Nobody waits.',
  },
);

export const waitlistShow = showing(async (tx, reference) =>
  describeWaitlistEntry(
    tx,
    requireFound(await findWaitlistEntry(tx, reference), 'waiting-list entry', reference),
  ),
);
