import { Type } from 'typebox';
import type { Instant } from '../../shared/instant.ts';
import { isReference } from '../../shared/references.ts';
import { formatOrNull } from '../api/resources/summaries.ts';
import { mailboxKey } from '../database/mailbox-key.ts';
import type { ReadTransaction } from '../database/transaction.ts';
import { waitlistStatuses } from '../database/schema.ts';
import {
  convertWaitlistEntry,
  joinWaitlist,
  offerWaitlistEntry,
  removeWaitlistEntry,
} from '../domain/sales/waitlist.ts';
import { listContactsByEmailKey } from '../store/contacts.ts';
import { getEvent } from '../store/events.ts';
import { getOrder } from '../store/orders.ts';
import { listWaitlistEntries, type WaitlistEntryRow } from '../store/waitlist.ts';
import { walkWaitlist } from '../store/lists/walk-small.ts';
import { choice, event, optional, personal, text, whole } from './definition/inputs.ts';
import { defineList } from './definition/list.ts';
import { defineOperation, defineView } from './definition/operation.ts';
import { describeWaitlistEntry } from './definition/describe.ts';
import { idOf, inOrder, rowOf } from './definition/reading.ts';
import {
  requireAddOn,
  requireEvent,
  requireOrganiser,
  requireTicketType,
  requireWaitlistEntry,
} from '../rules/require-row.ts';

const entry = text('WLE', 'which entry');

export const waitlistJoin = defineOperation({
  name: 'waitlist.join',
  summary: 'Put somebody on a waiting list',
  role: 'box_office',
  input: Type.Object({
    event: event('event whose waiting list to join'),
    sellable: text('REF', 'the ticket type or add-on that is sold out'),
    email: personal(text('EMAIL', 'who waits')),
    quantity: optional(whole('N', 'how many'), '1'),
  }),
  run: async (tx, input) =>
    describeWaitlistEntry(tx, await joinWaitlist(tx, { quantity: 1, ...input })),
});

export const waitlistOffer = defineOperation({
  name: 'waitlist.offer',
  summary: 'Offer free places to one who waits',
  role: 'box_office',
  input: Type.Object({ entry }),
  run: async (tx, input) => describeWaitlistEntry(tx, await offerWaitlistEntry(tx, input.entry)),
});

export const waitlistConvert = defineOperation({
  name: 'waitlist.convert',
  summary: 'Place the order for what was offered',
  role: 'box_office',
  input: Type.Object({ entry }),
  run: async (tx, input) => describeWaitlistEntry(tx, await convertWaitlistEntry(tx, input.entry)),
});

export const waitlistRemove = defineOperation({
  name: 'waitlist.remove',
  summary: 'Take somebody out of the line; a place that was offered goes to the next',
  role: 'box_office',
  input: Type.Object({ entry }),
  run: async (tx, input) => describeWaitlistEntry(tx, await removeWaitlistEntry(tx, input.entry)),
});

export const waitlistList = defineList({
  name: 'waitlist.list',
  summary: 'Who waits, in the order of the line',
  role: 'viewer',
  filters: {
    organiser: optional(text('ORG', 'those of one organiser')),
    event: optional(event('those for one event')),
    sellable: optional(text('REF', 'those for one ticket type or add-on')),
    status: optional(choice('STATUS', 'those with one status', waitlistStatuses)),
  },
  search: 'words of the email, or a reference',
  sorts: {
    oldest: { by: 'k.created_at', direction: 'asc' },
    newest: { by: 'k.created_at', direction: 'desc' },
  },
  choose: async (tx, { event: of, organiser, sellable, status, search }, sort) =>
    walkWaitlist(
      tx,
      {
        event: await rowOf(tx, requireEvent, of),
        organiserId: await idOf(tx, requireOrganiser, organiser),
        sellable: sellable === undefined ? undefined : await sellableOf(tx, sellable),
        status,
        search,
      },
      sort,
    ),
  describe: async (tx, ids) =>
    inOrder(await listWaitlistEntries(tx, ids), (row) => describeWaitlistEntry(tx, row)),
});

async function sellableOf(tx: ReadTransaction, reference: string) {
  return isReference('addOn', reference)
    ? ({ column: 'add_on_id', id: (await requireAddOn(tx, reference)).id } as const)
    : ({ column: 'ticket_type_id', id: (await requireTicketType(tx, reference)).id } as const);
}

export const waitlistShow = defineView({
  name: 'waitlist.show',
  summary: 'One entry of a waiting list',
  role: 'viewer',
  input: Type.Object({ entry }),
  run: async (tx, input) => {
    const row = await requireWaitlistEntry(tx, input.entry);
    return {
      ...(await describeWaitlistEntry(tx, row)),
      contact: await whoWaits(tx, row),
      offered_at: formatOrNull(row.offered_at),
      closed_at: formatOrNull(await closedAt(tx, row)),
    };
  },
});

/** Who has that email; null for somebody who has not bought yet, or who was erased. */
async function whoWaits(tx: ReadTransaction, { event_id, email }: WaitlistEntryRow) {
  const { organiser_id } = await getEvent(tx, event_id);
  const [contact] = await listContactsByEmailKey(tx, organiser_id, [mailboxKey(email)]);
  if (email === '' || contact === undefined) return null;
  const { reference, first_name, last_name } = contact;
  return { reference, email: contact.email, first_name, last_name };
}

/** Null while it is open. Erasing the person is a change too: when that entry ended, nobody knows any more. */
async function closedAt(
  tx: ReadTransaction,
  { status, order_id, email, updated_at }: WaitlistEntryRow,
): Promise<Instant | null> {
  if (order_id !== null) return (await getOrder(tx, order_id)).created_at;
  return status === 'expired' && email !== '' ? updated_at : null;
}
