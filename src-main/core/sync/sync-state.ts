import type { SyncMode } from '../../../shared/station/state.ts';
import type { RemoteFailureCode } from '../../../shared/station/remote-failure.ts';
import { freshBudget, type RequestBudget } from '../request-budget.ts';

/**
 * The sync engine's memory. Phases of `reach`: `connecting` until the server first answered `/integration/me`; `live` while it
 * answers; `offline` after it did not, when only `identity` is tried, soon and then with growing gaps. Times are monotonic milliseconds.
 */
export interface SyncState {
  readonly mode: SyncMode;
  readonly enrolled: boolean;
  readonly hasEvent: boolean;
  readonly offered: readonly OfferedLane[];
  /** Whether the journal holds rows for this server. */
  readonly unsent: boolean;
  readonly reach: Reach;
  readonly lanes: Readonly<Record<Lane, LaneState>>;
  readonly budget: RequestBudget;
  /** The server asked for a pause that lasts until then, and is longer than a moment. */
  readonly waitsUntil: number;
  /** When any request was last answered. */
  readonly heardAt: number;
  readonly intervals: Intervals;
  /** The server tells of changes as they happen: asking for them is only for what a stream may miss. */
  readonly streaming: boolean;
  /** Goes up when the server, the event or the mode changes: answers to older questions no longer count. */
  readonly generation: number;
}

/**
 * In the order of their claim on the request budget. `stream` runs for as long as the server tells of changes, `import` for as long as
 * a snapshot takes.
 */
export const lanes = [
  'identity',
  'push',
  'stream',
  'scans',
  'setup',
  'events',
  'heartbeat',
  'tickets',
  'order_lines',
  'import',
  'drift',
] as const;
export type Lane = (typeof lanes)[number];

/** Lanes of the scanner surface: they rest where the server does not offer what they ask for. */
export const offeredLanes = ['stream', 'heartbeat', 'order_lines', 'import'] as const;
export type OfferedLane = (typeof offeredLanes)[number];

export interface LaneState {
  readonly dueAt: number;
  readonly running: boolean;
  /** When it last began. */
  readonly startedAt: number;
  readonly failures: number;
  /** A walk is under way: its next page follows at once. */
  readonly walking: boolean;
  /** Something new came while it was running or walking, perhaps too late for what it asked. */
  readonly noticed: boolean;
}

export type Reach =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'offline'; readonly why: FailureCode };

/** How often a lane is run when it has nothing left to do, milliseconds. */
export type Intervals = Readonly<Record<Lane, number>>;

/** `store_failed`: the station's own store would not take it. */
export type FailureCode = RemoteFailureCode | 'store_failed';

export type LaneResult =
  /** `nextInMs`: something waits (a page, a batch) and follows after this; null when the lane may rest for its interval. */
  | { readonly kind: 'done'; readonly nextInMs: number | null }
  | { readonly kind: 'failed'; readonly code: FailureCode };

/** What an exchange said about the budget. */
export interface Spending {
  readonly requests: number;
  readonly left: { readonly remaining: number; readonly reset_ms: number } | null;
  readonly retryAfterMs: number | null;
}

export type SyncEvent =
  | { readonly kind: 'enrolled' }
  /** This station belongs to no server any more. */
  | { readonly kind: 'left' }
  | { readonly kind: 'event_changed'; readonly hasEvent: boolean }
  | { readonly kind: 'offers_changed'; readonly offered: readonly OfferedLane[] }
  | { readonly kind: 'mode_changed'; readonly mode: SyncMode }
  | { readonly kind: 'unsent_changed'; readonly unsent: boolean }
  /** A scan was written that the server is to have. */
  | { readonly kind: 'appended' }
  /** Other scopes or events: what was refused may be answered now. */
  | { readonly kind: 'regranted' }
  | { readonly kind: 'sync_now' }
  /** There is something new for these lanes. */
  | { readonly kind: 'noticed'; readonly lanes: readonly Lane[] }
  /** A lane that takes long has heard from the server; the stream's first word opens it. */
  | {
      readonly kind: 'heard';
      readonly lane: 'stream' | 'import';
      readonly generation: number;
      readonly left: Spending['left'];
    }
  | { readonly kind: 'wake' }
  | {
      readonly kind: 'answered';
      readonly lane: Lane;
      readonly generation: number;
      readonly result: LaneResult;
      readonly spending: Spending;
    }
  /** A request outside the lanes: one ticket that the replica does not know. */
  | { readonly kind: 'lookup_sent' }
  | {
      readonly kind: 'lookup_answered';
      readonly failure: FailureCode | null;
      readonly spending: Spending;
    };

export type SyncCommand =
  | { readonly kind: 'run'; readonly lane: Lane; readonly generation: number }
  /** Ends every request in flight: they were for another server, event or mode, or left before the server was away. */
  | { readonly kind: 'abort' }
  /** Replaces the timer; null needs none. */
  | { readonly kind: 'wake_at'; readonly at: number | null };

export interface SyncStep {
  readonly state: SyncState;
  readonly commands: readonly SyncCommand[];
}

export function startSync(intervals: Intervals, mode: SyncMode): SyncState {
  const idle = {
    dueAt: 0,
    running: false,
    startedAt: 0,
    failures: 0,
    walking: false,
    noticed: false,
  };
  return {
    mode,
    enrolled: false,
    hasEvent: false,
    offered: [],
    unsent: false,
    reach: { kind: 'connecting' },
    lanes: {
      identity: idle,
      push: idle,
      stream: idle,
      scans: idle,
      setup: idle,
      events: idle,
      heartbeat: idle,
      tickets: idle,
      order_lines: idle,
      import: idle,
      drift: idle,
    },
    budget: freshBudget,
    waitsUntil: 0,
    heardAt: 0,
    intervals,
    streaming: false,
    generation: 0,
  };
}
