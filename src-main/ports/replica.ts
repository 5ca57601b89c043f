import type { Released } from '../../shared/verdict/releases.ts';
import type { Instant } from '../../shared/instant.ts';
import type { SnapshotList } from '../../shared/resources/snapshot.ts';
import type { OrderStatus } from '../../shared/resources/orders.ts';
import type { ScanResult } from '../../shared/resources/scans.ts';
import type { EventRecord, IdentityRecord, SetupRecord } from '../../shared/station/records.ts';
import type { EntryPoint, TicketStatus } from '../../shared/verdict/terms/facts.ts';

/** A ticket in the replica; tombstones are kept as rows with `deleted_at`. */
export interface TicketRecord {
  readonly reference: string;
  readonly event: string;
  /** `unknown`: one that this version does not know; nobody is admitted with it. */
  readonly status: TicketStatus | 'unknown';
  readonly ticket_type: { readonly reference: string; readonly name: string } | null;
  readonly holder: {
    readonly first_name: string | null;
    readonly last_name: string | null;
    /** Null also if this client may not read it. */
    readonly email: string | null;
  } | null;
  readonly order: string | null;
  readonly session: {
    readonly reference: string;
    readonly name: string | null;
    readonly starts_at: Instant;
  } | null;
  readonly seat_label: string | null;
  readonly valid_from: Instant | null;
  readonly valid_until: Instant | null;
  readonly entry_points: readonly string[] | null;
  /** The number of its current code. */
  readonly code_issue: number;
  /** The code under which it was sold elsewhere, which is its first; null if it has none. */
  readonly sold_code: string | null;
  /** Its number there, and its order's. */
  readonly external_id: string | null;
  readonly order_external_id: string | null;
  /** What the organiser wants said at the door. */
  readonly door_note: string | null;
  readonly flags: readonly string[];
  /** When it was issued, which is when it was ordered; null if the server gave no date. */
  readonly created_at: Instant | null;
  readonly deleted_at: Instant | null;
  readonly updated_at: Instant;
}

/** An allowed scan of a ticket. */
export interface KnownAdmission {
  readonly reference: string;
  readonly scanned_at: Instant;
  readonly location: EntryPoint | null;
}

/** A row of the scans feed (specification §2.9). */
export interface ScanRecord {
  readonly reference: string;
  readonly event: string;
  readonly ticket: string | null;
  readonly result: ScanResult;
  readonly reason: string;
  readonly location: EntryPoint | null;
  /** What a supervisor admitted in spite of. */
  readonly overruled: OverruledRecord | null;
  readonly scanned_at: Instant;
  readonly updated_at: Instant;
}

export interface OverruledRecord {
  readonly reason: string;
  readonly note: string | null;
  /** Null for staff. */
  readonly station: string | null;
}

/** What ended an admission, or will be found to: a row of the list of releases. */
export interface ReleaseRecord extends Released {
  readonly event: string;
  readonly ticket: string;
  readonly note: string | null;
  /** The name of the entry point. */
  readonly place: string | null;
  /** Null for staff. */
  readonly station: string | null;
  readonly updated_at: Instant;
}

/** A purchased add-on, and how much of it was handed out, as the server knows it. */
export interface OrderLineRecord {
  readonly reference: string;
  readonly event: string;
  readonly order: string;
  /** `unknown`: one that this version does not know; nothing is handed out for it. */
  readonly order_status: OrderStatus | 'unknown';
  readonly add_on: string;
  readonly session: string | null;
  readonly quantity: number;
  /** May exceed `quantity` if two offline stations handed out the same units. */
  readonly redeemed: number;
  readonly updated_at: Instant;
}

/** An answer that the organiser wants said at the door. */
export interface DoorAnswer {
  /** The question as asked. */
  readonly label: string;
  readonly type: string;
  readonly text: string;
}

/** Those of an order, under its reference: all that is to be said of its tickets. */
export interface AnswersRecord {
  readonly reference: string;
  readonly event: string;
  readonly answers: readonly DoorAnswer[];
  readonly updated_at: Instant;
}

