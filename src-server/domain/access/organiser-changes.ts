import {
  changeTopics,
  type ChangeTopic,
  type OrganiserChange,
} from '../../../shared/console/stream.ts';
import type { Instant } from '../../../shared/instant.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import {
  findChanges,
  findEventChanges,
  readChangeMarks,
  type ChangeQuery,
  type EventTable,
} from '../../store/organiser-changes.ts';

/** Up to where an organiser's changes were read. */
export interface ChangePosition {
  /** What was committed with a timestamp up to here was seen. */
  readonly bound: Instant;
  readonly marks: Awaited<ReturnType<typeof readChangeMarks>>;
}

const topicOf: Readonly<Record<EventTable | 'events', ChangeTopic>> = {
  events: 'setup',
  sessions: 'setup',
  ticket_types: 'setup',
  add_ons: 'setup',
  locations: 'setup',
  questions: 'setup',
  tickets: 'tickets',
  entry_scans: 'scans',
  releases: 'scans',
  conflicts: 'conflicts',
  waitlist_entries: 'waitlist',
  imports: 'imports',
};

/** Where what is committed from now on begins. `bound` is that of `readBounded`, like that of the next. */
export async function beginChanges(
  tx: ReadTransaction,
  organiserId: number,
  bound: Instant,
): Promise<ChangePosition> {
  return { bound, marks: await readChangeMarks(tx, organiserId) };
}

/** What was committed after the position; what lies above the bound is reported again, rather than never. */
export async function readChanges(
  tx: ReadTransaction,
  {
    organiserId,
    from,
    bound,
  }: {
    readonly organiserId: number;
    readonly from: ChangePosition;
    readonly bound: Instant;
  },
): Promise<{ readonly change: OrganiserChange; readonly position: ChangePosition }> {
  const query: ChangeQuery = { organiserId, since: from.bound };
  const found = await findChanges(tx, query);
  const events = await findEventChanges(tx, query);
  const marks = await readChangeMarks(tx, organiserId);
  const topics = new Set(events.flatMap(({ tables }) => tables.map((table) => topicOf[table])));
  if (found.orders) topics.add('orders');
  if (found.contacts) topics.add('contacts');
  if (found.disputes) topics.add('disputes');
  if (found.webhooks || marks.webhooks !== from.marks.webhooks) topics.add('webhooks');
  if (marks.stations !== from.marks.stations) topics.add('stations');
  if (marks.audit !== from.marks.audit) topics.add('audit');
  const change = {
    topics: changeTopics.filter((topic) => topics.has(topic)),
    events: events.map(({ event }) => event),
  };
  return { change, position: { bound, marks } };
}
