import type { SyncMode } from '../../../shared/station/api.ts';
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
  /** Whether the journal holds rows for this server. */
  readonly unsent: boolean;
  readonly reach: Reach;
  readonly lanes: Readonly<Record<Lane, LaneState>>;
  readonly budget: RequestBudget;
  readonly intervals: Intervals;
  /** Goes up when the server, the event or the mode changes: answers to older questions no longer count. */
  readonly generation: number;
}

/** In the order of their claim on the request budget. */
export const lanes = ['identity', 'push', 'scans', 'setup', 'events', 'tickets'] as const;
export type Lane = (typeof lanes)[number];

export interface LaneState {
  readonly dueAt: number;
  readonly running: boolean;
  readonly failures: number;
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
  | { readonly kind: 'event_changed'; readonly hasEvent: boolean }
  | { readonly kind: 'mode_changed'; readonly mode: SyncMode }
  | { readonly kind: 'unsent_changed'; readonly unsent: boolean }
  | { readonly kind: 'sync_now' }
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
  /** Ends every request in flight: they were for another server, event or mode. */
  | { readonly kind: 'abort' }
  /** Replaces the timer; null needs none. */
  | { readonly kind: 'wake_at'; readonly at: number | null };

export interface SyncStep {
  readonly state: SyncState;
  readonly commands: readonly SyncCommand[];
}

export function startSync(intervals: Intervals, mode: SyncMode): SyncState {
  const idle: LaneState = { dueAt: 0, running: false, failures: 0 };
  return {
    mode,
    enrolled: false,
    hasEvent: false,
    unsent: false,
    reach: { kind: 'connecting' },
    lanes: { identity: idle, push: idle, scans: idle, setup: idle, events: idle, tickets: idle },
    budget: freshBudget,
    intervals,
    generation: 0,
  };
}
