import type { Instant } from '../../shared/instant.ts';
import type { SnapshotList } from '../../shared/contract/scanner.ts';
import type { OrderStatus, ScanResult } from '../../shared/contract/resources.ts';
import type { CodeKey } from '../../shared/ticket-code/code-key.ts';
import type { AdmissionFact, EntryPoint, TicketStatus } from '../../shared/verdict/facts.ts';

/** A ticket as the replica keeps it; tombstones are kept rows with `deleted_at`. */
export interface TicketRecord {
  readonly reference: string;
  readonly event: string;
  readonly status: TicketStatus;
  readonly ticket_type: { readonly reference: string; readonly name: string } | null;
  readonly holder: {
    readonly first_name: string | null;
    readonly last_name: string | null;
    /** Null also where this client may not read it. */
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
  /** The number of its newest code. */
  readonly code_issue: number;
  readonly deleted_at: Instant | null;
  readonly updated_at: Instant;
}

/** A row of the scans feed (specification §2.9). */
export interface ScanRecord {
  readonly reference: string;
  readonly event: string;
  readonly ticket: string | null;
  readonly result: ScanResult;
  readonly reason: string;
  readonly location: EntryPoint | null;
  readonly scanned_at: Instant;
  readonly updated_at: Instant;
}

export interface EventRecord {
  readonly reference: string;
  readonly name: string;
  readonly status: 'draft' | 'published';
  readonly starts_at: Instant | null;
  readonly ends_at: Instant | null;
  readonly timezone: string;
  readonly deleted_at: Instant | null;
}

export interface SessionRecord {
  readonly reference: string;
  readonly name: string | null;
  readonly starts_at: Instant;
  readonly cancelled_at: Instant | null;
  readonly entry_from: Instant | null;
  readonly entry_until: Instant | null;
}

/** Public keys, each as the `x` of its JWK. */
export interface OrganiserKeys {
  /** Ed25519: signs the server's word that a client was revoked. */
  readonly statements: string;
  /** X25519: journals are encrypted to it. */
  readonly sealing: string;
}

/** What the door needs to know of one event beside its tickets. */
export interface SetupRecord {
  readonly event: EventRecord;
  readonly sessions: readonly SessionRecord[];
  readonly locations: readonly EntryPoint[];
  readonly ticket_types: readonly { readonly reference: string; readonly name: string }[];
  /** Keys that signed ticket codes are checked with; none on a bare `/v1`. */
  readonly code_keys: readonly CodeKey[];
  /** Left out by an earlier version, and on a bare `/v1`. */
  readonly add_ons?: readonly { readonly reference: string; readonly name: string }[];
  /** The organiser's public keys; left out by a server that has none. */
  readonly organiser_keys?: OrganiserKeys;
  /** Whether the server computes session windows; on a bare `/v1` the station does. */
  readonly source: 'scanner' | 'bare';
  readonly etag: string | null;
  /** Where other stations of the event listen; null where they do not talk to each other. Left out by servers that know nothing of it. */
  readonly peers?: readonly string[] | null;
}

/** Who the server says this station is (`/integration/me`). */
export interface IdentityRecord {
  readonly organiser: { readonly reference: string; readonly display_name: string };
  readonly client_id: string;
  readonly scopes: readonly string[];
  readonly all_events: boolean;
  readonly capabilities: readonly string[];
}

/** What was bought of an add-on, and how much of it is gone, as the server knows it. */
export interface OrderLineRecord {
  readonly reference: string;
  readonly event: string;
  readonly order: string;
  readonly order_status: OrderStatus;
  readonly add_on: string;
  readonly session: string | null;
  readonly quantity: number;
  /** May pass `quantity` when two offline stations handed out the same. */
  readonly redeemed: number;
  readonly updated_at: Instant;
}

/** The lists that a replica keeps. */
export type ListName = SnapshotList;

/** Where the walk of one list stands (specification §4.1). */
export interface WalkPosition {
  /** The watermark of the last whole walk; null while the list is to be walked from its beginning. Becomes `updated_since`. */
  readonly pointer: string | null;
  /** The next page of the walk under way; null between walks. */
  readonly next_url: string | null;
  /** The first watermark of the walk under way, stored aside until it is whole. */
  readonly aside: string | null;
  /** Rows seen by the walk under way, or by the last one. */
  readonly applied: number;
  /** Data is complete up to here, corrected time; null until it was whole once. Stays while everything is imported anew. */
  readonly fresh_at: Instant | null;
  /** When the walk under way was begun. */
  readonly begun_at: Instant | null;
}

export interface PageOf<Row> {
  readonly event: string;
  /** The position's `next_url` when this page was asked for: a page for another position is not applied. */
  readonly asked_url: string | null;
  readonly asked_pointer: string | null;
  readonly rows: readonly Row[];
  readonly next_url: string | null;
  readonly watermark: string;
  /** Corrected time at which the page was asked for. */
  readonly asked_at: Instant;
}

export type ListPage =
  | ({ readonly list: 'tickets' } & PageOf<TicketRecord>)
  | ({ readonly list: 'scans' } & PageOf<ScanRecord>)
  | ({ readonly list: 'order_lines' } & PageOf<OrderLineRecord>);

/** A snapshot that is not whole yet. All three lists are kept up to date meanwhile, from its watermark on. */
export interface SnapshotProgress {
  /** Where the rest begins; null before the first part. */
  readonly cursor: string | null;
  /** Rows taken in so far, and about how many there are. */
  readonly applied: number;
  readonly expected: number;
}

/** Bytes of a snapshot as the server sends them, in order, cut anywhere. */
export interface SnapshotBytes {
  readonly event: string;
  /** The first bytes of an answer. */
  readonly first: boolean;
  /** Where it was asked to begin; null for the beginning. */
  readonly cursor: string | null;
  readonly bytes: Uint8Array;
  /** Corrected time at which the answer was asked for. */
  readonly asked_at: Instant;
}

/** What was taken in with the last bytes; `broken`: they are no part of a snapshot of this event, and nothing of them was. */
export type SnapshotApplied =
  | { readonly kind: 'broken'; readonly problem: string }
  | {
      readonly kind: 'applied';
      /** The lists can be kept up to date from here on: said once, with the beginning. */
      readonly began: boolean;
      /** How many parts became whole. */
      readonly parts: number;
      readonly ended: boolean;
      readonly unreadable: readonly UnreadableRow[];
      readonly admitted: readonly Admission[];
      readonly totals: EventTotals;
    };

/** A row that could not be read: reported, never in the way of the others. */
export interface UnreadableRow {
  readonly reference: string | null;
  readonly problem: string;
}

export interface Admission {
  readonly ticket: string;
  readonly scanned_at: Instant;
}

export interface PageApplied extends RowsWritten {
  /** False when the position had moved meanwhile: nothing was written. */
  readonly current: boolean;
  /** The position after the page. */
  readonly position: WalkPosition;
  /** An import is over, and what it did not name goes with another walk: it is not to wait long. */
  readonly unswept: boolean;
}

export interface RowsWritten {
  /** Tickets whose first known admission came with these rows. */
  readonly admitted: readonly Admission[];
  readonly totals: EventTotals;
}

/** Tickets where each word begins one of theirs come first. */
export interface SearchedTickets {
  readonly tickets: readonly TicketRecord[];
  /** Every ticket that is here can be found: those that came just now may not be yet. */
  readonly complete: boolean;
}

/** How an event goes at all doors, as far as the server has told. */
export interface EventCounts {
  /** First admissions of tickets: `at` is where their step (`stepOf`) begins, `place` the name of the entry point. */
  readonly arrivals: readonly {
    readonly at: Instant;
    readonly place: string | null;
    readonly admitted: number;
  }[];
  /** Tickets that could be admitted, and those of them that were. */
  readonly ticket_types: readonly {
    readonly name: string | null;
    readonly expected: number;
    readonly admitted: number;
  }[];
  readonly denials: readonly { readonly reason: string; readonly scans: number }[];
}

export interface EventTotals {
  /** Tickets that are neither cancelled, refunded nor superseded. */
  readonly expected: number;
  /** Tickets with at least one allowed scan. */
  readonly admitted: number;
}

/**
 * What the server says: rebuildable at any time. Reads are synchronous because the scan path uses them; writes happen elsewhere
 * (another thread) one after the other, and are durable in order but not at once. Reads see a write once its promise resolved.
 */
export interface Replica {
  /** There was no store, or one without anything in it: this one began empty. */
  readonly begun: boolean;
  /** The file that was there could not be used and went into quarantine; this one began empty. */
  readonly rebuilt: boolean;
  /** A read or a write found the file damaged: reads find nothing until `rebuild`. */
  readonly damaged: boolean;
  /** The last read failed for another reason. Such a read throws `ReplicaUnreadableError`; the next one tries again. */
  readonly unreadable: boolean;
  /** The last write failed for another reason than damage, a full disk for one: what is here grows old. */
  readonly unwritable: boolean;
  findTicket(event: string, reference: string): TicketRecord | null;
  /** The earliest allowed scan of the ticket in the feed, from any station. */
  admissionOf(ticket: string): AdmissionFact | null;
  position(event: string, list: ListName): WalkPosition;
  /** The snapshot that is being taken in, or was cut off; null when there is none. */
  snapshot(event: string): SnapshotProgress | null;
  /** Add-on lines of an order, by reference. */
  orderLines(event: string, order: string): readonly OrderLineRecord[];
  /**
   * Tickets that have each of these words (`searchWords`) in the holder's name or email, the seat, or the end of the order's reference: a word of one
   * or two characters at the beginning of one of theirs, a longer one anywhere.
   */
  searchTickets(event: string, words: readonly string[], limit: number): SearchedTickets;
  /** Tickets of one order. */
  ticketsOfOrder(event: string, order: string, limit: number): SearchedTickets;
  totals(event: string): EventTotals;
  /** First admissions at or after `since`. */
  admissionsSince(event: string, since: Instant): readonly Admission[];
  events(): readonly EventRecord[];
  setup(event: string): SetupRecord | null;
  identity(): IdentityRecord | null;

