import { Type } from 'typebox';
import { isBlank } from '../../shared/plain-text.ts';
import { readOrders } from '../api/resources/orders.ts';
import { readTicketsOfEvents } from '../api/resources/tickets.ts';
import type { ReadTransaction } from '../database/transaction.ts';
import { requireOrganiser } from '../rules/require-row.ts';
import { listContacts } from '../store/contacts.ts';
import { findEvent, listEvents } from '../store/events.ts';
import { readList, type SortOrder, type Walk } from '../store/lists/read-list.ts';
import { walkContacts } from '../store/lists/walk-contacts.ts';
import { walkOrders } from '../store/lists/walk-orders.ts';
import { walkEvents, walkWaitlist } from '../store/lists/walk-small.ts';
import { walkTickets } from '../store/lists/walk-tickets.ts';
import { listWaitlistEntries } from '../store/waitlist.ts';
import { describeWaitlistEntry } from './definition/describe.ts';
import { search, text } from './definition/inputs.ts';
import { defineView } from './definition/operation.ts';
import { inOrder } from './definition/reading.ts';

/** Of each kind. */
const MOST = 5;
const newest: SortOrder = { by: 'k.created_at', direction: 'desc' };

interface Hit {
  readonly kind: 'event' | 'order' | 'ticket' | 'contact' | 'waiting';
  readonly reference: string;
  readonly title: string;
  readonly subtitle: string | null;
}

export const findAnything = defineView({
  name: 'find.anything',
  summary:
    'Events, people, orders, tickets and who waits that a text names, the newest of each kind',
  role: 'viewer',
  isConsoleOnly: true,
  input: Type.Object({
    organiser: text('ORG', 'among whose'),
    query: search(
      'words of a name, an email, a reference, a seat, or a number or code of the shop',
    ),
  }),
  run: async (tx, { organiser, query }): Promise<readonly Hit[]> => {
    const { id } = await requireOrganiser(tx, organiser);
    if (isBlank(query)) return [];
    const hits = [
      ...(await findEvents(tx, id, query)),
      ...(await findContacts(tx, id, query)),
      ...(await ofEvents(tx, await findOrders(tx, id, query))),
      ...(await ofEvents(tx, await findTickets(tx, id, query))),
      ...(await ofEvents(tx, await findWaiting(tx, id, query))),
    ];
    const named = query.trim().toLowerCase();
    const isNamed = ({ reference }: Hit) => Number(reference !== named);
    return hits.toSorted((one, other) => isNamed(one) - isNamed(other));
  },
});

/** The same with what their events are called, which is all that tells some apart. */
async function ofEvents(
  tx: ReadTransaction,
  hits: readonly (Hit & { readonly event: string | null })[],
): Promise<readonly Hit[]> {
  const names = new Map<string | null, string | undefined>();
  for (const { event } of hits) {
    if (event !== null && !names.has(event)) names.set(event, (await findEvent(tx, event))?.name);
  }
  return hits.map(({ event, subtitle, ...hit }) => ({
    ...hit,
    subtitle: [names.get(event), subtitle].filter(Boolean).join(' · '),
  }));
}

async function findEvents(tx: ReadTransaction, organiserId: number, search: string) {
  const chosen = { organiserId, status: undefined, when: undefined, search };
  const rows = await listEvents(tx, await first(tx, await walkEvents(tx, chosen, newest)));
  return rows.map(({ reference, name, slug }): Hit => {
    return { kind: 'event', reference, title: name, subtitle: slug };
  });
}

async function findContacts(tx: ReadTransaction, organiserId: number, search: string) {
  const walks = await walkContacts(tx, { organiserId, emailKey: undefined, search }, newest);
  return (await listContacts(tx, await first(tx, walks))).map((contact): Hit => {
    const { reference, email } = contact;
    return { kind: 'contact', reference, title: nameOf(contact) ?? reference, subtitle: email };
  });
}

async function findOrders(tx: ReadTransaction, organiserId: number, search: string) {
  const all = { organiserId, event: undefined, status: undefined, emailKey: undefined, search };
  const walks = await walkOrders(tx, all, newest);
  return (await readOrders(tx, await first(tx, walks))).map(({ reference, contact, event }) => {
    const buyer = nameOf(contact);
    const named = { title: buyer ?? reference, subtitle: buyer === null ? null : reference };
    return { kind: 'order' as const, reference, ...named, event };
  });
}

async function findTickets(tx: ReadTransaction, organiserId: number, search: string) {
  const walks = await walkTickets(
    tx,
    {
      organiserId,
      event: undefined,
      orderId: undefined,
      sessionId: undefined,
      ticketTypeId: undefined,
      status: undefined,
      isCheckedIn: undefined,
      emailKey: undefined,
      search,
    },
    newest,
  );
  const tickets = await readTicketsOfEvents(tx, await first(tx, walks));
  return tickets.map(({ reference, contact, ticket_type, seat_label, event }) => {
    const what = [ticket_type?.name, seat_label].filter((part) => typeof part === 'string');
    const title = nameOf(contact) ?? reference;
    return { kind: 'ticket' as const, reference, title, subtitle: what.join(', '), event };
  });
}

async function findWaiting(tx: ReadTransaction, organiserId: number, search: string) {
  const all = { organiserId, event: undefined, sellable: undefined, status: undefined, search };
  const found = await first(tx, await walkWaitlist(tx, all, newest));
  return inOrder(await listWaitlistEntries(tx, found), async (row) => {
    const { reference, email, event, sellable_name } = await describeWaitlistEntry(tx, row);
    const named = { title: email || reference, subtitle: sellable_name };
    return { kind: 'waiting' as const, reference, ...named, event };
  });
}

async function first(tx: ReadTransaction, walks: readonly Walk[]): Promise<readonly number[]> {
  return (await readList(tx, walks, { after: null, limit: MOST })).rows;
}

interface Named {
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string | null;
}

/** The name, or else the email. */
function nameOf(person: Named | null): string | null {
  const names = [person?.first_name, person?.last_name].filter((name) => typeof name === 'string');
  return names.length === 0 ? (person?.email ?? null) : names.join(' ');
}
