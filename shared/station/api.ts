import type { ConflictKind } from '../contract/scanner.ts';
import type { OrderStatus } from '../contract/resources.ts';
import type { Locale } from '../verdict/locale.ts';
import type { Reason } from '../verdict/reason.ts';
import type { ScannerChoice, ScannersState } from './scanners.ts';
import type {
  EnrolmentChoice,
  JoiningStation,
  ServerBackup,
  ServerCommand,
  ServerState,
} from './server.ts';

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
  /** A scanner of the station read credentials: for a form that waits for them, else a scan of the screen like any other. */
  | { readonly kind: 'enrolment_code'; readonly code: string; readonly source: ScanSource }
  | { readonly kind: 'reply'; readonly id: string; readonly result: CommandResult };

/** A command with the id its reply carries. Ids are unique per screen; a repeated id is answered again, not run again. */
export interface StationRequest {
  readonly id: string;
  readonly command: StationCommand;
}

/** Of what is looked for, in characters. */
export const MAX_QUERY_LENGTH = 200;

export type StationCommand =
  | ServerCommand
  | {
      readonly kind: 'scan';
      readonly code: string;
      readonly symbology: string | null;
      readonly source: ScanSource;
    }
  | { readonly kind: 'select_event'; readonly event: string }
  /** Null is the box office: no entry point, so the entry-point rule does not apply. */
  | { readonly kind: 'select_entry_point'; readonly location: string | null }
  /**
   * Tickets of the event, up to `MAX_FOUND_TICKETS`: each word of the query is somewhere in the holder's name or email or the seat, or in
   * the end of the order's reference, whatever its letter case and accents; a word of one or two characters begins one there. A
   * whole reference of a ticket or an order finds what it names.
   */
  | { readonly kind: 'search_tickets'; readonly query: string }
  /** The order of a ticket: its tickets and its add-ons. */
  | { readonly kind: 'read_order'; readonly ticket: string }
  /** A scan of the ticket by hand, at no entry point: its outcome is shown and recorded like every other. */
  | { readonly kind: 'check_in'; readonly ticket: string }
  /** The add-ons of the order that a ticket belongs to. */
  | { readonly kind: 'read_add_ons'; readonly ticket: string }
  /** Hands out so many of an add-on; a negative quantity takes back. */
  | {
      readonly kind: 'redeem';
      readonly order: string;
      readonly order_line: string;
      readonly quantity: number;
    }
  | { readonly kind: 'set_mode'; readonly mode: SyncMode }
  /** Whether this station talks to the others nearby. */
  | { readonly kind: 'set_peers'; readonly on: boolean }
  /** What is left out stays as it is. */
  | { readonly kind: 'set_scanners'; readonly choice: Partial<ScannerChoice> }
  /** Shows the door and nothing else until `leave_kiosk` has the same PIN. */
  | { readonly kind: 'enter_kiosk'; readonly pin: string }
  | { readonly kind: 'leave_kiosk'; readonly pin: string }
  /** Looks for scanners and serial ports again. */
  | { readonly kind: 'look_for_scanners' }
  | { readonly kind: 'set_locale'; readonly locale: Locale }
  /** The language of the system that a screen runs on: taken as long as nobody has chosen one. */
  | { readonly kind: 'suggest_locale'; readonly locale: Locale }
  /** Tries everything again at once: also while the server is away, and before an event is chosen. */
  | { readonly kind: 'sync_now' }
  /** A page of what needs attention, by journal number; `after` is the `next` of the page before. */
  | { readonly kind: 'read_attention'; readonly after: number | null; readonly limit: number }
  /** A page of what happened at this station for its event, newest first; `before` is the `next` of the page before. */
  | {
      readonly kind: 'read_activity';
      readonly before: number | null;
      readonly limit: number;
      readonly filter: ActivityFilter;
    }
  /** How the event goes at all doors. */
  | { readonly kind: 'read_figures' }
  /** Every station of the organiser, asked of the server. */
  | { readonly kind: 'read_stations' }
  /** Tries, before doors, what the station itself can try: clock, server, ticket data, journal, disk. Writes no scan. */
  | { readonly kind: 'self_test' }
  /** Disagreements about scans, newest first, asked of the server; `page` is the `next` of the page before. */
  | {
      readonly kind: 'read_conflicts';
      readonly state: 'open' | 'resolved';
      readonly page: string | null;
    }
  /** Says what became of a conflict: 1 to 1,000 characters. The first word on it stands. */
  | { readonly kind: 'resolve_conflict'; readonly conflict: string; readonly note: string }
  /** Offers scans that were set aside to the server again; null means all of them. */
  | { readonly kind: 'resend_attention'; readonly references: readonly string[] | null }
  /** Also while this station is connected: another server, or the same one with other credentials. */
  | {
      readonly kind: 'connect';
      readonly server_url: string;
      readonly client_id: string;
      readonly client_secret: string;
      /**
       * The SHA-256 of the only certificate to trust, 32 bytes in base64url; null: any that an authority vouches for. Left out, what was
       * said of this server before stands.
       */
      readonly certificate?: string | null;
      /** What the organiser chose for this station; another client of the same server keeps to it, the same one to what was chosen here since. */
      readonly event?: string | null;
      readonly location?: string | null;
    };

