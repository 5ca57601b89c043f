import type { Instant } from '../../shared/instant.ts';
import type { AdmissionSource } from '../../shared/resources/scans.ts';
import type { JournalKind } from '../../shared/station/journal-pages.ts';
import type {
  Overruled,
  ScanOutcome,
  ScanSource,
  UnnumberedOutcome,
} from '../../shared/station/outcomes.ts';
import type { Released } from '../../shared/verdict/releases.ts';
import type { EntryPoint } from '../../shared/verdict/terms/facts.ts';
import type { ReleaseKind } from '../../shared/verdict/terms/releases.ts';
import type { Reason } from '../../shared/verdict/terms/reason.ts';
import type { Admission, KnownAdmission } from './replica.ts';

/** A scan to be recorded. */
export interface JournalDraft {
  /** `scn_`, generated here; the row's key here and on the server. */
  readonly reference: string;
  /** The id of the request that caused it, so that a request repeated after a crash does not run again. */
  readonly request_id: string;
  readonly organiser: string;
  readonly event: string;
  readonly kind: Exclude<JournalKind, 'redemption' | 'release'>;
  readonly ticket: string | null;
  readonly reason: Reason | null;
  readonly session: string | null;
  readonly location: EntryPoint | null;
  /** Corrected time. */
  readonly scanned_at: Instant;
  /** Corrected time minus device time. */
  readonly clock_offset_ms: number;
  /** The tickets watermark that the decision was based on. */
  readonly watermark: string | null;
  /** The scanned text, at most 8 KiB. */
  readonly code: string;
  readonly symbology: string | null;
  readonly source: ScanSource;
  /** The outcome shown at the door, so that it can be shown again after a restart. */
  readonly shown: UnnumberedOutcome;
}

/** An add-on handed out or taken back, to be recorded. */
export interface RedemptionDraft {
  /** Generated here; the server identifies the action by it (`client_reference`). */
  readonly reference: string;
  readonly request_id: string;
  readonly organiser: string;
  readonly event: string;
  readonly order: string;
  readonly order_line: string;
  /** Negative if taken back. */
  readonly quantity: number;
  readonly location: EntryPoint | null;
  /** Corrected time. */
  readonly redeemed_at: Instant;
  readonly clock_offset_ms: number;
}

/** The end of an admission, to be recorded. */
export interface ReleaseDraft {
  /** `rel_`, generated here; the row's key here and on the server. */
  readonly reference: string;
  readonly request_id: string;
  readonly organiser: string;
  readonly event: string;
  readonly ticket: string;
  /** The admission that it ends, and when that was; null if none is known. */
  readonly scan: string | null;
  readonly admitted_at: Instant | null;
  readonly kind: ReleaseKind;
  readonly note: string | null;
  readonly location: EntryPoint | null;
  /** Corrected time. */
  readonly released_at: Instant;
  readonly clock_offset_ms: number;
  readonly source: ScanSource;
  /** What the door showed, if the ticket was scanned on its way out. */
  readonly shown: UnnumberedOutcome | null;
}

/** A release that the server has not acknowledged. */
export interface PendingRelease extends Pick<
  ReleaseDraft,
  'event' | 'ticket' | 'scan' | 'kind' | 'note'
