// Why: docs/decisions/0016-journal.md
import { randomBytes } from 'node:crypto';
import Database from 'better-sqlite3';
import {
  formatInstant,
  isInstant,
  nearestInstant,
  type Instant,
} from '../../../../shared/instant.ts';
import { assertNever } from '../../../../shared/assert-never.ts';
import type { ScanOutcome } from '../../../../shared/station/outcomes.ts';
import type { Released } from '../../../../shared/verdict/releases.ts';
import type {
  AppendResult,
  ChainReport,
  Journal,
  JournalDraft,
  JournalEntry,
  LostEnd,
  OwnRedemptions,
  PendingRedemption,
  PendingRelease,
  OwnAdmission,
  PendingScan,
  RedemptionDraft,
  ReleaseDraft,
  UploadRefusal,
  RefusedPage,
  RefusedScan,
  UploadOutcome,
  UploadCounts,
  WriteProof,
} from '../../../ports/journal.ts';
import type { Admission, KnownAdmission } from '../../../ports/replica.ts';
import { chainText, hashEntry, hashText, verifyChain } from './journal-chain.ts';
import { JournalIndex } from './journal-index.ts';
import type { JournalLog } from './journal-log.ts';
import {
  contentOf,
  entryParameters,
  firstUpload,
  journalEntry,
  knownReason,
  pendingScan,
  shownOf,
} from './journal-rows.ts';
import {
  prepareJournal,
  prepareSettling,
  type JournalStatements,
  type SettlingStatements,
} from './journal-statements.ts';
import type { JournalContent, JournalRow } from './journal-schema.ts';
import { lineOf } from './log-lines.ts';
import { contentOfRedemption, pendingRedemption } from './redemption-rows.ts';
import { contentOfRelease, pendingRelease } from './release-rows.ts';
import type { Unsent } from './sending-order.ts';

/** The journal in one SQLite file with synchronous FULL. Statements run directly, because they are most of a scan's cost. */
export class SqliteJournal implements Journal {
  readonly replaced: Journal['replaced'];
  readonly lostEnd: LostEnd | null;
  readonly changedRows: number;
  readonly #database: Database.Database;
  readonly #log: JournalLog;
  readonly #statements: JournalStatements;
  readonly #settling: SettlingStatements;
  #index: JournalIndex;
  #sequence: number;
  #hash: string;
  /** False while the log alone shows how many rows were lost: they are reported until something new is written. */
  #isLogWritten: boolean;
  /** Whether anything was written since the last check, and since the last checkpoint. */
  #appended = false;
  #needsCheckpoint = true;

  constructor(database: Database.Database, log: JournalLog, replaced: Journal['replaced']) {
    this.replaced = replaced;
    this.#database = database;
    this.#log = log;
    this.#statements = prepareJournal(database);
    this.#settling = prepareSettling(database);
    const genesis = this.#statements.genesis.get();
    if (genesis === undefined) throw new Error('expected the journal to have a chain');
    const last = this.#statements.last.get();
    this.lostEnd = this.#lostAfter(last?.sequence ?? 0);
    // A displayed number is never reused, even if its row is lost: the server may have it.
    this.#sequence = (last?.sequence ?? 0) + (this.lostEnd?.rows ?? 0);
    this.#hash = last?.hash ?? genesis;
    const refused = this.#refuseChanged(genesis);
    this.#index = new JournalIndex(this.#statements.indexed.iterate());
    this.changedRows = refused + this.#index.impossible + (genesis === '' ? 1 : 0);
    this.#isLogWritten = this.lostEnd === null;
    this.#catchUpLog();
    this.#checkpoint();
  }

  append(draft: JournalDraft): AppendResult {
    return this.#append(contentOf(draft, this.#sequence + 1));
  }

  appendRedemption(draft: RedemptionDraft): AppendResult {
    return this.#append(contentOfRedemption(draft, this.#sequence + 1));
  }

  appendRelease(draft: ReleaseDraft): AppendResult {
    return this.#append(contentOfRelease(draft, this.#sequence + 1));
  }

  #append(content: JournalContent): AppendResult {
    const { sequence } = content;
    const text = chainText(this.#hash, content);
    const hash = hashText(text);
    const upload = firstUpload(content.kind);
    try {
      this.#statements.insert.run(...entryParameters(content, hash, upload));
    } catch (error) {
      return failedAppend(error);
    }
    this.#sequence = sequence;
    this.#hash = hash;
    this.#log.append(lineOf(hash, text), sequence);
    this.#isLogWritten = true;
    this.#appended = true;
    this.#index.add({ ...content, ...upload });
    return { kind: 'recorded', sequence };
  }