export type CommandResult =
  | { readonly ok: true }
  /** The answer to `read_attention`. */
  | { readonly ok: true; readonly attention: AttentionPage }
  /** The answer to `search_tickets`. */
  | { readonly ok: true; readonly found: FoundTickets }
  /** The answer to `read_order`. */
  | { readonly ok: true; readonly order: OrderView }
  /** The answer to `read_add_ons`. */
  | { readonly ok: true; readonly add_ons: readonly AddOnState[] }
  /** The answer to `redeem`: the line as it is now. It is in the journal. */
  | { readonly ok: true; readonly add_on: AddOnState }
  /** The answer to `read_activity`. */
  | { readonly ok: true; readonly activity: ActivityPage }
  /** The answer to `read_figures`. */
  | { readonly ok: true; readonly figures: EventFigures }
  /** The answer to `read_stations`. */
  | { readonly ok: true; readonly fleet: Fleet }
  /** The answer to `self_test`. */
  | { readonly ok: true; readonly self_test: SelfTestReport }
  /** The answer to `read_conflicts`. */
  | { readonly ok: true; readonly conflicts: ConflictPage }
  /** The answer to `resolve_conflict`: the conflict as it is now. */
  | { readonly ok: true; readonly conflict: ConflictView }
  /** The answer to `read_server`, `run_server` and what changes who may connect to it. */
  | { readonly ok: true; readonly server: ServerState }
  /** The answer to `back_up_server`. */
  | { readonly ok: true; readonly backup: ServerBackup }
  /** The answer to `read_enrolment_choices`. */
  | { readonly ok: true; readonly enrolment_choices: readonly EnrolmentChoice[] }
  /** The answer to `enrol_station`. */
  | { readonly ok: true; readonly joining: JoiningStation }
  /** The answer to `resend_attention`: how many of them wait in the queue now. */
  | { readonly ok: true; readonly queued: number }
  | { readonly ok: false; readonly code: CommandErrorCode; readonly message: string };