/** The lists that a replica keeps. */
export type ListName = SnapshotList;

/**
 * The state of one list's incremental sync (specification §4.1): between walks (`next_url` null) → walking (`next_url`, the first watermark
 * in `aside`) → complete: `aside` becomes `pointer`, and `fresh_at` is when the walk began.
 */
export interface WalkPosition {
  /** The watermark of the last complete walk, sent as `updated_since`; null while the list is to be walked from its beginning. */
  readonly pointer: string | null;
  /** The next page of the walk in progress; null between walks. */
  readonly next_url: string | null;
  /** The first watermark of the walk in progress, kept until the walk is complete. */
  readonly aside: string | null;
  /** Rows seen by the walk in progress, or by the last one. */
  readonly applied: number;
  /** Data is complete up to then, in corrected time; null until a walk was complete. Kept during a new import. */
  readonly fresh_at: Instant | null;
  /** When the walk in progress began. */
  readonly begun_at: Instant | null;
}

export interface PageOf<Row> {
  readonly event: string;
  /** The position's `next_url` when this page was requested: a page for another position is not applied. */
  readonly asked_url: string | null;
  readonly asked_pointer: string | null;
  readonly rows: readonly Row[];
  readonly unreadable?: readonly UnreadableRow[];
  readonly next_url: string | null;
  readonly watermark: string;
  /** Corrected time at which the page was requested. */
  readonly asked_at: Instant;
}

export type ListPage =
  | ({ readonly list: 'tickets' } & PageOf<TicketRecord>)
  | ({ readonly list: 'scans' } & PageOf<ScanRecord>)
  | ({ readonly list: 'releases' } & PageOf<ReleaseRecord>)
  | ({ readonly list: 'order_lines' } & PageOf<OrderLineRecord>)
  | ({ readonly list: 'answers' } & PageOf<AnswersRecord>);

/** An incomplete snapshot. All lists are kept up to date in the meantime, from its watermark on. */
export interface SnapshotProgress {
  /** Where the rest begins; null before the first part. */
  readonly cursor: string | null;
  /** Rows applied so far, and approximately how many there are. */
  readonly applied: number;
  readonly expected: number;
}

/** Consecutive bytes of a snapshot as the server sends them, split anywhere. */
export interface SnapshotBytes {
  readonly event: string;
  /** Whether these are the first bytes of a response. */
  readonly first: boolean;
  /** Where the response was asked to begin; null for the beginning. */
  readonly cursor: string | null;
  readonly bytes: Uint8Array;
  /** Corrected time at which the response was requested. */
  readonly asked_at: Instant;
}

/** What was applied with the last bytes; `broken`: they are not part of a snapshot of this event, and nothing was applied. */
export type SnapshotApplied =
  | { readonly kind: 'broken'; readonly problem: string }
  | {
      readonly kind: 'applied';
      /** From here on the lists can be kept up to date; true once, with the beginning. */
      readonly began: boolean;
      /** How many parts were completed. */
      readonly parts: number;
      readonly ended: boolean;
      readonly unreadable: readonly UnreadableRow[];
      readonly admitted: readonly Admission[];
      readonly moved: readonly string[];
      readonly totals: EventTotals;
    };

/** Where a row came from that could not be read, or not completely. */
export type RowSource = ListName | 'events' | 'setup';

/** A row that could not be read, or not completely: reported, but never blocks the others. */
export interface UnreadableRow {
  readonly list: RowSource;
  /** Its reference, or a digest of a row without one. */
  readonly key: string;
  readonly reference: string | null;
  readonly problem: string;
}

export interface Admission {
  readonly ticket: string;
  readonly scanned_at: Instant;
}

export interface PageApplied extends RowsWritten {
  /** False if the position has changed in the meantime: nothing was written. */
  readonly current: boolean;
  /** The position after the page. */
  readonly position: WalkPosition;
  /** An import has completed; rows that it did not contain are removed after another walk, which should follow soon. */
  readonly unswept: boolean;
}

