import type { Intervals } from '../../core/sync/sync-state.ts';
import type { PollIntervals } from '../station-ports.ts';

const DEFAULT: PollIntervals = { scansMs: 5_000, ticketsMs: 15_000, setupMs: 60_000 };
/** Scans that come quickly share a push. */
const PUSH_GAP_MS = 1_000;

export function syncIntervals(intervals: PollIntervals = DEFAULT): Intervals {
  return {
    identity: intervals.setupMs,
    push: PUSH_GAP_MS,
    scans: intervals.scansMs,
    setup: intervals.setupMs,
    events: intervals.setupMs,
    tickets: intervals.ticketsMs,
  };
}