export type CommandErrorCode =
  | 'command.invalid'
  | 'command.unknown_event'
  | 'command.unknown_entry_point'
  | 'connect.unreachable'
  | 'connect.certificate_not_trusted'
  | 'connect.certificate_changed'
  | 'connect.server_error'
  | 'connect.refused'
  /** The client is accepted, and its organiser has no access. */
  | 'connect.forbidden'
  | 'connect.not_a_server'
  | 'connect.unsent_scans'
  | 'search.unread'
  /** The server was not reached, or could not answer. */
  | 'conflicts.unreachable'
  /** A server without the scanner surface. */
  | 'conflicts.not_offered'
  | 'conflicts.forbidden'
  /** It was withdrawn, or is another organiser's. */
  | 'conflicts.unknown'
  | 'stations.unreachable'
  /** A server without the scanner surface. */
  | 'stations.not_offered'
  | 'stations.forbidden'
  | 'kiosk.is_on'
  | 'kiosk.wrong_pin'
  /** Too many wrong PINs: `kiosk.wait_until` says until when. */
  | 'kiosk.wait'
  /** Only the door is open to this screen. */
  | 'kiosk.locked'
  | 'order.unknown_ticket'
  | 'order.unread'
  | 'redeem.unknown_ticket'
  | 'redeem.unknown_line'
  /** The order was cancelled or refunded, or is not paid. */
  | 'redeem.order_ended'
  /** Fewer are left than were asked for. */
  | 'redeem.not_enough'
  | 'redeem.nothing_to_undo'
  /** The journal did not take it: nothing may be handed over. */
  | 'redeem.not_recorded'
  | 'redeem.unread'
  /** This host runs no server. */
  | 'server.not_here'
  | 'server.port_taken'
  | 'server.disk_full'
  /** Demo data was asked for, and there is data of somebody's. */
  | 'server.not_empty'
  /** Demo data is on the server, and nobody said that the network may get at it. */
  | 'server.demo_closed'
  | 'server.failed'
  | 'station.not_enrolled'
  | 'station.failed';

export const MAX_FOUND_TICKETS = 50;

/** Tickets where a word of the holder's name begins with the first word of the query come first. */
export interface FoundTickets {
  readonly tickets: readonly TicketSummary[];
  /** There are more than these. */
  readonly more: boolean;
  /** Every ticket that is here can be found. False for seconds after many came at once. */
  readonly complete: boolean;
}

/** A ticket as the box office shows it. */
export interface TicketSummary {
  readonly ticket: string;
  readonly order: string | null;
  readonly holder: string | null;
  /** Null also where this station may not read it. */
  readonly email: string | null;
  readonly ticket_type: string | null;
  readonly seat_label: string | null;
  readonly session: { readonly name: string | null; readonly starts_at: string } | null;
  /** Names of the entry points it is bound to; null where it may enter anywhere. */
  readonly entry_points: readonly string[] | null;
  /** What a check-in would say now. */
  readonly check_in: CheckInPreview;
}

export type CheckInPreview = Pick<
  ScanOutcome,
  'reason' | 'note' | 'message' | 'first_admission' | 'window'
> & { readonly kind: 'admitted' | 'denied' };

/** Tickets by seat, then by holder. */
export interface OrderView {
  /** Null for a ticket without an order: it is alone. */
  readonly order: string | null;
  readonly tickets: readonly TicketSummary[];
  readonly add_ons: readonly AddOnState[];
  /** False: tickets of the order may be missing, see `FoundTickets`. */
  readonly complete: boolean;
}

/** What was bought of an add-on, and what is left of it as far as this station knows. */
export interface AddOnState {
  readonly order_line: string;
  readonly order: string;
  readonly order_status: OrderStatus;
  readonly add_on: string;
  /** Null until the setup names it. */
  readonly name: string | null;
  readonly session: string | null;
  readonly quantity: number;
  readonly redeemed: number;
  readonly remaining: number;
}

export const MAX_ATTENTION_PAGE = 500;

export interface AttentionPage {
  /** All there are, not only those of this page. */
  readonly total: number;
  readonly items: readonly AttentionItem[];
  /** What the next page is asked for after; null for the last page. A page may be shorter than asked for and not be the last. */
  readonly next: number | null;
}

/**
 * A scan that the server has refused: it stays in the journal, and is offered again as `waiting` says. One that is no longer what was
 * written is listed under the code `journal.changed`, is never sent, and may lack its ticket and its reason.
 */