/** Rows that came with the stream. */
export interface StreamedRows {
  readonly scans: readonly ScanRecord[];
  readonly releases: readonly ReleaseRecord[];
}

export interface RowsWritten {
  /** Tickets of the event of which an admission, or an end of one, is among these rows. */
  readonly moved: readonly string[];
  /** Tickets whose first known admission is among these rows. */
  readonly admitted: readonly Admission[];
  readonly totals: EventTotals;
  /** Rows that the server no longer has were deleted, perhaps admissions. */
  readonly swept?: boolean;
}

/** Found tickets; those in which each word begins a word come first. */
export interface SearchedTickets {
  readonly tickets: readonly TicketRecord[];
  /** Whether every ticket in the store is searchable; recent ones may not be yet. */
  readonly complete: boolean;
}

/** Figures of an event over all doors, from the server's data. */
export interface EventCounts {
  /** First admissions of tickets: `at` is the beginning of their step (`stepOf`), `place` the name of the entry point. */
  readonly arrivals: readonly {
    readonly at: Instant;
    readonly place: string | null;
    readonly admitted: number;
  }[];
  /** Admissible tickets, and how many of them were admitted. */
  readonly ticket_types: readonly {
    readonly name: string | null;
    readonly expected: number;
    readonly admitted: number;
  }[];
  readonly denials: readonly { readonly reason: string; readonly scans: number }[];
  /** By how much more are inside from a step on, in no particular order. */
  readonly presence: readonly { readonly at: Instant; readonly by: number }[];
  /** By name: admissions that were no mistakes, and exits. */
  readonly entry_points: readonly {
    readonly place: string | null;
    readonly admitted: number;
    readonly exits: number;
  }[];
  readonly corrections: readonly CorrectionRecord[];
}

/** An admission that was undone, or made in spite of a denial. */
export interface CorrectionRecord {
  readonly kind: 'undone' | 'overruled';
  /** Of the release, or of the scan. */
  readonly reference: string;
  readonly ticket: string;
  readonly at: Instant;
  /** The name of the entry point. */
  readonly place: string | null;
  /** Null for staff. */
  readonly station: string | null;
  /** What was overruled. */
  readonly reason: string | null;
  readonly note: string | null;
}

export interface EventTotals {
  /** Tickets that are neither cancelled, refunded nor superseded. */
  readonly expected: number;
  /** Tickets with at least one allowed scan. */
  readonly admitted: number;
  /** Tickets with an admission that nothing has ended. */
  readonly inside: number;
}

/**
 * The server's data, rebuildable at any time. Reads are synchronous because the scan path uses them; writes run elsewhere (another thread),
 * one after the other, and become durable in order but not immediately. Reads see a write once its promise has resolved.
 *
 * A damaged file: `damaged` → `rebuild` (quarantine, empty store) → `restore` (recovers rows) → all lists are walked from the beginning.
 */
