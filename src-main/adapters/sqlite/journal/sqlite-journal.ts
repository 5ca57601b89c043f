import { randomBytes } from 'node:crypto';
import Database from 'better-sqlite3';
import { isInstant, nearestInstant, type Instant } from '../../../../shared/instant.ts';
import { assertNever } from '../../../../shared/assert-never.ts';
import type { ScanOutcome } from '../../../../shared/station/outcomes.ts';
import type { AdmissionFact } from '../../../../shared/verdict/facts.ts';
import type {
  AppendResult,
  ChainReport,
  Journal,
  JournalDraft,
  JournalEntry,
  LostEnd,
  OwnRedemptions,
  PendingRedemption,
  OwnAdmission,
  PendingScan,
  RedemptionDraft,
  Refusal,
  RefusedPage,
  RefusedScan,
  Settlement,
  UploadCounts,
  WriteProof,
} from '../../../ports/journal.ts';
import type { Admission } from '../../../ports/replica.ts';
import { hashEntry, verifyChain, type ChainStart } from './journal-chain.ts';
import { JournalIndex } from './journal-index.ts';
import type { JournalMark, Mark } from './journal-mark.ts';
import {
  contentOf,
  entryParameters,
  firstUpload,
  journalEntry,
  knownReason,
  pendingScan,
  readShown,
} from './journal-rows.ts';
import {
  prepareJournal,
  prepareSettling,
  type JournalStatements,
  type SettlingStatements,
} from './journal-statements.ts';
import type { JournalContent } from './journal-schema.ts';
import { contentOfRedemption, pendingRedemption } from './redemption-rows.ts';

export interface JournalFindings {
  readonly replaced: Journal['replaced'];
  /** Where the files are kept from which the end of this journal was read. */
  readonly keptAs: string | null;
}

/** The journal on one SQLite file with synchronous FULL. Statements run directly: they are most of what a scan costs. */
export class SqliteJournal implements Journal {
  readonly replaced: Journal['replaced'];
  readonly lostEnd: LostEnd | null;
  readonly changedRows: number;
  readonly #database: Database.Database;
  readonly #mark: JournalMark;
  readonly #statements: JournalStatements;
  readonly #settling: SettlingStatements;
  #index: JournalIndex;
  #genesis: string;
  #sequence: number;
  #hash: string;
  /** What was written since the last look, and since the last checkpoint. */
  #appended = false;
  #needsCheckpoint = true;

  constructor(
    database: Database.Database,
    mark: JournalMark,
    { replaced, keptAs }: JournalFindings,
  ) {
    this.replaced = replaced;
    this.#database = database;
    this.#mark = mark;
    this.#statements = prepareJournal(database);
    this.#settling = prepareSettling(database);
    const chain = this.#statements.chain.get();
    if (chain === undefined) throw new Error('expected the journal to have the start of its chain');
    this.#genesis = chain.genesis;
    const last = this.#statements.last.get();
    const lastHere = last?.sequence ?? chain.first_sequence - 1;
    this.lostEnd = this.#lostAfter(lastHere, keptAs);
    // A number that was shown is never given again, also where its row is gone: the server may have it.
    this.#sequence = lastHere + (this.lostEnd?.rows ?? 0);
    this.#hash = last?.hash ?? chain.genesis;
    const refused = this.#refuseChanged(chain);
    this.#index = new JournalIndex(this.#statements.indexed.iterate());
    this.changedRows = refused + this.#index.impossible + (chain.genesis === '' ? 1 : 0);
    if (this.lostEnd === null) this.#mark.write(this.#newest());
    this.#checkpoint();
  }

  append(draft: JournalDraft): AppendResult {
    return this.#append(contentOf(draft, this.#sequence + 1));
  }

  appendRedemption(draft: RedemptionDraft): AppendResult {
    return this.#append(contentOfRedemption(draft, this.#sequence + 1));
  }

  #append(content: JournalContent): AppendResult {
    const { sequence } = content;
    const hash = hashEntry(this.#hash, content);
    const upload = firstUpload(content.kind);
    try {
      this.#statements.insert.run(...entryParameters(content, hash, upload));
    } catch (error) {
      return failedAppend(error);
    }
    this.#sequence = sequence;
    this.#hash = hash;
    this.#mark.write(this.#newest());
    this.#appended = true;
    this.#index.add({ ...content, ...upload });
    return { kind: 'recorded', sequence };
  }

  admissionOf(ticket: string): AdmissionFact | null {
    return this.#index.admissionOf(ticket);
  }

  admittedHere(event: string): number {
    return this.#index.admittedHere(event);
  }

