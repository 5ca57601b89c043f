import { instantFromMicros, type Instant } from '../../../shared/instant.ts';
import type { AdmissionFact } from '../../../shared/verdict/facts.ts';
import type { Settlement, UploadCounts } from '../../ports/journal.ts';
import type { JournalContent, JournalUpload } from './journal-schema.ts';

/** The columns that questions are asked by. */
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
> &
  Pick<JournalUpload, 'upload_state' | 'upload_attempts'>;

interface Unsent {
  readonly sequence: number;
  readonly organiser: string;
  readonly attempts: number;
  readonly scannedAt: Instant;
}

/**
 * What would be the journal's secondary indices, in memory: every index in the file is one more page that a scan has to
 * write and wait for. Read from the rows at open; changed only after a commit.
 */
export class JournalIndex {
  readonly #admissions = new Map<string, AdmissionFact>();
  readonly #admittedByEvent = new Map<string, number>();
  /** By reference, in the order of sequences. */
  readonly #unsent = new Map<string, Unsent>();
  #attention = 0;

  constructor(rows: Iterable<IndexedRow>) {
    for (const row of rows) this.add(row);
  }

  add(row: IndexedRow): void {
    if (row.kind === 'admitted') this.#addAdmission(row);
    if (row.upload_state === 'attention') this.#attention += 1;
    if (row.upload_state !== 'pending') return;
    this.#unsent.set(row.reference, {
      sequence: row.sequence,
      organiser: row.organiser,
      attempts: row.upload_attempts,
      scannedAt: instantFromMicros(row.scanned_at),
    });
  }

  admissionOf(ticket: string): AdmissionFact | null {
    return this.#admissions.get(ticket) ?? null;
  }

  admittedHere(event: string): number {
    return this.#admittedByEvent.get(event) ?? 0;
  }

  /** Null when the row is not waiting to be sent. */
  unsentSequence(reference: string): number | null {
    return this.#unsent.get(reference)?.sequence ?? null;
  }

  /** Sequences of an organiser's unsent rows, least tried first, then oldest first. */
  pending(organiser: string): readonly number[] {
    return [...this.#unsent.values()]
      .filter((unsent) => unsent.organiser === organiser)
      .sort((one, other) => one.attempts - other.attempts)
      .map(({ sequence }) => sequence);
  }

  settle({ kind, reference }: Settlement): void {
    const unsent = this.#unsent.get(reference);
    if (unsent === undefined) return;
    if (kind === 'postponed') {
      this.#unsent.set(reference, { ...unsent, attempts: unsent.attempts + 1 });
      return;
    }
    this.#unsent.delete(reference);
    if (kind === 'attention') this.#attention += 1;
  }

  uploads(): UploadCounts {
    const [oldest] = this.#unsent.values();
    return {
      pending: this.#unsent.size,
      attention: this.#attention,
      oldest_pending_at: oldest?.scannedAt ?? null,
    };
  }

  #addAdmission(row: IndexedRow): void {
    this.#admittedByEvent.set(row.event, this.admittedHere(row.event) + 1);
    if (row.ticket === null) return;
    const earliest = this.#admissions.get(row.ticket);
    if (earliest !== undefined && earliest.scanned_at <= row.scanned_at) return;
    const { location_reference: reference, location_name: name } = row;
    this.#admissions.set(row.ticket, {
      scanned_at: instantFromMicros(row.scanned_at),
      location: reference === null ? null : { reference, name: name ?? reference },
    });
  }
}