export interface AttentionItem {
  readonly reference: string;
  /** The journal's sequence: the number that the door showed. */
  readonly number: number;
  readonly kind: 'admitted' | 'denied' | 'unknown_ticket' | 'unreadable' | 'redemption';
  readonly ticket: string | null;
  readonly reason: Reason | null;
  readonly scanned_at: string;
  readonly entry_point: string | null;
  /**
   * Why: the server's code for the scan (`ticket.unknown`), that of the failed request (`too_large`, `not_the_server`), or
   * `journal.changed`.
   */
  readonly code: string;
  /** The server's sentence, or the station's about the request. */
  readonly message: string;
  /** When it was refused for the first time since it last waited; null when that is not known. */
  readonly since: string | null;
  /** How often it was sent and refused. */
  readonly offered: number;
  /** True: still in the queue, and offered again by itself. False: offered again at a restart, new grants, or `resend_attention`. */
  readonly waiting: boolean;
}

export const MAX_ACTIVITY_PAGE = 200;

/** What is left out lets everything through. */
export interface ActivityFilter {
  /** `unknown`: a code that named no ticket of the event. */
  readonly result?: 'admitted' | 'denied' | 'unknown' | 'redemption' | undefined;
  readonly upload?: 'waiting' | 'sent' | 'refused' | undefined;
  /** As in `search_tickets`, in the holder's name, the seat, the ticket type, the ticket's reference or the entry point. */
  readonly words?: string | undefined;
}

/** A page may be shorter than asked for, even empty, and not be the last. */
export interface ActivityPage {
  readonly items: readonly ActivityItem[];
  /** Null for the last page. */
  readonly next: number | null;
}

/** A row of the journal. What damage took of it is null. */
export interface ActivityItem {
  /** The number that the door showed. */
  readonly number: number;
  readonly reference: string;
  readonly kind: 'admitted' | 'denied' | 'unknown_ticket' | 'unreadable' | 'redemption';
  readonly reason: Reason | null;
  readonly note?: OutcomeNote | undefined;
  readonly message: string | null;
  readonly scanned_at: string;
  readonly source: ScanSource | null;
  readonly ticket: string | null;
  readonly holder: string | null;
  readonly ticket_type: string | null;
  readonly seat_label: string | null;
  /** Null is the box office. */
  readonly entry_point: string | null;
  /** What was handed out, or taken back with a negative quantity; null unless `redemption`. */
  readonly redemption: {
    readonly order: string;
    readonly order_line: string;
    readonly quantity: number;
  } | null;
  /** `local`: nothing for the server. */
  readonly upload: 'waiting' | 'sent' | 'refused' | 'local';
}

/** What the server has told of all doors, and what this station has not sent yet. */
export interface EventFigures {
  /** When they were counted. */
  readonly at: string;
  /** First admissions of tickets in steps of five minutes of corrected time, oldest first; steps without one are left out. */
  readonly arrivals: readonly {
    readonly from: string;
    /** Null is the box office. */
    readonly entry_point: string | null;
    readonly admitted: number;
  }[];
  /** By name. `expected`: tickets that are neither cancelled, refunded nor superseded; some that were admitted may be. */
  readonly ticket_types: readonly {
    readonly name: string | null;
    readonly admitted: number;
    readonly expected: number;
  }[];
  /** Refused scans, most frequent first; a null reason is one that this version does not know. */
  readonly denials: readonly { readonly reason: Reason | null; readonly scans: number }[];
}

export interface Fleet {
  /** When the server told of them. */
  readonly at: string;
  /** By name; those that were revoked are left out. */
  readonly stations: readonly FleetStation[];
}

export interface FleetStation {
  readonly client_id: string;
  readonly name: string;
  /** It is the one that was asked. */
  readonly is_this: boolean;
  /** Its last heartbeat, in the server's time; null before the first one. */
  readonly heard_at: string | null;
  readonly health: FleetHealth | null;
}

/** What a station said of itself in its last heartbeat. */
export interface FleetHealth {
  /** `none`: it has no event yet. `here`: at this station's event; a null entry point is the box office. `elsewhere`: null where its name is not known here. */
  readonly place:
    | { readonly kind: 'none' }
    | { readonly kind: 'here'; readonly entry_point: string | null }
    | { readonly kind: 'elsewhere'; readonly event: string | null };
  readonly version: string;
  /** Journal rows that the server had not taken. */
  readonly queued: number;
  readonly needs_attention: number;
  readonly oldest_unsent_at: string | null;
  /** Its tickets and admissions were complete up to here; null before its first import. */
  readonly data_at: string | null;
  readonly clock_offset_ms: number;
  /** Codes of what it warns of: those of `StationWarning`, and of other versions. */
  readonly warnings: readonly string[];
}

