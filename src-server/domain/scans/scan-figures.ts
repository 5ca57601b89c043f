// Figures of an event's scans, however many there are: what was recorded over a minute ago is counted once, page by page, and kept; the rest
// is counted each time, because a transaction that is still open may add to it. An import may move tickets to other types: after one, all is counted anew.
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  addMicros,
  instantFromMicros,
  MICROS_PER_DAY,
  MICROS_PER_MINUTE,
  type Instant,
} from '../../../shared/instant.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { findImportsEnd } from '../../store/imports.ts';
import {
  countScans,
  findBound,
  type ScanCount,
  type ScanPageCount,
} from '../../store/scan-counts.ts';

export type { ScanCount } from '../../store/scan-counts.ts';

/** Counted without letting anybody else have a turn: some 30 ms. */
const PAGE_SCANS = 5_000;
/** Steps further back than this are added up to one. */
const DETAILED_MICROS = 2 * MICROS_PER_DAY;
/** Events whose figures are kept; the one asked for longest ago is counted anew. */
const MAX_EVENTS = 50;

/** Of every scan of an event. */
export interface ScanFigures {
  readonly counts: readonly ScanCount[];
  /** Tickets that were ever admitted, by number of their type. */
  readonly admitted: ReadonlyMap<number, number>;
  /** Admissions by number of the entry point: a ticket that was admitted again counts again. */
  readonly entries: ReadonlyMap<number | null, number>;
}

interface Counted extends Omit<ScanFigures, 'counts'> {
  /** When the newest import ended that it counts with; null if there was none. */
  readonly imported: Instant | null;
  /** What was recorded up to then is counted. */
  readonly until: Instant;
  readonly counts: ReadonlyMap<string, ScanCount>;
}

const beginning = instantFromMicros(Number.MIN_SAFE_INTEGER);
const nothing: Omit<Counted, 'imported'> = {
  until: beginning,
  counts: new Map(),
  admitted: new Map(),
  entries: new Map(),
};
const kept = new WeakMap<object, Map<number, Counted>>();

export async function scanFigures(tx: ReadTransaction, eventId: number): Promise<ScanFigures> {
  const settled = await countSettled(tx, eventId);
  const recent = await countScans(tx, { eventId, from: settled.until });
  const { counts, admitted, entries } = add(settled, recent, settled.until);
  return { counts: [...counts.values()], admitted, entries };
}

async function countSettled(tx: ReadTransaction, eventId: number): Promise<Counted> {
  const to = addMicros(tx.now, -MICROS_PER_MINUTE);
  const imported = await findImportsEnd(tx, eventId);
  const known = kept.get(tx.database)?.get(eventId);
  let counted = known?.imported === imported ? known : { ...nothing, imported };
  while (counted.until < to) {
    const page = { eventId, from: counted.until, to, count: PAGE_SCANS };
    const bound = await findBound(tx, 'entry_scans', page);
    const until = bound ?? to;
    counted = add(counted, await countScans(tx, { ...page, to: until }), until);
    keep(tx.database, eventId, counted);
    if (bound !== undefined) await nextTurn();
  }
  return counted;
}

function add(counted: Counted, page: readonly ScanPageCount[], until: Instant): Counted {
  const oldest = addMicros(until, -DETAILED_MICROS);
  const counts = new Map<string, ScanCount>();
  for (const { location_id, session_id, reason, ...count } of [
    ...counted.counts.values(),
    ...page.filter(({ scans }) => scans > 0),
  ]) {
    const step = count.step < oldest ? beginning : count.step;
    const key = [step, location_id, session_id, reason].join();
    const scans = count.scans + (counts.get(key)?.scans ?? 0);
    counts.set(key, { step, location_id, session_id, reason, scans });
  }
  const admitted = new Map(counted.admitted);
  const entries = new Map(counted.entries);
  for (const { reason, ticket_type_id, location_id, scans, again } of page) {
    if (reason !== 'scanning.allowed') continue;
    admitted.set(ticket_type_id, (admitted.get(ticket_type_id) ?? 0) + scans);
    entries.set(location_id, (entries.get(location_id) ?? 0) + scans + again);
  }
  return { imported: counted.imported, until, counts, admitted, entries };
}

function keep(database: object, eventId: number, counted: Counted): void {
  const events = kept.get(database) ?? new Map<number, Counted>();
  kept.set(database, events);
  events.delete(eventId);
  events.set(eventId, counted);
  const [oldest] = events.keys();
  if (events.size > MAX_EVENTS && oldest !== undefined) events.delete(oldest);
}
