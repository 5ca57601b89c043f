import type { SyncMode } from '../../../shared/station/state.ts';
import type { FailureCode } from '../../../shared/station/remote-failure.ts';
import { freshBudget, type RequestBudget, type RequestCost } from './request-budget.ts';

/**
 * The state of the sync engine. Phases of `reach`: `connecting` until the server first answered `/integration/me`; `live` while it
 * responds; `offline` after it did not, when only `identity` is tried, first soon and then at growing intervals. Times are monotonic
 * milliseconds.
 */
export interface SyncEngineState {
  readonly mode: SyncMode;
  readonly enrolled: boolean;
  readonly hasEvent: boolean;
  readonly offered: readonly OfferedChannel[];
  /** Whether the journal holds rows for this server. */
  readonly unsent: boolean;
  readonly reach: Reach;
  readonly channels: Readonly<Record<Channel, ChannelState>>;
  readonly budget: RequestBudget;
  /** The server asked us to wait until then, and for longer than a moment. */
  readonly waitsUntil: number;
  /** When data was last received for any request. */
  readonly receivedAt: number;
  /** An open stream broke off, and nothing was received since: the server may be gone. */
  readonly dropped: boolean;
  readonly intervals: Intervals;
  /** The stream reports changes as they happen; polling only covers what it may miss. */
  readonly streaming: boolean;
  /** Incremented when the server, the event or the mode changes: results of earlier requests no longer count. */
  readonly generation: number;
}

/** `stream` runs as long as the server reports changes, `import` as long as a snapshot takes. */
export const channels = [
  'identity',
  'push',
  'stream',
  'scans',
  'releases',
  'setup',
  'events',
  'heartbeat',
  'tickets',
  'order_lines',
  'answers',
  'import',
] as const;
export type Channel = (typeof channels)[number];

/** Channels of the scanner surface: they rest if the server does not offer what they need. */
export const offeredChannels = [
  'stream',
  'heartbeat',
  'releases',
  'order_lines',
  'answers',
  'import',
] as const;
export type OfferedChannel = (typeof offeredChannels)[number];

export interface ChannelState {
  readonly dueAt: number;
  readonly running: boolean;
  /** When it last started. */
  readonly startedAt: number;
  readonly failures: number;
  /** A walk is in progress: its next page follows immediately. */
  readonly walking: boolean;
  /** A change arrived while it was running or walking, perhaps too late for its request. */
  readonly noticed: boolean;
}

/**
 * How often a channel runs when it has nothing left to do, in milliseconds; jitter is added. However many changes are noticed, it runs no
 * more often than every `notice`.
 */
export type Intervals = Readonly<Record<Channel | 'notice', number>>;

export type Reach =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'offline'; readonly why: FailureCode };

export type ChannelResult =
  /** `nextInMs`: something is left (a page, a batch) and follows after this time; null if the channel may rest for its interval. */
  | { readonly kind: 'done'; readonly nextInMs: number | null }
  | { readonly kind: 'failed'; readonly code: FailureCode };

export type SyncEvent =
  | { readonly kind: 'enrolled' }
  /** This station no longer belongs to a server. */
  | { readonly kind: 'left' }
  | { readonly kind: 'event_changed'; readonly hasEvent: boolean }
  | { readonly kind: 'offers_changed'; readonly offered: readonly OfferedChannel[] }
  | { readonly kind: 'mode_changed'; readonly mode: SyncMode }
  | { readonly kind: 'unsent_changed'; readonly unsent: boolean }
  /** A scan was recorded that must be uploaded. */
  | { readonly kind: 'appended' }
  /** Scopes or events have changed: refused requests may succeed now. */
  | { readonly kind: 'regranted' }
  | { readonly kind: 'sync_now' }
  /** These channels have something new to fetch. */
  | { readonly kind: 'noticed'; readonly channels: readonly Channel[] }
  /** A long-running channel has received data from the server; the stream's first data opens it. */
  | {
      readonly kind: 'received';
      readonly channel: 'stream' | 'import';
      readonly generation: number;
      /** Reported by the response's head; null for later data. */
      readonly cost: RequestCost | null;
    }
  | { readonly kind: 'wake' }
  | {
      readonly kind: 'answered';
      readonly channel: Channel;
      readonly generation: number;
      readonly result: ChannelResult;
      readonly cost: RequestCost;
    }
  /** A person connects to a server: the station asks for its identity there. */
  | { readonly kind: 'probe_sent' }
  | { readonly kind: 'probe_answered'; readonly requests: number }
  /** A request outside the channels: for one ticket that the replica does not have. */
  | { readonly kind: 'lookup_sent' }
  | {
      readonly kind: 'lookup_answered';
      readonly failure: FailureCode | null;
      readonly cost: RequestCost;
    };

export type SyncCommand =
  | { readonly kind: 'run'; readonly channel: Channel; readonly generation: number }
  /** Aborts every request in progress: they were for another server, event or mode, or were sent before the server became unreachable. */
  | { readonly kind: 'abort' }
  /** Replaces the timer; null for none. */
  | { readonly kind: 'wake_at'; readonly at: number | null };

export interface SyncStep {
  readonly state: SyncEngineState;
  readonly commands: readonly SyncCommand[];
}

export function startSync(intervals: Intervals, mode: SyncMode): SyncEngineState {
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
    channels: {
      identity: idle,
      push: idle,
      stream: idle,
      scans: idle,
      releases: idle,
      setup: idle,
      events: idle,
      heartbeat: idle,
      tickets: idle,
      order_lines: idle,
      answers: idle,
      import: idle,
    },
    budget: freshBudget,
    waitsUntil: 0,
    receivedAt: 0,
    dropped: false,
    intervals,
    streaming: false,
    generation: 0,
  };
}