/** What the station found when it tried itself. */
export interface SelfTestReport {
  readonly at: string;
  /** The software's. */
  readonly version: string;
  readonly clock: ClockState;
  /** `away`: offline, or no request may be sent now. `failed`: it was asked and did not say how much it has; `problem` says why. */
  readonly server:
    { readonly kind: 'answered' | 'away' } | { readonly kind: 'failed'; readonly problem: string };
  readonly tickets: ComparedList;
  readonly scans: ComparedList;
  /** A write that waited for the disk, as every scan does: how long it took. */
  readonly journal:
    | { readonly kind: 'written'; readonly milliseconds: number }
    | {
        readonly kind: 'failed';
        readonly cause: 'disk_full' | 'io_error';
        readonly problem: string;
      };
  /** Null where the system does not tell. */
  readonly free_bytes: number | null;
}

/** Rows of a list here and at the server, those that were deleted included. */
export interface ComparedList {
  readonly here: number;
  /** Null where the server did not say. */
  readonly server: number | null;
  /** When the list was last known to be complete here. */
  readonly fresh_at: string | null;
}

export interface ConflictPage {
  readonly items: readonly ConflictView[];
  /** Null for the last page. */
  readonly next: string | null;
}

/** A conflict (scanner surface) as a supervisor sees it: what happened, side by side. */
export interface ConflictView {
  readonly reference: string;
  readonly kind: ConflictKind;
  readonly state: 'open' | 'resolved';
  readonly ticket: string;
  /** Null also where this station does not have the ticket. */
  readonly holder: string | null;
  readonly ticket_type: string | null;
  /** What the server would have said. */
  readonly expected_reason: Reason;
  /** The scan in question, then the other one of a pair. */
  readonly scans: readonly ConflictingScan[];
  readonly note: string | null;
  readonly resolved_by: string | null;
  readonly resolved_at: string | null;
  readonly created_at: string;
}

export interface ConflictingScan {
  readonly reference: string;
  readonly admitted: boolean;
  readonly reason: Reason;
  /** Corrected time. */
  readonly scanned_at: string;
  readonly entry_point: string | null;
  /** Null for staff in the organiser's console. */
  readonly station: string | null;
  readonly clock_offset_ms: number | null;
  readonly clock_suspect: boolean;
  /** Denied because another station told of an admission. */
  readonly on_word_of_station: boolean;
}

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
  /** What the kind and the reason do not tell. */
  readonly note?: OutcomeNote | undefined;
  /** The contract's sentence, in the station's language at the time. Screens have their own words for what to do next. */
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
    /** `peer`: only another station told of it; the server has not. */
    readonly source?: 'peer' | undefined;
  } | null;
  /** Bounds of the window that was missed. */
  readonly window: { readonly from: string | null; readonly until: string | null } | null;
  /** Names of the right entry points after `scanning.wrong_entry_point`. */
  readonly right_entry_points: readonly string[];
  readonly entry_point: string | null;
}

/**
 * `replaced`: the cancelled ticket was superseded by another one. `code_replaced`: the ticket stands, and a newer code was issued for it.
 * `from_code`: judged by what its signed code says, because the ticket is not in this station's data. `training`, `enrolment`: a readable code with another purpose.
 * `unread`: nothing was recorded, because the ticket data could not be read.
 */
export type OutcomeNote =
  'replaced' | 'code_replaced' | 'from_code' | 'training' | 'enrolment' | 'unread';

