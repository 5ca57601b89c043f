// Figures of an event's scans, however many there are: what was recorded over a minute ago is counted once, page by page, and kept; the rest
// is counted each time, because a transaction that is still open may add to it.
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  addMicros,
  instantFromMicros,
  MICROS_PER_DAY,
  MICROS_PER_MINUTE,
  type Instant,
} from '../../../shared/instant.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { countScans, findScanBound, type ScanCount } from '../../store/scan-counts.ts';

export type { ScanCount } from '../../store/scan-counts.ts';

/** Counted without letting anybody else have a turn: some 30 ms. */
const PAGE_SCANS = 5_000;
/** Steps further back than this are added up to one. */
const DETAILED_MICROS = 2 * MICROS_PER_DAY;
/** Events whose figures are kept; the one asked for longest ago is counted anew. */
const MAX_EVENTS = 50;

interface Counted {
  /** What was recorded up to then is in `counts`. */
  readonly until: Instant;
  readonly counts: ReadonlyMap<string, ScanCount>;
}

const beginning = instantFromMicros(Number.MIN_SAFE_INTEGER);
const nothing: Counted = { until: beginning, counts: new Map() };
const kept = new WeakMap<object, Map<number, Counted>>();

/** Counts every scan of the event. */
export async function scanFigures(
  tx: ReadTransaction,
  eventId: number,
): Promise<readonly ScanCount[]> {
  const settled = await countSettled(tx, eventId);
  const recent = await countScans(tx, { eventId, from: settled.until });
  return [...add(settled, recent, settled.until).counts.values()];
}

async function countSettled(tx: ReadTransaction, eventId: number): Promise<Counted> {
  const to = addMicros(tx.now, -MICROS_PER_MINUTE);
  let counted = kept.get(tx.database)?.get(eventId) ?? nothing;
  while (counted.until < to) {
    const bound = await findScanBound(tx, { eventId, from: counted.until, to }, PAGE_SCANS);
    const until = bound ?? to;
    const page = await countScans(tx, { eventId, from: counted.until, to: until });
    counted = add(counted, page, until);
    keep(tx.database, eventId, counted);
    if (bound !== undefined) await nextTurn();
  }
  return counted;
}

function add(counted: Counted, page: readonly ScanCount[], until: Instant): Counted {
  const oldest = addMicros(until, -DETAILED_MICROS);
  const counts = new Map<string, ScanCount>();
  for (const count of [...counted.counts.values(), ...page]) {
    const step = count.step < oldest ? beginning : count.step;
    const key = [step, count.location_id, count.session_id, count.reason].join();
    counts.set(key, { ...count, step, scans: count.scans + (counts.get(key)?.scans ?? 0) });
  }
  return { until, counts };
}

function keep(database: object, eventId: number, counted: Counted): void {
  const events = kept.get(database) ?? new Map<number, Counted>();
  kept.set(database, events);
  events.delete(eventId);
  events.set(eventId, counted);
  const [oldest] = events.keys();
  if (events.size > MAX_EVENTS && oldest !== undefined) events.delete(oldest);
}
