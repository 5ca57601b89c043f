import type { Instant } from '../../shared/instant.ts';
import type { AdmissionSource } from '../../shared/contract/scanner.ts';
import type { JournalKind } from '../../shared/station/journal-pages.ts';
import type { ScanOutcome, ScanSource, UnnumberedOutcome } from '../../shared/station/outcomes.ts';
import type { AdmissionFact, EntryPoint } from '../../shared/verdict/facts.ts';
import type { Reason } from '../../shared/verdict/reason.ts';
import type { Admission } from './replica.ts';

/** One thing that happened here, as it is about to be written. */
export interface JournalDraft {
  /** `scn_`, minted here; the row's key here and on the server. */
  readonly reference: string;
  /** The id of the request that caused it, so that a request sent again after a crash is not run again. */
  readonly request_id: string;
  readonly organiser: string;
  readonly event: string;
  readonly kind: Exclude<JournalKind, 'redemption'>;
  readonly ticket: string | null;
  readonly reason: Reason | null;
  readonly session: string | null;
  readonly location: EntryPoint | null;
  /** Corrected time. */
  readonly scanned_at: Instant;
  /** Corrected time minus device time. */
  readonly clock_offset_ms: number;
  /** The tickets watermark that the decision was made on. */
  readonly watermark: string | null;
  /** What the scanner read, at most 8 KiB. */
  readonly code: string;
  readonly symbology: string | null;
  readonly source: ScanSource;
  /** What the door shows, so that it can be shown again after a restart. */
  readonly shown: UnnumberedOutcome;
}

/** An add-on that was handed out here, or taken back, as it is about to be written. */
export interface RedemptionDraft {
  /** Minted here: the server knows the action by it (`client_reference`). */
  readonly reference: string;
  readonly request_id: string;
  readonly organiser: string;
  readonly event: string;
  readonly order: string;
  readonly order_line: string;
  /** Negative undoes. */
  readonly quantity: number;
  readonly location: EntryPoint | null;
  /** Corrected time. */
  readonly redeemed_at: Instant;
  readonly clock_offset_ms: number;
}

/** A redemption that the server has not acknowledged. */
export interface PendingRedemption {
  readonly reference: string;
  readonly event: string;
  readonly order: string;
  readonly order_line: string;
  readonly quantity: number;
  readonly location: string | null;
  readonly redeemed_at: Instant;
  readonly attempts: number;
}

/** What the server said of a line when it last took something of it. */
export interface ToldOfLine {
  readonly remaining: number;
  /** More was handed out than bought: `remaining` is 0 and does not say how much more. */
  readonly over_redeemed: boolean;
  /** `updated_at` of the line then: the replica has it as soon as its own is as great. */
  readonly updated_at: Instant;
}

/** What this station knows of an order line by itself. */
export interface OwnRedemptions {
  /** Units that were handed out here and that the server has not taken. */
  readonly unsent: number;
  readonly told: ToldOfLine | null;
}

export type AppendResult =
  | { readonly kind: 'recorded'; readonly sequence: number }
  | {
      readonly kind: 'failed';
      readonly cause: 'disk_full' | 'io_error';
      readonly message: string;
    };

export type WriteProof =
  { readonly kind: 'written' } | Extract<AppendResult, { readonly kind: 'failed' }>;

/** An admitted or denied row that the server has not acknowledged. */
export interface PendingScan {
  readonly sequence: number;
  readonly reference: string;
  readonly ticket: string;
  readonly kind: 'admitted' | 'denied';
  readonly reason: Reason;
  readonly session: string | null;
  readonly location: string | null;
  readonly scanned_at: Instant;
  readonly clock_offset_ms: number;
  readonly watermark: string | null;
  readonly code: string;
  /** How the door knew of the admission that it denied for, where only another station told of it. */
  readonly admission_source: AdmissionSource | null;
  /** How often it was sent and refused. */
  readonly attempts: number;
}

/** Why the server does not take a row, for a person. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly at: Instant;
}

/** What became of one row at the server. */
export type Settlement =
  | {
      readonly kind: 'acknowledged';
      readonly reference: string;
      /** JSON of the server's conflict or late verdict, kept beside the door's. */
      readonly answer: string | null;
    }
  /** The server's own word about this row: it leaves the queue, until it is offered again. */
  | { readonly kind: 'attention'; readonly reference: string; readonly refusal: Refusal }
  /** Tried and kept: goes behind the others. With a refusal it is listed, too, as long as it waits. */
  | { readonly kind: 'postponed'; readonly reference: string; readonly refusal: Refusal | null };

/** A row that was refused, waiting or set aside. What damage took of it is null. */
export interface RefusedScan {
  readonly sequence: number;
  readonly reference: string;
  readonly kind: JournalKind;
  readonly ticket: string | null;
  readonly reason: Reason | null;
  readonly scanned_at: Instant;
  /** How often it was sent and refused. */
  readonly attempts: number;
  readonly entry_point: string | null;
  readonly code: string;
  readonly message: string;
  /** Null when the row was refused before this was kept. */
  readonly since: Instant | null;
  readonly waiting: boolean;
}