export interface StationState {
  /** Goes up with every change; a screen keeps the highest. */
  readonly revision: number;
  readonly phase: StationPhase;
  readonly locale: Locale;
  readonly server_url: string | null;
  /** As whom this station belongs to `server_url`; null together with it. */
  readonly client_id: string | null;
  readonly organiser: string | null;
  /** The event chosen here. It stays known when it is no longer granted: see `access`. */
  readonly event: EventOption | null;
  readonly events: readonly EventOption[];
  readonly entry_point: EntryPointOption | null;
  readonly entry_points: readonly EntryPointOption[];
  readonly counters: Counters;
  readonly access: AccessState;
  readonly sync: SyncState;
  readonly clock: ClockState;
  readonly peers: PeersState;
  readonly scanners: ScannersState;
  readonly kiosk: KioskState;
  /** What must be seen as long as it holds, one of each code. */
  readonly warnings: readonly StationWarning[];
}

/** Whether this station shows the door alone. */
export interface KioskState {
  readonly on: boolean;
  /** No PIN is looked at before then; null where one is. */
  readonly wait_until: string | null;
}

export const NO_KIOSK: KioskState = { on: false, wait_until: null };

/** Digits, because every keypad has them. */
export const KIOSK_PIN = /^\d{4,8}$/;

/** The other stations of the event on this network: they tell each other whom they admitted while the server is away. */
export interface PeersState {
  /** The switch of this station. */
  readonly chosen: boolean;
  /** The event's; null until its setup was heard. */
  readonly allowed: boolean | null;
  /** Both switches are on, and what the server gives for it is here. */
  readonly running: boolean;
  /** Where others reach this station. */
  readonly addresses: readonly string[];
  readonly port: number | null;
  readonly near: readonly NearStation[];
  /** Admissions that this station can pass on, its own included. */
  readonly known: number;
  /** What was not a station's of this event, or too much: such connections were ended. */
  readonly refused: number;
  /** Connections that others opened and said nothing on; they were ended. */
  readonly silent: number;
  /** What was said at a time that has not come or is long past, and admissions beyond what is kept. */
  readonly ignored: number;
}

/** Before anything is known of them. */
export const NO_PEERS: PeersState = {
  chosen: false,
  allowed: null,
  running: false,
  addresses: [],
  port: null,
  near: [],
  known: 0,
  refused: 0,
  silent: 0,
  ignored: 0,
};

export interface NearStation {
  readonly entry_point: string | null;
  readonly address: string;
  /** Its last word, corrected time here. */
  readonly heard_at: string;
}

/** What the server lets this station do, as it last said in this run. Whether it is there now is in `sync.connection`. */
export type AccessState =
  /** The server has not been heard since the station started. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'granted' }
  /** `scopes`: what this client needs and does not have. */
  | { readonly kind: 'scope_missing'; readonly scopes: readonly string[] }
  | { readonly kind: 'no_event_granted' }
  /** The event chosen here is not granted any more, or is archived or a draft. */
  | { readonly kind: 'event_not_granted' };

/** `starting` until the stores are open; `unenrolled` until there is a server; `importing` until the first walk is whole. */
export type StationPhase =
  /** `waiting_for`: what takes longer than it should, said by a host that waits for it. */
  | { readonly kind: 'starting'; readonly waiting_for: 'server' | 'station' | null }
  | { readonly kind: 'unenrolled' }
  /** As `unenrolled`, and nobody has chosen yet whether this host runs a server: the host says so. */
  | { readonly kind: 'undecided' }
  /**
   * The server has proven that it revoked this station: its ticket data and its secret are gone from here. `unsent`: scans that the
   * server has not had. `sealed_as`: the file to hand over; null where there was nothing to seal, or it could not be.
   */
  | {
      readonly kind: 'revoked';
      readonly revoked_at: string;
      readonly unsent: number;
      readonly sealed_as: string | null;
    }
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
  /** When the server is tried again; null unless offline, and while it is being tried. */
  readonly next_attempt_at: string | null;
  /** When the server's data was last known to be complete here, per class; null before the first time. */
  readonly fresh_at: {
    readonly scans: string | null;
    readonly tickets: string | null;
    readonly setup: string | null;
  };
  /** Journal rows that the server has not acknowledged. */
  readonly queued: number;
  readonly oldest_queued_at: string | null;
  /** Rows that the server refused, set aside or still in the queue: `read_attention` lists them. */
  readonly needs_attention: number;
}

