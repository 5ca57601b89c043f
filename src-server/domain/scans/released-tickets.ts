// Which tickets of an event were admitted and have no open admission any more, and when those with releases were inside. Another scan or release
// may change that at any time, so it is kept by ticket, and looked at again where one was recorded since. What is a minute old is settled: until
// then a transaction may still be open.
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  addMicros,
  instantFromMicros,
  MICROS_PER_MINUTE,
  type Instant,
} from '../../../shared/instant.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { findImportsEnd } from '../../store/imports.ts';
import { findBound, listStays, stepOf, type Stay } from '../../store/scan-counts.ts';

/** Looked at without letting anybody else have a turn. */
const PAGE_ROWS = 2_000;
/** Events that are kept; the one asked for longest ago is looked at anew. */
const MAX_EVENTS = 50;

const beginning = instantFromMicros(Number.MIN_SAFE_INTEGER);
const end = instantFromMicros(Number.MAX_SAFE_INTEGER);

/** Of the tickets of an event that have releases. */
export interface ReleasedTickets {
  /** How many were admitted and have no open admission any more, by number of their type. */
  readonly out: ReadonlyMap<number, number>;
  /**
   * By how much more are inside from a step on than if each had come with the admission that was recorded first, and stayed: what
   * {@link scanFigures} counts.
   */
  readonly changes: ReadonlyMap<Instant, number>;
}

interface Moves {
  readonly ticket_type_id: number;
  readonly isOut: boolean;
  readonly changes: readonly (readonly [step: Instant, by: number])[];
}

interface Kept {
  /** When the newest import ended that it knows of: one may have moved tickets to other types. */
  readonly imported: Instant | null;
  /** What was recorded up to then is settled. */
  readonly until: Instant;
  readonly tickets: Map<number, Moves>;
}

const kept = new WeakMap<object, Map<number, Kept>>();

export async function releasedTickets(
  tx: ReadTransaction,
  eventId: number,
): Promise<ReleasedTickets> {
  const imported = await findImportsEnd(tx, eventId);
  const known = kept.get(tx.database)?.get(eventId);
  const { until, tickets } =
    known?.imported === imported ? known : { until: beginning, tickets: new Map<number, Moves>() };
  await lookAgain(tx, 'releases', { eventId, from: until, tickets });
  // At first, the releases have led to every ticket that has one.
  if (until > beginning) await lookAgain(tx, 'entry_scans', { eventId, from: until, tickets });
  keep(tx.database, eventId, {
    imported,
    until: addMicros(tx.now, -MICROS_PER_MINUTE),
    tickets,
  });
  const out = new Map<number, number>();
  const changes = new Map<Instant, number>();
  for (const { ticket_type_id, isOut, changes: own } of tickets.values()) {
    if (isOut) out.set(ticket_type_id, (out.get(ticket_type_id) ?? 0) + 1);
    for (const [step, by] of own) changes.set(step, (changes.get(step) ?? 0) + by);
  }
  return { out, changes };
}

async function lookAgain(
  tx: ReadTransaction,
  table: 'entry_scans' | 'releases',
  {
    eventId,
    tickets,
    ...range
  }: { readonly eventId: number; readonly from: Instant; readonly tickets: Kept['tickets'] },
): Promise<void> {
  let { from } = range;
  for (;;) {
    const bound = await findBound(tx, table, { eventId, from, to: end, count: PAGE_ROWS });
    const to = bound ?? end;
    const stays = await listStays(tx, table, { eventId, from, to });
    for (const [ticket, own] of Map.groupBy(stays, ({ ticket_id }) => ticket_id))
      tickets.set(ticket, movesOf(own));
    if (bound === undefined) return;
    from = bound;
    await nextTurn();
  }
}

/** Of one ticket. A clock that was behind at the way out makes a stay of no time. */
function movesOf(stays: readonly Stay[]): Moves {
  const changes = new Map<Instant, number>();
  const move = (at: Instant, by: number) =>
    changes.set(stepOf(at), (changes.get(stepOf(at)) ?? 0) + by);
  let inUntil = beginning;
  const inOrder = stays.toSorted((one, other) => one.scanned_at - other.scanned_at);
  for (const { scanned_at, released_at } of inOrder) {
    const until = released_at ?? end;
    if (until <= inUntil || until <= scanned_at) continue;
    // Two doors may have admitted it: it is inside once.
    if (scanned_at > inUntil) move(scanned_at, 1);
    else move(inUntil, 1);
    if (until < end) move(until, -1);
    inUntil = until;
  }
  const [first] = stays;
  if (first !== undefined) move(first.scanned_at, -1);
  return {
    ticket_type_id: first?.ticket_type_id ?? 0,
    isOut: stays.every(({ released_at }) => released_at !== null),
    changes: [...changes].filter(([, by]) => by !== 0),
  };
}

function keep(database: object, eventId: number, released: Kept): void {
  const events = kept.get(database) ?? new Map<number, Kept>();
  kept.set(database, events);
  events.delete(eventId);
  events.set(eventId, released);
  const [oldest] = events.keys();
  if (events.size > MAX_EVENTS && oldest !== undefined) events.delete(oldest);
}