> {
  readonly sequence: number;
  readonly reference: string;
  readonly location: string | null;
  readonly released_at: Instant;
  readonly clock_offset_ms: number;
  readonly attempts: number;
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

/** The server's last reply about a line. */
export interface ReportedLine {
  readonly remaining: number;
  /** More was handed out than bought: `remaining` is 0 and does not say by how much. */
  readonly over_redeemed: boolean;
  /** The line's `updated_at` in that reply: once the replica's is as great, it includes the reply. */
  readonly updated_at: Instant;
}

/** What this station itself knows of an order line. */
export interface OwnRedemptions {
  /** Units handed out here that the server has not acknowledged. */
  readonly unsent: number;
  readonly reported: ReportedLine | null;
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
  readonly event: string;
  readonly ticket: string;
  readonly kind: 'admitted' | 'denied';
  readonly reason: Reason;
  readonly session: string | null;
  readonly location: string | null;
  readonly scanned_at: Instant;
  readonly clock_offset_ms: number;
  readonly watermark: string | null;
  readonly code: string;
  /** How the door knew of the admission that it denied for, if only another station reported it. */
  readonly admission_source: AdmissionSource | null;
  readonly overruled: Overruled | null;
  /** How often it was sent and refused. */
  readonly attempts: number;
}

/** Why the server refuses a row, for a person. */
export interface UploadRefusal {
  readonly code: string;
  readonly message: string;
  readonly at: Instant;
}

/** The result of one row's upload. */
export type UploadOutcome =
  | {
      readonly kind: 'acknowledged';
      readonly reference: string;
      /** JSON of the server's conflict or late verdict, kept beside the door's unless it is far larger than any. */
      readonly answer: string | null;
    }
  /** The server refused this very row: it leaves the queue until it is queued again by `offerAgain`. */
  | { readonly kind: 'attention'; readonly reference: string; readonly refusal: UploadRefusal }
  /** Failed for another reason: moves to the end of the queue. With a refusal it is also listed as long as it waits. */
  | {
      readonly kind: 'postponed';
      readonly reference: string;
      readonly refusal: UploadRefusal | null;
    };

/** A refused row, waiting or set aside. Fields lost to damage are null. */
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
  /** Null if the row was refused by a version that did not record it. */
  readonly since: Instant | null;
  readonly waiting: boolean;
}

export interface RefusedPage {
  readonly rows: readonly RefusedScan[];
  /** `after` of the next page; null on the last one. */
  readonly next: number | null;
}

/** An admission made here, or its end, in journal order. */
export interface OwnAdmission {
  readonly sequence: number;
  readonly ticket: string;
  /** Of the admission. */
  readonly scanned_at: Instant;
  /** Reference of the entry point. */
  readonly location: string | null;
  /** Null for the admission itself. */
  readonly ends: ReleaseKind | null;
}

/** A row of the journal for display. Fields lost to damage are null. */
export interface JournalEntry {
  readonly sequence: number;
  readonly reference: string;
  readonly event: string;
  readonly kind: JournalKind;
  readonly ticket: string | null;
  readonly reason: Reason | null;
  readonly scanned_at: Instant;
  /** Name of the entry point. */
  readonly entry_point: string | null;
  /** Null for a redemption, and for a release other than of a scanned ticket. */
  readonly shown: ScanOutcome | null;
  /** What was read; empty if nothing was. */
  readonly code: string;
  readonly redemption: Pick<RedemptionDraft, 'order' | 'order_line' | 'quantity'> | null;
  readonly release: Pick<ReleaseDraft, 'scan' | 'kind' | 'note'> | null;
  readonly upload: 'waiting' | 'sent' | 'refused' | 'local';
}

export interface UploadCounts {
  readonly pending: number;
  /** Refused rows: set aside, or listed while they wait. */
  readonly attention: number;
  readonly oldest_pending_at: Instant | null;
}

export type ChainReport =
  | { readonly kind: 'whole'; readonly rows: number }
  | { readonly kind: 'broken'; readonly sequence: number; readonly problem: string };

/** Rows that were written and are missing at the end of the journal. */
export interface LostEnd {
  readonly rows: number;
  /** When the newest remaining row was scanned; null if none remains. */
  readonly since: Instant | null;
  /** Where the damaged files are kept, if there are any. */
  readonly kept_as: string | null;
}

/**
 * The only record of what happened at the door until the server has it. Every method is synchronous; `append` and `recordUploads` return
 * once the rows are on disk. Sequence numbers increase by one, and each row is chained to the previous one by its hash.
 *
 * States of a row's upload: waiting → acknowledged, set aside (`attention`), or postponed and waiting again; `offerAgain` returns rows that
 * were set aside to waiting.
 */