export type OfflineReason =
  | 'chosen'
  | 'unreachable'
  /** The encrypted connection failed: the certificate is expired, self-signed or another host's. */
  | 'certificate_not_trusted'
  /** It is another one than the enrolment code named. */
  | 'certificate_changed'
  /** Something answers that is not this server: the page of a captive portal or a proxy, or another website. */
  | 'not_the_server'
  | 'timeout'
  | 'server_error'
  /** The server answers, and this device cannot store what it says. */
  | 'store_failed'
  /** The client secret is refused. */
  | 'unauthorized'
  | 'rate_limited'
  /** The client is accepted and may not be here: its organiser's plan has no access, or it is another organiser's. */
  | 'forbidden'
  /** The client secret cannot be read; a warning says why. */
  | 'no_secret';

export interface ClockState {
  /** Corrected time minus device time, milliseconds; null until a server was heard. */
  readonly offset_ms: number | null;
  /** The device's clock jumped or is more than a minute off. */
  readonly suspect: boolean;
  /** The offset is that of an earlier run: no server was heard since the start, and the clock may have been set meanwhile. */
  readonly remembered: boolean;
}

/** What was found stands beside the code; the screen has the words. `problem` is the store's own message. */
export type StationWarning =
  | { readonly code: 'journal_replaced'; readonly kept_as: string; readonly carried_over: number }
  /** Scans are gone from the end of the journal: all that came after `since`, the newest one that is left. */
  | {
      readonly code: 'journal_end_lost';
      readonly scans: number;
      readonly since: string | null;
      readonly kept_as: string | null;
    }
  /** Rows of the journal are not what was written. */
  | { readonly code: 'journal_changed'; readonly scans: number }
  | {
      readonly code: 'journal_failed';
      readonly doing: 'read' | 'write';
      readonly problem: string;
    }
  /** `settings.json` was missing or damaged; the copy beside it is in use. */
  | { readonly code: 'settings_restored' }
  /** There was no usable copy either: the station chose anew. */
  | { readonly code: 'settings_lost' }
  /** They hold for this run only. `problem` names the file. */
  | { readonly code: 'settings_not_kept'; readonly problem: string }
  /** The server says that more was handed out than bought: two stations could not know of each other. `times`: in this run. */
  | { readonly code: 'over_redeemed'; readonly times: number }
  | { readonly code: 'disk_full' }
  /** `carried_over`: tickets of the old store that are used until the server's are here. */
  | { readonly code: 'replica_rebuilt'; readonly carried_over: number }
  /** The replica was removed or emptied: no ticket is known until the server's are here. */
  | { readonly code: 'replica_missing' }
  | { readonly code: 'replica_unreadable' }
  /** What the server says cannot be stored: the disk is full, or the file may not be written. It is tried again. */
  | { readonly code: 'replica_unwritable' }
  /** The server at `own` hands out next pages at `other`. */
  | { readonly code: 'foreign_pages'; readonly own: string; readonly other: string }
  | { readonly code: 'clock_off'; readonly seconds: number }
  | { readonly code: 'clock_jumped' }
  /** The clock was this far off when a server was last heard, in an earlier run. */
  | { readonly code: 'clock_unconfirmed'; readonly seconds: number }
  /** The connection to another machine is not encrypted. */
  | { readonly code: 'plain_http'; readonly server: string }
  /** The client secret lies in a file, unencrypted. */
  | { readonly code: 'secret_unprotected' }
  /** `problem` is the keychain's or the file's own message; null when it does not answer at all. Reading is tried again. */
  | { readonly code: 'secret_unreadable'; readonly problem: string | null }
  /** This station belongs to a server, and its secret is not in this host's store. */
  | { readonly code: 'secret_missing' }
  /** The secret is used for this run only. */
  | { readonly code: 'secret_not_kept'; readonly problem: string };