export interface Replica {
  /** There was no store, or an empty one: this one began empty. */
  readonly begun: boolean;
  /** The existing file was unusable and was quarantined; this store began empty. */
  readonly rebuilt: boolean;
  /** A read or a write found the file damaged: reads find nothing until `rebuild`. */
  readonly damaged: boolean;
  /** The last read failed for another reason. Such a read throws `ReplicaUnreadableError`; the next one tries again. */
  readonly unreadable: boolean;
  /** The last write failed for a reason other than damage, such as a full disk: the data becomes stale. */
  readonly unwritable: boolean;
  findTicket(event: string, reference: string): TicketRecord | null;
  /** The ticket, if it is another event's, for which this station worked before. */
  findElsewhere(event: string, reference: string): TicketRecord | null;
  /** Tickets of the event whose code as sold elsewhere has one of these keys (`soldCodeKey`). */
  ticketsWithCode(event: string, keys: readonly string[]): readonly TicketRecord[];
  /** Codes as sold elsewhere of the event that are beside this key in their order: at most two, and none only if the event has none. */
  soldCodesBeside(event: string, key: string): readonly string[];
  /** A scan of any station in the feed. */
  findScan(reference: string): Pick<ScanRecord, 'ticket'> | null;
  /** The ticket's allowed scans in the feed, from any station. */
  admissionsOf(ticket: string): readonly KnownAdmission[];
  /** What ended admissions of the ticket. */
  releasesOf(ticket: string): readonly Released[];
  /** What the organiser wants said of the ticket's order. */
  answersOf(event: string, ticket: string): readonly DoorAnswer[];
  position(event: string, list: ListName): WalkPosition;
  /** The snapshot in progress, or interrupted; null if there is none. */
  snapshot(event: string): SnapshotProgress | null;
  /** Add-on lines of an order, by reference. */
  orderLines(event: string, order: string): readonly OrderLineRecord[];
  /**
   * Tickets that have each of these words (`searchWords`) in the holder's name or email, the seat, their number or their order's in the shop that
   * sold them, or the end of the order's or their own reference: a word of one or two characters at the beginning of a word, a longer one anywhere. Names are found however they are spelled
   * (`spelledWords`), and without their spaces.
   */
  searchTickets(event: string, words: readonly string[], limit: number): SearchedTickets;
  /** Tickets whose reference begins like this. */
  ticketsBeginning(event: string, head: string, limit: number): SearchedTickets;
  /** Tickets of one order. */
  ticketsOfOrder(event: string, order: string, limit: number): SearchedTickets;
  totals(event: string): EventTotals;
  /** First admissions at or after `since`. */
  admissionsSince(event: string, since: Instant): readonly Admission[];
  events(): readonly EventRecord[];
  setup(event: string): SetupRecord | null;
  identity(): IdentityRecord | null;

  /** Rows of the event, and events, that are not known here as the server has them, until they can be read or are gone. */
  countUnreadable(event: string): number;
  listUnreadable(event: string, limit: number): readonly UnreadableRow[];

  countEvent(event: string): Promise<EventCounts>;
  applyPage(page: ListPage): Promise<PageApplied>;
  /** Gives up the walk in progress; the next one starts from the pointer again. */
  restartWalk(event: string, list: ListName): Promise<void>;
  /**
   * Applies the next bytes of a snapshot: every completed part in one transaction with the place of the next one. The beginning sets the
   * pointers of lists that have none.
   */
  applySnapshot(bytes: SnapshotBytes): Promise<SnapshotApplied>;
  /** The snapshot starts over with the next response: the server no longer accepts its place. */
  restartSnapshot(event: string): Promise<void>;
  /** The snapshot cannot be completed: the lists are walked instead. */
  abandonSnapshot(event: string): Promise<void>;
  /** Scans and releases received outside the walk; the position stays. */
  writeRows(event: string, rows: StreamedRows): Promise<RowsWritten>;
  /** Rows contained in the last import and in later walks, including tombstones. */
  count(event: string, list: ListName): Promise<number>;
  /**
   * Imports the lists of these events, or of all, from the beginning again. Rows stay and are replaced one by one; rows that the import did
   * not contain are deleted when it is complete and the lists were walked after it.
   */
  rewalk(events: readonly string[] | null): Promise<void>;
  replaceEvents(
    events: readonly EventRecord[],
    unreadable?: readonly UnreadableRow[],
  ): Promise<void>;
  writeSetup(setup: SetupRecord, unreadable?: readonly UnreadableRow[]): Promise<void>;
  writeIdentity(identity: IdentityRecord): Promise<void>;
  /** One ticket fetched outside a walk; a newer or equal `updated_at` wins. */
  writeTicket(ticket: TicketRecord): Promise<EventTotals>;
  /** Quarantines the store and begins an empty one, after a read found it damaged. */
  rebuild(): Promise<void>;
  /**
   * Restores what can be recovered from the quarantined store, and returns how many tickets: none if admissions are lost. Every list is
   * walked from its beginning all the same, and the server's data replaces what was restored.
   */
  restore(): Promise<number>;
  close(): Promise<void>;
}
