import type { Instant } from '../../shared/instant.ts';
import type { ScanResult } from '../../shared/contract/resources.ts';
import type { AdmissionFact, EntryPoint, TicketStatus } from '../../shared/verdict/facts.ts';

/** A ticket as the replica keeps it; tombstones are kept rows with `deleted_at`. */
export interface TicketRecord {
  readonly reference: string;
  readonly event: string;
  readonly status: TicketStatus;
  readonly ticket_type: { readonly reference: string; readonly name: string } | null;
  readonly holder: { readonly first_name: string | null; readonly last_name: string | null } | null;
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

/** What the door needs to know of one event beside its tickets. */
export interface SetupRecord {
  readonly event: EventRecord;
  readonly sessions: readonly SessionRecord[];
  readonly locations: readonly EntryPoint[];
  /** Whether the server computes session windows; on a bare `/v1` the station does. */
  readonly source: 'scanner' | 'bare';
  readonly etag: string | null;
}

/** Who the server says this station is (`/integration/me`). */
export interface IdentityRecord {
  readonly organiser: { readonly reference: string; readonly display_name: string };
  readonly client_id: string;
  readonly scopes: readonly string[];
  readonly all_events: boolean;
  readonly capabilities: readonly string[];
}

export type ListName = 'tickets' | 'scans';

/** Where the walk of one list stands (specification §4.1). */
export interface WalkPosition {
  /** The watermark of the last whole walk; null before the first. Becomes `updated_since`. */
  readonly pointer: string | null;
  /** The next page of the walk under way; null between walks. */
  readonly next_url: string | null;
  /** The first watermark of the walk under way, stored aside until it is whole. */
  readonly aside: string | null;
  /** Rows seen by the walk under way, or by the last one. */
  readonly applied: number;
  /** When the last whole walk was begun, corrected time: data is complete up to here. */
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
  | ({ readonly list: 'scans' } & PageOf<ScanRecord>);

export interface Admission {
  readonly ticket: string;
  readonly scanned_at: Instant;
}

export interface PageApplied {
  /** False when the position had moved meanwhile: nothing was written. */
  readonly current: boolean;
  /** The position after the page. */
  readonly position: WalkPosition;
  /** Tickets whose first known admission came with this page. */
  readonly admitted: readonly Admission[];
  readonly totals: EventTotals;
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
  /** The file that was there could not be used and was moved aside; this one began empty. */
  readonly rebuilt: boolean;
  /** A read or a write found the file damaged: reads find nothing until `rebuild`. */
  readonly damaged: boolean;
  /** The last read failed for another reason. Such a read throws `ReplicaUnreadableError`; the next one tries again. */
  readonly unreadable: boolean;
  findTicket(event: string, reference: string): TicketRecord | null;
  /** The earliest allowed scan of the ticket in the feed, from any station. */
  admissionOf(ticket: string): AdmissionFact | null;
  position(event: string, list: ListName): WalkPosition;
  totals(event: string): EventTotals;
  /** First admissions at or after `since`. */
  admissionsSince(event: string, since: Instant): readonly Admission[];
  events(): readonly EventRecord[];
  setup(event: string): SetupRecord | null;
  identity(): IdentityRecord | null;

  applyPage(page: ListPage): Promise<PageApplied>;
  /** Gives up the walk under way; the next one starts from the pointer again. */
  restartWalk(event: string, list: ListName): Promise<void>;
  /** Every list starts from 1970 again; rows stay until newer ones replace them. */
  rewalk(): Promise<void>;
  replaceEvents(events: readonly EventRecord[]): Promise<void>;
  writeSetup(setup: SetupRecord): Promise<void>;
  writeIdentity(identity: IdentityRecord): Promise<void>;
  /** One ticket that was asked for outside a walk; newer-or-equal `updated_at` wins. */
  writeTicket(ticket: TicketRecord): Promise<EventTotals>;
  /** Moves the store aside and begins an empty one, after a read found it damaged. */
  rebuild(): Promise<void>;
  /**
   * Takes in what can still be read of the store that was moved aside, and returns how many tickets those are: none where admissions
   * are lost. Every list is walked from its beginning all the same, and what the server says replaces what was carried over.
   */
  carryOver(): Promise<number>;
  close(): Promise<void>;
}