  countEvent(event: string): Promise<EventCounts>;
  applyPage(page: ListPage): Promise<PageApplied>;
  /** Gives up the walk under way; the next one starts from the pointer again. */
  restartWalk(event: string, list: ListName): Promise<void>;
  /**
   * Takes in the next bytes of a snapshot: every part that becomes whole with them, each with the place of the next one in one
   * transaction. Its beginning sets the pointers of lists that have none.
   */
  applySnapshot(bytes: SnapshotBytes): Promise<SnapshotApplied>;
  /** The snapshot begins anew with the next answer: its place is no longer taken by the server. */
  restartSnapshot(event: string): Promise<void>;
  /** There will be no rest of it: the lists are walked instead. */
  abandonSnapshot(event: string): Promise<void>;
  /** Scans that the server told of outside the walk; the position stays where it is. */
  writeScans(event: string, scans: readonly ScanRecord[]): Promise<RowsWritten>;
  /** Rows that the last import and what came since have named, tombstones included. */
  count(event: string, list: ListName): Promise<number>;
  /**
   * The lists of these events, or of all of them, are imported from the beginning again. The rows stay and are replaced one by one;
   * those that the import does not name are gone when it is over and the lists were walked after it.
   */
  rewalk(events: readonly string[] | null): Promise<void>;
  replaceEvents(events: readonly EventRecord[]): Promise<void>;
  writeSetup(setup: SetupRecord): Promise<void>;
  writeIdentity(identity: IdentityRecord): Promise<void>;
  /** One ticket that was asked for outside a walk; newer-or-equal `updated_at` wins. */
  writeTicket(ticket: TicketRecord): Promise<EventTotals>;
  /** Moves the store aside and begins an empty one, after a read found it damaged. */
  rebuild(): Promise<void>;
  /**
   * Takes in what can be recovered from the store in quarantine, and returns how many tickets those are: none where admissions are
   * lost. Every list is walked from its beginning all the same, and what the server says replaces what was restored.
   */
  restore(): Promise<number>;
  close(): Promise<void>;
}
