import type { Instant } from '../../shared/instant.ts';
import type { ScanOutcome, ScanSource } from '../../shared/station/api.ts';
import type { AdmissionFact, EntryPoint } from '../../shared/verdict/facts.ts';
import type { Reason } from '../../shared/verdict/reason.ts';
import type { Admission } from './replica.ts';

/** An outcome before the journal numbered it. */
export type UnnumberedOutcome = Omit<ScanOutcome, 'number' | 'repeated'>;

/** One thing that happened here, as it is about to be written. */
export interface JournalDraft {
  /** `scn_`, minted here; the row's key here and on the server. */
  readonly reference: string;
  /** The id of the request that caused it, so that a request sent again after a crash is not run again. */
  readonly request_id: string;
  readonly organiser: string;
  readonly event: string;
  readonly kind: 'admitted' | 'denied' | 'unknown_ticket' | 'unreadable';
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

export type AppendResult =
  | { readonly kind: 'recorded'; readonly sequence: number }
  | {
      readonly kind: 'failed';
      readonly cause: 'disk_full' | 'io_error';
      readonly message: string;
    };

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
}

/** What became of one row at the server. */
export type Settlement =
  | {
      readonly kind: 'acknowledged';
      readonly reference: string;
      /** JSON of the server's conflict or late verdict, kept beside the door's. */
      readonly answer: string | null;
    }
  | {
      readonly kind: 'attention';
      readonly reference: string;
      readonly code: string;
      readonly message: string;
    }
  /** Tried and kept: goes behind the others. */
  | { readonly kind: 'postponed'; readonly reference: string };

export interface UploadCounts {
  readonly pending: number;
  readonly attention: number;
  readonly oldest_pending_at: Instant | null;
}

export type ChainReport =
  | { readonly kind: 'whole'; readonly rows: number }
  | { readonly kind: 'broken'; readonly sequence: number; readonly problem: string };

/**
 * The only copy of what happened at the door until the server has it. Every method is synchronous; `append` and `settle`
 * return after the rows are on the disk. Sequences go up by one; each row is chained to the one before by its hash.
 */
export interface Journal {
  /** Where the file that could not be used was kept, when this journal had to be begun anew. */
  readonly replaced: { readonly kept_as: string; readonly salvaged: number } | null;
  /** Never throws: a write that failed is told, and leaves the journal as it was. */
  append(draft: JournalDraft): AppendResult;
  /** The earliest admission of the ticket made here. */
  admissionOf(ticket: string): AdmissionFact | null;
  /** Allowed scans made here for the event. */
  admittedHere(event: string): number;
  /** First admissions made here for the event, one per ticket, at or after `since`. */
  admissionsSince(event: string, since: Instant): Iterable<Admission>;
  /** The last outcomes, newest first. */
  recent(limit: number): readonly ScanOutcome[];
  /** Ids of the requests behind the last rows. */
  recentRequests(limit: number): readonly string[];
  /** Rows of this organiser to send, least tried first, then oldest first. */
  pending(organiser: string, limit: number): readonly PendingScan[];
  uploads(): UploadCounts;
  settle(settlements: readonly Settlement[]): void;
  verify(): ChainReport;
  close(): void;
}