export interface RefusedPage {
  readonly rows: readonly RefusedScan[];
  /** What the next page is asked for after; null for the last page. */
  readonly next: number | null;
}

/** An admission made here, in the order of the journal. */
export interface OwnAdmission {
  readonly sequence: number;
  readonly ticket: string;
  readonly scanned_at: Instant;
  /** Reference of the entry point. */
  readonly location: string | null;
}

/** A row of the journal to look at. What damage took of it is null. */
export interface JournalEntry {
  readonly sequence: number;
  readonly reference: string;
  readonly kind: JournalKind;
  readonly ticket: string | null;
  readonly reason: Reason | null;
  readonly scanned_at: Instant;
  /** Name of the entry point. */
  readonly entry_point: string | null;
  /** Null for a redemption. */
  readonly shown: ScanOutcome | null;
  readonly redemption: Pick<RedemptionDraft, 'order' | 'order_line' | 'quantity'> | null;
  readonly upload: 'waiting' | 'sent' | 'refused' | 'local';
}

export interface UploadCounts {
  readonly pending: number;
  /** Rows that were refused: set aside, or listed while they wait. */
  readonly attention: number;
  readonly oldest_pending_at: Instant | null;
}

export type ChainReport =
  | { readonly kind: 'whole'; readonly rows: number }
  | { readonly kind: 'broken'; readonly sequence: number; readonly problem: string };

/** Rows that were written and are gone from the end of the journal. */
export interface LostEnd {
  readonly rows: number;
  /** When the newest row that is left was scanned; null where none is left. */
  readonly since: Instant | null;
  /** Where the damaged files are kept, if there are any. */
  readonly kept_as: string | null;
}

/**
 * The only copy of what happened at the door until the server has it. Every method is synchronous; `append` and `settle`
 * return after the rows are on the disk. Sequences go up by one; each row is chained to the one before by its hash.
 */
export interface Journal {
  /** Where the file that could not be used was kept, when this journal had to be begun anew. */
  readonly replaced: { readonly kept_as: string; readonly recovered: number } | null;
  /** What was missing when the journal was opened. Numbers go on after the ones that were lost. */
  readonly lostEnd: LostEnd | null;
  /** How many rows were found at opening that are not what was written. Those that were still to be sent are set aside. */
  readonly changedRows: number;
  /** Never throws: a write that failed is told, and leaves the journal as it was. */
  append(draft: JournalDraft): AppendResult;
  /** The same for an add-on. */
  appendRedemption(draft: RedemptionDraft): AppendResult;
  redemptionsOf(orderLine: string): OwnRedemptions;
  /** Redemptions to send: oldest first, and never one before an earlier one of its line. */
  pendingRedemptions(
    organiser: string,
    limit: number,
    passOver?: (reference: string) => boolean,
  ): readonly PendingRedemption[];
  /** The earliest admission of the ticket made here. */
  admissionOf(ticket: string): AdmissionFact | null;
  /** Allowed scans made here for the event. */
  admittedHere(event: string): number;
  /** First admissions made here for the event, one per ticket, at or after `since`. */
  admissionsSince(event: string, since: Instant): Iterable<Admission>;
  /** Admissions made here for the event, those behind `sequence`. */
  admittedAfter(event: string, sequence: number, limit: number): readonly OwnAdmission[];
  /** The last outcomes, newest first. */
  recent(limit: number): readonly ScanOutcome[];
  /** Rows of the event, newest first, those before a sequence. */
  history(event: string, before: number | null, limit: number): readonly JournalEntry[];
  /** Ids of the requests behind the last rows. */
  recentRequests(limit: number): readonly string[];
  /** Rows of this organiser to send, least tried first, then oldest first, without those to pass over. */
  pending(
    organiser: string,
    limit: number,
    passOver?: (reference: string) => boolean,
  ): readonly PendingScan[];
  uploads(): UploadCounts;
  /** Rows of all other organisers that their server has not taken, waiting or set aside. */
  unsentBeside(organiser: string): number;
  settle(settlements: readonly Settlement[]): void;
  /** Refused rows by sequence, those after `after`. */
  refused(after: number, limit: number): RefusedPage;
  /**
   * Puts rows that were set aside back into the queue, behind the others; null means all. They stay listed until they are taken.
   * A row that is not what was written stays where it is. Returns how many of them wait in the queue now.
   */
  offerAgain(references: readonly string[] | null): number;
  /**
   * Forgets every row, in a way that leaves nothing of them in the file, and begins a new chain.
   * @throws when the rows are still there, and when they are gone but not from the file: then it can be called again.
   */
  clear(): void;
  verify(): ChainReport;
  /** Writes something that is no row and waits for the disk, as `append` does: whether the next scan can be written down. */
  proveWrite(): WriteProof;
  /** To be called every few seconds. Where nothing was appended since the last call, what was written moves to a safer place. */
  checkpointWhenIdle(): void;
  close(): void;
}