  admittedAfter(event: string, sequence: number, limit: number): readonly OwnAdmission[] {
    return this.#statements.admittedAfter
      .all(event, sequence, limit)
      .map(({ scanned_at, ...row }) => ({ ...row, scanned_at: nearestInstant(scanned_at) }));
  }

  *admissionsSince(event: string, since: Instant): Iterable<Admission> {
    for (const row of this.#statements.admissionsSince.all(event, since)) {
      yield { ticket: row.ticket, scanned_at: nearestInstant(row.scanned_at) };
    }
  }

  recent(limit: number): readonly ScanOutcome[] {
    return this.#statements.recent
      .all(limit)
      .map((row) => readShown(row.shown, row.sequence))
      .filter((outcome) => outcome !== null);
  }

  history(event: string, before: number | null, limit: number): readonly JournalEntry[] {
    return this.#statements.history
      .all(event, before ?? Number.MAX_SAFE_INTEGER, limit)
      .map(journalEntry);
  }

  recentRequests(limit: number): readonly string[] {
    return this.#statements.recentRequests.all(limit);
  }

  /** A row that says nothing any more stays in the count of unsent ones and holds up none behind it. */
  pending(
    organiser: string,
    limit: number,
    passOver: (reference: string) => boolean = () => false,
  ): readonly PendingScan[] {
    const scans: PendingScan[] = [];
    for (const { sequence, reference } of this.#index.pending(organiser)) {
      if (scans.length >= limit) break;
      if (passOver(reference)) continue;
      const row = this.#statements.row.get(sequence);
      const scan = row === undefined ? null : pendingScan(row);
      if (scan !== null) scans.push(scan);
    }
    return scans;
  }

  redemptionsOf(orderLine: string): OwnRedemptions {
    return this.#index.redemptions.of(orderLine);
  }

  pendingRedemptions(
    organiser: string,
    limit: number,
    passOver: (reference: string) => boolean = () => false,
  ): readonly PendingRedemption[] {
    return this.#index.redemptions
      .pending(organiser, passOver)
      .slice(0, limit)
      .flatMap((reference) => {
        const sequence = this.#index.unsentSequence(reference);
        const row = sequence === null ? undefined : this.#statements.row.get(sequence);
        const redemption = row === undefined ? null : pendingRedemption(row);
        return redemption === null ? [] : [redemption];
      });
  }

  uploads(): UploadCounts {
    return this.#index.uploads();
  }

  unsentBeside(organiser: string): number {
    return this.#index.unsentBeside(organiser);
  }

