// Why: docs/decisions/0016-journal.md
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
  UploadRefusal,
  RefusedPage,
  RefusedScan,
  UploadOutcome,
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
  /** Where the files are kept from which the end of this journal was recovered. */
  readonly keptAs: string | null;
}

/** The journal in one SQLite file with synchronous FULL. Statements run directly, because they are most of a scan's cost. */
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
  /** Whether anything was written since the last check, and since the last checkpoint. */
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
    // A displayed number is never reused, even if its row is lost: the server may have it.
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

  /** An unintelligible row still counts as unsent but does not block the rows after it. */
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

  recordUploads(outcomes: readonly UploadOutcome[]): void {
    this.#database
      .transaction(() => outcomes.forEach((outcome) => this.#recordUpload(outcome)))
      .immediate();
    this.#needsCheckpoint = true;
    this.#index.recordUploads(outcomes);
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

  offerSentAgain(organiser: string): number {
    const { changes } = this.#settling.offerSentAgain.run(organiser);
    if (changes > 0) this.#index = new JournalIndex(this.#statements.indexed.iterate());
    return changes;
  }

  clear(): void {
    const genesis = randomBytes(32).toString('hex');
    this.#database.pragma('secure_delete = ON');
    // First, because a mark ahead of the journal would report lost rows, while one behind it reports nothing.
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

  /** Sets the schema version to its present value: SQLite writes the file's first page all the same, and waits for the disk. */
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

  /** Moves the write-ahead log into the main file, where a damaged log can no longer lose it. */
  #checkpoint(): void {
    this.#needsCheckpoint = false;
    try {
      this.#database.pragma('wal_checkpoint(PASSIVE)');
    } catch (error) {
      // For example, a full disk: the rows are safe where they are, and the checkpoint is retried.
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

  /** A modified row is never sent: a person has to look at it. Returns how many there are. */
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

  #recordUpload(outcome: UploadOutcome): void {
    const sequence = this.#index.unsentSequence(outcome.reference);
    if (sequence === null) return;
    switch (outcome.kind) {
      case 'acknowledged':
        this.#settling.acknowledge.run(keptAnswer(outcome.answer), sequence);
        return;
      case 'attention':
        this.#noteRefusal(outcome.refusal, sequence);
        this.#settling.countAttempt.run(sequence);
        this.#settling.setAside.run(sequence);
        return;
      case 'postponed':
        this.#noteRefusal(outcome.refusal, sequence);
        this.#settling.countAttempt.run(sequence);
        return;
      default:
        assertNever(outcome);
    }
  }

  #noteRefusal(refusal: UploadRefusal | null, sequence: number): void {
    if (refusal === null) return;
    const { code, message } = refusal;
    this.#settling.noteRefusal.run(code.slice(0, MAX_TEXT), message.slice(0, MAX_TEXT), sequence);
    this.#settling.noteSince.run(sequence, refusal.at);
  }

  /** Includes rows without a ticket or reason because of damage: a person has to look at them. Empty if the row itself is gone. */
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

/** Characters of what a server answers to a row: no verdict, conflict or refusal comes near it. */
const MAX_ANSWER = 4_096;
const MAX_TEXT = 1_000;

/** The row counts as acknowledged without it too. */
function keptAnswer(answer: string | null): string | null {
  return answer === null || answer.length > MAX_ANSWER ? null : answer;
}

function failedAppend(error: unknown): Extract<AppendResult, { kind: 'failed' }> {
  if (!(error instanceof Error)) throw error;
  const full = error instanceof Database.SqliteError && error.code === 'SQLITE_FULL';
  return { kind: 'failed', cause: full ? 'disk_full' : 'io_error', message: error.message };
}
