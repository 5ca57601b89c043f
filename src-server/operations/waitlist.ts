import { Type } from 'typebox';
import { waitlistStatuses } from '../database/schema.ts';
import {
  convertWaitlistEntry,
  joinWaitlist,
  offerWaitlistEntry,
} from '../domain/sales/waitlist.ts';
import { listChosenWaitlistEntries } from '../store/waitlist.ts';
import { choice, count, event, optional, personal, text, whole } from './definition/inputs.ts';
import { defineOperation, defineView } from './definition/operation.ts';
import { describeWaitlistEntry } from './describe.ts';
import { inOrder } from './definition/reading.ts';
import { requireEvent, requireWaitlistEntry } from '../rules/require-row.ts';

const entry = text('WLE', 'which entry');

export const waitlistJoin = defineOperation({
  name: 'waitlist.join',
  summary: 'Join the line',
  role: 'box_office',
  input: Type.Object({
    event: event('event whose waiting list to join'),
    sellable: text('REF', 'the ticket type (tt_…) or add-on (adn_…) that is sold out'),
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
  summary: 'Complete the checkout of an offer',
  role: 'box_office',
  input: Type.Object({ entry }),
  run: async (tx, input) => describeWaitlistEntry(tx, await convertWaitlistEntry(tx, input.entry)),
});

export const waitlistList = defineView({
  name: 'waitlist.list',
  summary: 'Who waits for an event, in the order of the line',
  role: 'viewer',
  input: Type.Object({
    event: event('event whose waiting list to show'),
    status: optional(choice('STATUS', 'only entries with this status', waitlistStatuses)),
    limit: optional(count('N', 'how many'), '50'),
  }),
  run: async (tx, { event: of, status, limit = 50 }) => {
    const { id } = await requireEvent(tx, of);
    const entries = await listChosenWaitlistEntries(tx, { eventId: id, status, limit });
    return inOrder(entries, (row) => describeWaitlistEntry(tx, row));
  },
});

export const waitlistShow = defineView({
  name: 'waitlist.show',
  summary: 'One entry',
  role: 'viewer',
  input: Type.Object({ entry }),
  run: async (tx, input) => describeWaitlistEntry(tx, await requireWaitlistEntry(tx, input.entry)),
});
