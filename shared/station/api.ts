import type { Locale } from '../verdict/locale.ts';
import type { Reason } from '../verdict/reason.ts';

/**
 * The contract between the station core and its screens, carried over Electron IPC or a loopback WebSocket.
 * Times are REST timestamps (specification §2.1) in corrected time unless a name says otherwise.
 *
 * Phases: the carrier connects → `welcome` with the whole state → `state` on every change, `outcome` on every scan.
 * A screen that lost its carrier starts again with `welcome`; un-acknowledged scans are sent again under the same id.
 */
export type StationMessage =
  | {
      readonly kind: 'welcome';
      readonly state: StationState;
      readonly recent: readonly ScanOutcome[];
    }
  | { readonly kind: 'state'; readonly state: StationState }
  | { readonly kind: 'outcome'; readonly outcome: ScanOutcome }
  | { readonly kind: 'reply'; readonly id: string; readonly result: CommandResult };

/** A command with the id its reply carries. Ids are unique per screen; a repeated id is answered again, not run again. */
export interface StationRequest {
  readonly id: string;
  readonly command: StationCommand;
}

export type StationCommand =
  | {
      readonly kind: 'scan';
      readonly code: string;
      readonly symbology: string | null;
      readonly source: ScanSource;
    }
  | { readonly kind: 'select_event'; readonly event: string }
  /** Null is the box office: no entry point, so the entry-point rule does not apply. */
  | { readonly kind: 'select_entry_point'; readonly location: string | null }
  | { readonly kind: 'set_mode'; readonly mode: SyncMode }
  | { readonly kind: 'set_locale'; readonly locale: Locale }
  | { readonly kind: 'sync_now' }
  | {
      readonly kind: 'connect';
      readonly server_url: string;
      readonly client_id: string;
      readonly client_secret: string;
    };

export type CommandResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: CommandErrorCode; readonly message: string };

export type CommandErrorCode =
  | 'command.invalid'
  | 'command.unknown_event'
  | 'command.unknown_entry_point'
  | 'connect.unreachable'
  | 'connect.refused'
  | 'connect.not_a_server'
  | 'connect.unsent_scans'
  | 'station.not_enrolled'
  | 'station.failed';

export type ScanSource = 'keyboard' | 'hid' | 'serial' | 'camera' | 'typed';
export type SyncMode = 'automatic' | 'offline';

/** One scan as the door shows it: written durably before it is sent to a screen. */
export interface ScanOutcome {
  /** `scn_` reference that the station minted. */
  readonly reference: string;
  /** The journal's sequence: the running number on the screen. A repeated read carries the number of the first. */
  readonly number: number;
  readonly kind: 'admitted' | 'denied' | 'unknown_ticket' | 'unreadable' | 'not_recorded';
  /** Null when the code names no ticket at all. */
  readonly ticket: string | null;
  /** The verdict key; null unless `admitted` or `denied`. */
  readonly reason: Reason | null;
  /** What to do next, one sentence in the station's language. */
  readonly message: string;
  readonly scanned_at: string;
  readonly source: ScanSource;
  /** The same code again within the repeat guard: the earlier verdict, shown again; nothing new was written. */
  readonly repeated: boolean;
  readonly holder: string | null;
  readonly ticket_type: string | null;
  readonly seat_label: string | null;
  readonly session: { readonly name: string | null; readonly starts_at: string } | null;
  readonly first_admission: {
    readonly scanned_at: string;
    readonly entry_point: string | null;
  } | null;
  /** Bounds of the window that was missed. */
  readonly window: { readonly from: string | null; readonly until: string | null } | null;
  /** Names of the right entry points after `scanning.wrong_entry_point`. */
  readonly right_entry_points: readonly string[];
  readonly entry_point: string | null;
}

export interface StationState {
  /** Goes up with every change; a screen keeps the highest. */
  readonly revision: number;
  readonly phase: StationPhase;
  readonly locale: Locale;
  readonly server_url: string | null;
  readonly organiser: string | null;
  readonly event: EventOption | null;
  readonly events: readonly EventOption[];
  readonly entry_point: EntryPointOption | null;
  readonly entry_points: readonly EntryPointOption[];
  readonly counters: Counters;
  readonly sync: SyncState;
  readonly clock: ClockState;
  /** What must be seen as long as it holds, one of each code. */
  readonly warnings: readonly StationWarning[];
}

/** `starting` until the stores are open; `unenrolled` until there is a server; `importing` until the first walk is whole. */
export type StationPhase =
  | { readonly kind: 'starting' }
  | { readonly kind: 'unenrolled' }
  | { readonly kind: 'choosing_event' }
  | { readonly kind: 'importing'; readonly applied: number; readonly total: number | null }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly message: string };

export interface EventOption {
  readonly reference: string;
  readonly name: string;
  readonly starts_at: string | null;
  readonly timezone: string;
}

export interface EntryPointOption {
  readonly reference: string;
  readonly name: string;
}

export interface Counters {
  /** Allowed scans made by this station for this event. */
  readonly admitted_here: number;
  /** Tickets with an admission known here, from any station. */
  readonly admitted_total: number;
  /** Tickets that could be admitted: neither cancelled, refunded nor superseded. */
  readonly expected: number;
  /** Admissions known here in each of the last 15 whole minutes, oldest first, and the current one last: 16 numbers. */
  readonly per_minute: readonly number[];
}

export interface SyncState {
  readonly mode: SyncMode;
  readonly connection:
    | { readonly kind: 'connecting' }
    | { readonly kind: 'live' }
    | { readonly kind: 'syncing'; readonly applied: number; readonly total: number | null }
    | { readonly kind: 'offline'; readonly since: string; readonly reason: OfflineReason };
  /** When the server's data was last known to be complete here, per class; null before the first time. */
  readonly fresh_at: {
    readonly scans: string | null;
    readonly tickets: string | null;
    readonly setup: string | null;
  };
  /** Journal rows that the server has not acknowledged. */
  readonly queued: number;
  readonly oldest_queued_at: string | null;
  /** Rows that the server refused and somebody must look at. */
  readonly needs_attention: number;
}

export type OfflineReason =
  | 'chosen'
  | 'unreachable'
  | 'timeout'
  | 'server_error'
  | 'unauthorized'
  | 'rate_limited'
  | 'forbidden';

export interface ClockState {
  /** Corrected time minus device time, milliseconds; null until a server was heard. */
  readonly offset_ms: number | null;
  /** The device's clock jumped or is more than a minute off. */
  readonly suspect: boolean;
}

/** What was found stands beside the code; the screen has the words. `problem` is the store's own message. */
export type StationWarning =
  | { readonly code: 'journal_replaced'; readonly kept_as: string; readonly carried_over: number }
  | {
      readonly code: 'journal_failed';
      readonly doing: 'read' | 'write';
      readonly problem: string;
    }
  | { readonly code: 'disk_full' }
  /** `carried_over`: tickets of the old store that are used until the server's are here. */
  | { readonly code: 'replica_rebuilt'; readonly carried_over: number }
  | { readonly code: 'replica_unreadable' }
  /** The server at `own` hands out next pages at `other`. */
  | { readonly code: 'foreign_pages'; readonly own: string; readonly other: string }
  | { readonly code: 'clock_off'; readonly seconds: number }
  | { readonly code: 'clock_jumped' }
  | { readonly code: 'secret_unprotected' };
