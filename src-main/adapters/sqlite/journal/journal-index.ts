import { isInstant, nearestInstant, type Instant } from '../../../../shared/instant.ts';
import type { Released } from '../../../../shared/verdict/releases.ts';
import type { UploadOutcome, UploadCounts } from '../../../ports/journal.ts';
import type { KnownAdmission } from '../../../ports/replica.ts';
import { CHANGED, type JournalContent, type JournalUpload } from './journal-schema.ts';
import { RedemptionIndex } from './redemption-index.ts';
import { releasedBy } from './release-rows.ts';
import { SendingOrder, type Unsent } from './sending-order.ts';

/** The columns used in lookups. */
export type IndexedRow = Pick<
  JournalContent,
  | 'sequence'
  | 'reference'
  | 'organiser'
  | 'event'
  | 'kind'
  | 'ticket'
  | 'scanned_at'
  | 'location_reference'
  | 'location_name'
  | 'shown'
> &
  Pick<JournalUpload, 'upload_state' | 'upload_attempts' | 'upload_code' | 'upload_answer'>;

interface UnsentRow extends Unsent {
  readonly scannedAt: Instant;
  readonly kind: JournalContent['kind'];
}

/**
 * The journal's secondary indices, held in memory: an index in the file would be another page that each scan writes and waits for. Built
 * from the rows at open; changed only after a commit.
 */
export class JournalIndex {
  readonly #admissions = new Map<string, readonly KnownAdmission[]>();
  readonly #releases = new Map<string, readonly Released[]>();
  readonly #admittedByEvent = new Map<string, number>();
  /** By reference, oldest first. */
  #unsent = new Map<string, UnsentRow>();
  readonly #scans = new SendingOrder<UnsentRow>();
  readonly #unsentReleases = new SendingOrder<UnsentRow>();
  readonly redemptions = new RedemptionIndex();
  /** Rows that were set aside. */
  readonly #setAside = new Map<string, UnsentRow>();
  /** Sequences of refused rows by reference, including those that still wait. */
  readonly #refused = new Map<string, number>();
  #impossible = 0;

  constructor(rows: Iterable<IndexedRow>) {
    for (const row of rows) this.add(row);
  }

  /**
   * A time that no scan can have means that its row is damaged. The ticket counts as admitted all the same, at the nearest possible time:
   * otherwise it could be admitted twice.
   */
  add(row: IndexedRow): void {
    if (!isInstant(row.scanned_at)) this.#impossible += 1;
    if (row.kind === 'admitted') this.#addAdmission(row);
    if (row.kind === 'release') this.#addRelease(row);
    if (row.kind === 'redemption' && row.upload_code !== CHANGED) this.redemptions.add(row);
    const { upload_state: state, reference, sequence } = row;
    if (state !== 'pending' && state !== 'attention') return;
    if (row.upload_code !== CHANGED) {
      const unsent = {
        sequence,
        reference,
        organiser: row.organiser,
        attempts: row.upload_attempts,
        scannedAt: nearestInstant(row.scanned_at),
        kind: row.kind,
      };
      if (state === 'pending') this.#enqueue(unsent);
      else this.#setAside.set(reference, unsent);
    }
    if (state === 'attention' || row.upload_code !== null) this.#refused.set(reference, sequence);
  }

  /** Rows with a time that no scan can have. */
  get impossible(): number {
    return this.#impossible;
  }

  admissionsOf(ticket: string): readonly KnownAdmission[] {
    return this.#admissions.get(ticket) ?? NONE;
  }

  releasesOf(ticket: string): readonly Released[] {
    return this.#releases.get(ticket) ?? NONE;
  }

  admittedHere(event: string): number {
    return this.#admittedByEvent.get(event) ?? 0;
  }

  /** Null if the row is not waiting to be sent. */
  unsentSequence(reference: string): number | null {
    return this.#unsent.get(reference)?.sequence ?? null;
  }

  /** An organiser's unsent scans, those with the fewest attempts first, then oldest first. */
  pending(organiser: string): readonly Unsent[] {
    return this.#scans.of(organiser);
  }