export interface Journal {
  /** Where an unusable file was kept, if this journal had to be started anew. */
  readonly replaced: { readonly kept_as: string; readonly recovered: number } | null;
  /** What was missing when the journal was opened. Numbering continues after the lost rows. */
  readonly lostEnd: LostEnd | null;
  /** The number of rows found at opening that had been modified. Those still to be sent are set aside. */
  readonly changedRows: number;
  /** Never throws: a failed write is returned as `failed` and leaves the journal unchanged. */
  append(draft: JournalDraft): AppendResult;
  /** Like `append`, for an add-on. */
  appendRedemption(draft: RedemptionDraft): AppendResult;
  /** Like `append`, for the end of an admission. */
  appendRelease(draft: ReleaseDraft): AppendResult;
  redemptionsOf(orderLine: string): OwnRedemptions;
  /** Redemptions to send: oldest first, and in order for each line. */
  pendingRedemptions(
    organiser: string,
    limit: number,
    passOver?: (reference: string) => boolean,
  ): readonly PendingRedemption[];
  /** Releases to send, oldest first. */
  pendingReleases(
    organiser: string,
    limit: number,
    passOver?: (reference: string) => boolean,
  ): readonly PendingRelease[];
  /** The ticket's admissions made here. */
  admissionsOf(ticket: string): readonly KnownAdmission[];
  /** The ticket's admissions that were ended here. */
  releasesOf(ticket: string): readonly Released[];
  /** Null if no row of this station has the reference. */
  find(reference: string): JournalEntry | null;
  /** Tickets of the event of which an admission was ended here. */
  releasedHere(event: string): Iterable<string>;
  /** Allowed scans made here for the event. */
  admittedHere(event: string): number;
  /** First admissions made here for the event, one per ticket, at or after `since`. */
  admissionsSince(event: string, since: Instant): Iterable<Admission>;
  /** Admissions made or ended here for the event after `sequence`. The end of one whose time was not known is left out. */
  admittedAfter(event: string, sequence: number, limit: number): readonly OwnAdmission[];
  /** The last outcomes, newest first. */
  recent(limit: number): readonly ScanOutcome[];
  /** Rows of the event before a sequence, newest first. */
  history(event: string, before: number | null, limit: number): readonly JournalEntry[];
  /** Request ids of the last rows. */
  recentRequests(limit: number): readonly string[];
  /** This organiser's rows to send, those with the fewest attempts first, then oldest first, except those that `passOver` matches. */
  pending(
    organiser: string,
    limit: number,
    passOver?: (reference: string) => boolean,
  ): readonly PendingScan[];
  uploads(): UploadCounts;
  /** Rows of all other organisers that their servers have not acknowledged, waiting or set aside. */
  unsentBeside(organiser: string): number;
  recordUploads(outcomes: readonly UploadOutcome[]): void;
  /** Refused rows by sequence, after `after`. */
  refused(after: number, limit: number): RefusedPage;
  /**
   * Moves rows that were set aside back to the end of the queue; null means all. They stay listed until they are acknowledged. A modified
   * row stays where it is. Returns how many of them are queued now.
   */
  offerAgain(references: readonly string[] | null): number;
  /**
   * Queues every row again that this organiser's server has acknowledged, because it may have lost them, and returns how many. Check-ins on a
   * bare `/v1` are left out: the server has them under references of its own, and would not recognise these.
   */
  offerSentAgain(organiser: string): number;
  /**
   * Erases every row, leaving nothing of them in the file, and begins a new chain.
   *
   * @throws if the rows are still there, or if they are gone but may remain in the file's free pages: then it can be called again.
   */
  clear(): void;
  verify(): ChainReport;
  /** Writes something other than a row and waits for the disk, as `append` does, to find out whether the next scan can be recorded. */
  proveWrite(): WriteProof;
  /** To be called every few seconds. If nothing was appended since the last call, checkpoints the write-ahead log. */
  checkpointWhenIdle(): void;
  close(): void;
}

/** What happens to a station's files after its revocation. */
export interface RevokedFiles {
  /**
   * Writes the journal to a sealed, durable file and returns its path; null if it holds no row of an organiser whose key is known, or none
   * that a server has yet to receive.
   *
   * @throws if it cannot be written, or would not contain every unsent row: the journal must then stay as it is.
   */
  sealJournal(): Promise<string | null>;
  /** Deletes every quarantined replica. */
  removeReplicaCopies(): void;
}
