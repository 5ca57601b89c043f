import type { Intervals } from '../../core/sync/sync-state.ts';
import type { PollIntervals } from '../station-ports.ts';

const DEFAULT: PollIntervals = { scansMs: 5_000, ticketsMs: 15_000, setupMs: 60_000 };
/** Scans that come quickly share a push. */
const PUSH_GAP_MS = 1_000;
const HEARTBEAT_MS = 30_000;
/** A stream that ended is opened again. */
const STREAM_GAP_MS = 1_000;
/** Whether there is anything to import is checked when something changes, and this often besides. */
const IMPORT_LOOK_MS = 30_000;
const DRIFT_MS = 600_000;

export function syncIntervals(intervals: PollIntervals = DEFAULT): Intervals {
  return {
    identity: intervals.setupMs,
    push: PUSH_GAP_MS,
    scans: intervals.scansMs,
    setup: intervals.setupMs,
    events: intervals.setupMs,
    heartbeat: intervals.heartbeatMs ?? HEARTBEAT_MS,
    tickets: intervals.ticketsMs,
    order_lines: intervals.ticketsMs,
    stream: STREAM_GAP_MS,
    import: IMPORT_LOOK_MS,
    drift: intervals.driftMs ?? DRIFT_MS,
  };
}
