import Database from 'better-sqlite3';
import { instantFromMicros, type Instant } from '../../../shared/instant.ts';
import { assertNever } from '../../../shared/assert-never.ts';
import type { ScanOutcome } from '../../../shared/station/api.ts';
import type { AdmissionFact } from '../../../shared/verdict/facts.ts';
import type {
  AppendResult,
  ChainReport,
  Journal,
  JournalDraft,
  PendingScan,
  Settlement,
  UploadCounts,
} from '../../ports/journal.ts';
import type { Admission } from '../../ports/replica.ts';
import { hashEntry, verifyChain } from './journal-chain.ts';
import { JournalIndex } from './journal-index.ts';
import { contentOf, entryParameters, firstUpload, pendingScan } from './journal-rows.ts';
import { prepareJournal, type JournalStatements } from './journal-statements.ts';
import { readShown } from './shown-outcome.ts';

/** The journal on one SQLite file with synchronous FULL. Statements run directly: they are most of what a scan costs. */
export class SqliteJournal implements Journal {
  readonly replaced: Journal['replaced'];
  readonly #database: Database.Database;
  readonly #statements: JournalStatements;
  readonly #index: JournalIndex;
  #sequence: number;
  #hash: string;

  constructor(database: Database.Database, replaced: Journal['replaced']) {
    this.replaced = replaced;
    this.#database = database;
    this.#statements = prepareJournal(database);
    const chain = this.#statements.chain.get();
    if (chain === undefined) throw new Error('expected the journal to have the start of its chain');
    const last = this.#statements.last.get();
    this.#sequence = last?.sequence ?? chain.first_sequence - 1;
    this.#hash = last?.hash ?? chain.genesis;
    this.#index = new JournalIndex(this.#statements.indexed.iterate());
  }

  append(draft: JournalDraft): AppendResult {
    const sequence = this.#sequence + 1;
    const content = contentOf(draft, sequence);
    const hash = hashEntry(this.#hash, content);
    const upload = firstUpload(draft.kind);
    try {
      this.#statements.insert.run(...entryParameters(content, hash, upload));
    } catch (error) {
      return failedAppend(error);
    }
    this.#sequence = sequence;
    this.#hash = hash;
    this.#index.add({ ...content, ...upload });
    return { kind: 'recorded', sequence };
  }

  admissionOf(ticket: string): AdmissionFact | null {
    return this.#index.admissionOf(ticket);
  }

  admittedHere(event: string): number {
    return this.#index.admittedHere(event);
  }

  *admissionsSince(event: string, since: Instant): Iterable<Admission> {
    for (const row of this.#statements.admissionsSince.all(event, since)) {
      yield { ticket: row.ticket, scanned_at: instantFromMicros(row.scanned_at) };
    }
  }

  recent(limit: number): readonly ScanOutcome[] {
    return this.#statements.recent
      .all(limit)
      .map((row) => readShown(row.shown, row.sequence))
      .filter((outcome) => outcome !== null);
  }

  recentRequests(limit: number): readonly string[] {
    return this.#statements.recentRequests.all(limit);
  }

  /** A row that says nothing any more stays in the count of unsent ones and holds up none behind it. */
  pending(organiser: string, limit: number): readonly PendingScan[] {
    const scans: PendingScan[] = [];
    for (const sequence of this.#index.pending(organiser)) {
      if (scans.length >= limit) break;
      const row = this.#statements.row.get(sequence);
      const scan = row === undefined ? null : pendingScan(row);
      if (scan !== null) scans.push(scan);
    }
    return scans;
  }

  uploads(): UploadCounts {
    return this.#index.uploads();
  }

  settle(settlements: readonly Settlement[]): void {
    this.#database
      .transaction(() => settlements.forEach((settlement) => this.#settleOne(settlement)))
      .immediate();
    for (const settlement of settlements) this.#index.settle(settlement);
  }

  verify(): ChainReport {
    const chain = this.#statements.chain.get();
    if (chain === undefined)
      return { kind: 'broken', sequence: 0, problem: 'the start of the chain is missing' };
    return verifyChain(chain, this.#statements.rows.iterate());
  }

  close(): void {
    this.#database.close();
  }

  #settleOne(settlement: Settlement): void {
    const sequence = this.#index.unsentSequence(settlement.reference);
    if (sequence === null) return;
    switch (settlement.kind) {
      case 'acknowledged':
        this.#statements.acknowledge.run(settlement.answer, sequence);
        return;
      case 'attention':
        this.#statements.refuse.run(settlement.code, settlement.message, sequence);
        return;
      case 'postponed':
        this.#statements.postpone.run(sequence);
        return;
      default:
        assertNever(settlement);
    }
  }
}

function failedAppend(error: unknown): AppendResult {
  if (!(error instanceof Error)) throw error;
  const full = error instanceof Database.SqliteError && error.code === 'SQLITE_FULL';
  return { kind: 'failed', cause: full ? 'disk_full' : 'io_error', message: error.message };
}