  settle(settlements: readonly Settlement[]): void {
    this.#database
      .transaction(() => settlements.forEach((settlement) => this.#settleOne(settlement)))
      .immediate();
    this.#needsCheckpoint = true;
    for (const settlement of settlements) this.#index.settle(settlement);
  }

  refused(after: number, limit: number): RefusedPage {
    const sequences = this.#index.refused(after);
    const listed = sequences.slice(0, limit);
    return {
      rows: listed.flatMap((sequence) => this.#refusedRow(sequence)),
      next: sequences.length > limit ? (listed.at(-1) ?? null) : null,
    };
  }

  offerAgain(references: readonly string[] | null): number {
    const rows = this.#index.setAside(references);
    if (rows.length > 0) {
      this.#database
        .transaction(() => rows.forEach(([, sequence]) => this.#settling.offerAgain.run(sequence)))
        .immediate();
      this.#index.offerAgain(rows.map(([reference]) => reference));
    }
    return this.#index.waitingOf(references);
  }

  clear(): void {
    const genesis = randomBytes(32).toString('hex');
    this.#database.pragma('secure_delete = ON');
    // First, because a mark that is ahead of the journal tells of rows that were lost; one that is behind tells nothing.
    this.#mark.write({ genesis, sequence: 0, hash: genesis });
    this.#mark.flush();
    try {
      this.#database.transaction(() => this.#settling.clear(genesis)).immediate();
    } catch (error) {
      this.#mark.write(this.#newest());
      throw error;
    }
    this.#genesis = genesis;
    this.#sequence = 0;
    this.#hash = genesis;
    this.#index = new JournalIndex([]);
    try {
      this.#database.exec('VACUUM');
    } finally {
      this.#database.pragma('wal_checkpoint(TRUNCATE)');
    }
  }

  verify(): ChainReport {
    const chain = this.#statements.chain.get();
    if (chain === undefined)
      return { kind: 'broken', sequence: 0, problem: 'the start of the chain is missing' };
    const mark = { ...this.#newest(), hash: null };
    return verifyChain(chain, this.#statements.rows.iterate(), mark);
  }

  /** The schema version is set to what it is: SQLite writes the file's first page for it all the same, and waits for the disk. */
  proveWrite(): WriteProof {
    try {
      const version = Number(this.#database.pragma('user_version', { simple: true }));
      this.#database.pragma(`user_version = ${version}`);
      this.#needsCheckpoint = true;
      return { kind: 'written' };
    } catch (error) {
      return failedAppend(error);
    }
  }

  checkpointWhenIdle(): void {
    const isBusy = this.#appended;
    this.#appended = false;
    if (isBusy) this.#needsCheckpoint = true;
    else if (this.#needsCheckpoint) this.#checkpoint();
  }

  close(): void {
    this.#database.close();
    this.#mark.flush();
    this.#mark.close();
  }

  #newest(): Mark {
    return { genesis: this.#genesis, sequence: this.#sequence, hash: this.#hash };
  }

  /** Moves what is in the write-ahead log into the main file, where a damaged log can no longer take it along. */
  #checkpoint(): void {
    this.#needsCheckpoint = false;
    try {
      this.#database.pragma('wal_checkpoint(PASSIVE)');
    } catch (error) {
      // A full disk, say: the rows are safe where they are, and it is tried again.
      if (!(error instanceof Database.SqliteError)) throw error;
      this.#needsCheckpoint = true;
    }
    this.#mark.flush();
  }

  #lostAfter(last: number, keptAs: string | null): LostEnd | null {
    const { before } = this.#mark;
    if (before === null || before.sequence <= last) return null;
    const time = this.#statements.lastTime.get();
    const since = time === undefined ? null : nearestInstant(time);
    return { rows: before.sequence - last, since, kept_as: keptAs };
  }

  /** A row that is no longer what was written is not sent, now or later: somebody has to look at it. Returns how many. */
  #refuseChanged(chain: ChainStart): number {
    const changed = [...this.#statements.unsent.iterate()].filter((row) => {
      const isFirst = row.sequence === chain.first_sequence;
      const previous = isFirst && chain.genesis !== '' ? chain.genesis : row.previous;
      if (!isInstant(row.scanned_at)) return true;
      return previous !== null && hashEntry(previous, row) !== row.hash;
    });
    const message = 'The row is not what was written when the ticket was scanned.';
    this.#database
      .transaction(() =>
        changed.forEach(({ sequence }) => this.#settling.refuseChanged.run(message, sequence)),
      )
      .immediate();
    return changed.length;
  }

  #settleOne(settlement: Settlement): void {
    const sequence = this.#index.unsentSequence(settlement.reference);
    if (sequence === null) return;
    switch (settlement.kind) {
      case 'acknowledged':
        this.#settling.acknowledge.run(settlement.answer, sequence);
        return;
      case 'attention':
        this.#noteRefusal(settlement.refusal, sequence);
        this.#settling.countAttempt.run(sequence);
        this.#settling.setAside.run(sequence);
        return;
      case 'postponed':
        this.#noteRefusal(settlement.refusal, sequence);
        this.#settling.countAttempt.run(sequence);
        return;
      default:
        assertNever(settlement);
    }
  }

  #noteRefusal(refusal: Refusal | null, sequence: number): void {
    if (refusal === null) return;
    this.#settling.noteRefusal.run(refusal.code, refusal.message, sequence);
    this.#settling.noteSince.run(sequence, refusal.at);
  }

  /** Also of a row that damage left without a ticket or a reason: somebody has to look at it. Empty where the row itself is gone. */
  #refusedRow(sequence: number): readonly RefusedScan[] {
    const row = this.#statements.row.get(sequence);
    if (row === undefined) return [];
    const since = this.#settling.since.get(sequence);
    return [
      {
        sequence,
        reference: row.reference,
        kind: row.kind,
        ticket: row.ticket,
        reason: knownReason(row.reason),
        scanned_at: nearestInstant(row.scanned_at),
        attempts: row.upload_attempts,
        entry_point: row.location_name,
        code: row.upload_code ?? 'unknown',
        message: row.upload_message ?? '',
        since: since === undefined ? null : nearestInstant(since),
        waiting: this.#index.isWaiting(row.reference),
      },
    ];
  }
}

function failedAppend(error: unknown): Extract<AppendResult, { kind: 'failed' }> {
  if (!(error instanceof Error)) throw error;
  const full = error instanceof Database.SqliteError && error.code === 'SQLITE_FULL';
  return { kind: 'failed', cause: full ? 'disk_full' : 'io_error', message: error.message };
}
