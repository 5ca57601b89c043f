// Which tickets of an event were admitted and have no open admission any more. Another scan or release may change that at any time, so it is kept
// by ticket, and looked at again where one was recorded since. What is a minute old is settled: until then a transaction may still be open.
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  addMicros,
  instantFromMicros,
  MICROS_PER_MINUTE,
  type Instant,
} from '../../../shared/instant.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { findBound, findReleasedTickets } from '../../store/scan-counts.ts';

/** Looked at without letting anybody else have a turn. */
const PAGE_ROWS = 2_000;
/** Events that are kept; the one asked for longest ago is looked at anew. */
const MAX_EVENTS = 50;

const beginning = instantFromMicros(Number.MIN_SAFE_INTEGER);
const end = instantFromMicros(Number.MAX_SAFE_INTEGER);

interface Released {
  /** What was recorded up to then is settled. */
  readonly until: Instant;
  /** The type of each, by the number of the ticket. */
  readonly tickets: Map<number, number>;
}

const kept = new WeakMap<object, Map<number, Released>>();

/** How many tickets of each type were admitted and have no open admission any more, by number of the type. */
export async function releasedTickets(
  tx: ReadTransaction,
  eventId: number,
): Promise<ReadonlyMap<number, number>> {
  const { until, tickets } = kept.get(tx.database)?.get(eventId) ?? {
    until: beginning,
    tickets: new Map<number, number>(),
  };
  await lookAgain(tx, 'releases', { eventId, from: until, tickets });
  // At first, the releases have led to every ticket that has one.
  if (until > beginning) await lookAgain(tx, 'entry_scans', { eventId, from: until, tickets });
  keep(tx.database, eventId, { until: addMicros(tx.now, -MICROS_PER_MINUTE), tickets });
  const counts = new Map<number, number>();
  for (const type of tickets.values()) counts.set(type, (counts.get(type) ?? 0) + 1);
  return counts;
}

async function lookAgain(
  tx: ReadTransaction,
  table: 'entry_scans' | 'releases',
  {
    eventId,
    tickets,
    ...range
  }: { readonly eventId: number; readonly from: Instant; readonly tickets: Released['tickets'] },
): Promise<void> {
  let { from } = range;
  for (;;) {
    const bound = await findBound(tx, table, { eventId, from, to: end, count: PAGE_ROWS });
    const to = bound ?? end;
    for (const found of await findReleasedTickets(tx, table, { eventId, from, to })) {
      if (found.isReleased) tickets.set(found.id, found.ticket_type_id);
      else tickets.delete(found.id);
    }
    if (bound === undefined) return;
    from = bound;
    await nextTurn();
  }
}

function keep(database: object, eventId: number, released: Released): void {
  const events = kept.get(database) ?? new Map<number, Released>();
  kept.set(database, events);
  events.delete(eventId);
  events.set(eventId, released);
  const [oldest] = events.keys();
  if (events.size > MAX_EVENTS && oldest !== undefined) events.delete(oldest);
}