  admissionsOf(ticket: string): readonly KnownAdmission[] {
    return this.#index.admissionsOf(ticket);
  }

  releasesOf(ticket: string): readonly Released[] {
    return this.#index.releasesOf(ticket);
  }

  releasedHere(event: string): Iterable<string> {
    return this.#statements.releasedHere.all(event);
  }

  find(reference: string): JournalEntry | null {
    const row = this.#statements.found.get(reference);
    return row === undefined ? null : journalEntry(row);
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
      .map(shownOf)
      .filter((outcome) => outcome !== null)
      .map((outcome) => this.#withEnd(outcome));
  }

  #withEnd(outcome: ScanOutcome): ScanOutcome {
    const { kind, ticket, reference: scan } = outcome;
    if (kind !== 'admitted' || ticket === null) return outcome;
    const end = this.#index.releasesOf(ticket).find((one) => one.scan === scan);
    if (end === undefined) return outcome;
    const { reference, kind: how, released_at } = end;
    return { ...outcome, released: { reference, kind: how, at: formatInstant(released_at) } };
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
    return this.#pending(this.#index.pending(organiser), limit, passOver, pendingScan);
  }

  pendingReleases(
    organiser: string,
    limit: number,
    passOver: (reference: string) => boolean = () => false,
  ): readonly PendingRelease[] {
    return this.#pending(this.#index.pendingReleases(organiser), limit, passOver, pendingRelease);
  }

  /** In one transaction: a read of its own for each row would take the file's locks for each. */
  #pending<Item>(
    unsent: readonly Unsent[],
    limit: number,
    passOver: (reference: string) => boolean,
    itemOf: (row: JournalRow) => Item | null,
  ): readonly Item[] {
    const items: Item[] = [];
    const read = this.#database.transaction(() => {
      for (const { sequence, reference } of unsent) {
        if (items.length >= limit) break;
        if (passOver(reference)) continue;
        const row = this.#statements.row.get(sequence);
        const item = row === undefined ? null : itemOf(row);
        if (item !== null) items.push(item);
      }
    });
    read();
    return items;
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
    // First, because the rows of a log that is ahead of its journal are recovered.
    this.#log.erase();
    this.#isLogWritten = true;
    this.#database.transaction(() => this.#settling.clear(genesis)).immediate();
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
    const genesis = this.#statements.genesis.get() ?? '';
    const newest = { sequence: this.#sequence, hash: null };
    return verifyChain(genesis, this.#statements.rows.iterate(), newest);
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
    this.#catchUpLog();
    if (isBusy) this.#needsCheckpoint = true;
    else if (this.#needsCheckpoint) this.#checkpoint();
  }

  close(): void {
    if (this.#database.open) this.#catchUpLog();
    this.#database.close();
    this.#log.flush();
    this.#log.close();
  }

  #catchUpLog(): void {
    if (this.#isLogWritten) this.#log.catchUp((after) => this.#statements.page.iterate(after, -1));
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
    this.#log.flush();
  }

  /** Compares the journal with the end of its log; a log of other rows is not used. */
  #lostAfter(last: number): LostEnd | null {
    const { last: logged, written } = this.#log.found;
    const isOwn =
      logged === null || this.#statements.row.get(logged.sequence)?.hash === logged.hash;
    if (!isOwn || written > last) this.#log.replaceLater();
    if (written <= last) return null;
    const time = this.#statements.lastTime.get();
    const since = time === undefined ? null : nearestInstant(time);
    return { rows: written - last, since, kept_as: this.replaced?.kept_as ?? null };
  }

  /** A modified row is never sent: a person has to look at it. Returns how many there are. */
  #refuseChanged(genesis: string): number {
    const changed = [...this.#statements.unsent.iterate()].filter((row) => {
      const previous = row.sequence === 1 && genesis !== '' ? genesis : row.previous;
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
        this.#settling.acknowledge.run(storedAnswer(outcome.answer), sequence);
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
function storedAnswer(answer: string | null): string | null {
  return answer === null || answer.length > MAX_ANSWER ? null : answer;
}

function failedAppend(error: unknown): Extract<AppendResult, { kind: 'failed' }> {
  if (!(error instanceof Error)) throw error;
  const full = error instanceof Database.SqliteError && error.code === 'SQLITE_FULL';
  return { kind: 'failed', cause: full ? 'disk_full' : 'io_error', message: error.message };
}