  pendingReleases(organiser: string): readonly Unsent[] {
    return this.#unsentReleases.of(organiser);
  }

  recordUploads(outcomes: readonly UploadOutcome[]): void {
    const settled = outcomes.flatMap(({ reference }) => this.#unsent.get(reference) ?? []);
    this.#scans.remove(settled);
    this.#unsentReleases.remove(settled);
    for (const outcome of outcomes) this.#recordUpload(outcome);
  }

  #recordUpload(outcome: UploadOutcome): void {
    const { reference } = outcome;
    const unsent = this.#unsent.get(reference);
    if (unsent === undefined) return;
    this.redemptions.recordUpload(outcome);
    if (outcome.kind === 'acknowledged') {
      this.#unsent.delete(reference);
      this.#refused.delete(reference);
      return;
    }
    if (outcome.refusal !== null) this.#refused.set(reference, unsent.sequence);
    const tried = { ...unsent, attempts: unsent.attempts + 1 };
    if (outcome.kind === 'postponed') {
      this.#enqueue(tried);
      return;
    }
    this.#unsent.delete(reference);
    this.#setAside.set(reference, tried);
  }

  /** Sequences of refused rows after `after`, in order. */
  refused(after: number): readonly number[] {
    return [...this.#refused.values()]
      .filter((sequence) => sequence > after)
      .sort((one, other) => one - other);
  }

  isWaiting(reference: string): boolean {
    return this.#unsent.has(reference);
  }

  /** The given references that are set aside, with their sequences. */
  setAside(references: readonly string[] | null): readonly (readonly [string, number])[] {
    return (references ?? [...this.#setAside.keys()]).flatMap((reference) => {
      const row = this.#setAside.get(reference);
      return row === undefined ? [] : [[reference, row.sequence] as const];
    });
  }

  /** Moves rows that were set aside back to the unsent ones. */
  offerAgain(references: readonly string[]): void {
    for (const reference of references) {
      const row = this.#setAside.get(reference);
      if (row === undefined) continue;
      this.#setAside.delete(reference);
      this.#enqueue(row);
    }
    this.redemptions.offerAgain(references);
    const oldestFirst = [...this.#unsent].sort(
      ([, one], [, other]) => one.sequence - other.sequence,
    );
    this.#unsent = new Map(oldestFirst);
  }

  /** How many refused rows are queued: of these, or of all. */
  waitingOf(references: readonly string[] | null): number {
    const asked = references === null ? [...this.#refused.keys()] : references;
    return asked.filter((reference) => this.#unsent.has(reference)).length;
  }

  unsentBeside(organiser: string): number {
    return [...this.#unsent.values(), ...this.#setAside.values()].filter(
      (row) => row.organiser !== organiser,
    ).length;
  }

  uploads(): UploadCounts {
    const [oldest] = this.#unsent.values();
    return {
      pending: this.#unsent.size,
      attention: this.#refused.size,
      oldest_pending_at: oldest?.scannedAt ?? null,
    };
  }

  /** A postponed row keeps its place among the unsent ones. */
  #enqueue(row: UnsentRow): void {
    this.#unsent.set(row.reference, row);
    if (row.kind === 'release') this.#unsentReleases.add(row);
    else if (row.kind !== 'redemption') this.#scans.add(row);
  }

  #addAdmission(row: IndexedRow): void {
    this.#admittedByEvent.set(row.event, this.admittedHere(row.event) + 1);
    if (row.ticket === null) return;
    const { reference, location_reference: place, location_name: name } = row;
    const admission = {
      reference,
      scanned_at: nearestInstant(row.scanned_at),
      location: place === null ? null : { reference: place, name: name ?? place },
    };
    this.#admissions.set(row.ticket, [...this.admissionsOf(row.ticket), admission]);
  }

  /** An unintelligible one, or one that was changed, ends nothing: the ticket stays admitted. */
  #addRelease(row: IndexedRow): void {
    const released = row.upload_code === CHANGED ? null : releasedBy(row);
    if (released === null || row.ticket === null) return;
    this.#releases.set(row.ticket, [...this.releasesOf(row.ticket), released]);
  }
}

const NONE: readonly never[] = [];
