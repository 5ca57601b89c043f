import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { freeName } from '../../../../src-files/look-for.ts';
import type { Journal } from '../../../ports/journal.ts';
import type { Logger } from '../../../ports/system.ts';
import { JournalMark, markPathOf } from './journal-mark.ts';
import { entryParameters } from './journal-rows.ts';
import { journalMigrations, type JournalRow } from './journal-schema.ts';
import { prepareJournal } from './journal-statements.ts';
import { migrateJournal } from './migrate-journal.ts';
import {
  assertWritable,
  isConstraint,
  isDamage,
  isSound,
  openStationDatabase,
} from '../open-database.ts';
import { recoverJournal, type RecoveredJournal } from './recover-journal.ts';
import { DATABASE_FILES, isIrregular, quarantine, quarantineIrregular } from '../quarantine.ts';
import { SqliteJournal } from './sqlite-journal.ts';

/**
 * Opens the journal, or begins one, depending on what is found at `path`:
 * - nothing, or a sound file: it is opened, and its schema is migrated.
 * - `shortened`: SQLite would read its write-ahead log only in part, and overwrite the rest. A copy is kept, and the rows in the copy are
 * appended.
 * - `unusable`: every recoverable row is written to `journal.db.next` with its own sequence and upload state, so that nothing unsent
 * remains in a file that nobody opens. Then the damaged file is quarantined, unchanged, and the new one replaces it. A crash between the
 * two leaves no journal at `path`; the next start completes the replacement.
 *
 * If the end of a journal is missing all the same, `journal.mark` says how far it went.
 */
export function openJournal(path: string, logger?: Logger): Journal {
  finishReplacement(path);
  quarantineIrregular(`${path}-journal`); // Useless to this journal, and SQLite would read it.
  const mark = new JournalMark(markPathOf(path), logger);
  try {
    const written = mark.before?.sequence ?? 0;
    const found = lookAt(path, written);
    const shortened = found === 'shortened' ? keepCopy(path) : null;
    const database = found === 'unusable' ? null : openSound(path);
    if (database === null) return replaceDamaged(path, mark);
    return closedOnError(database, () => {
      if (shortened !== null) takeInEnd(database, shortened, written);
      return new SqliteJournal(database, mark, { replaced: null, keptAs: shortened });
    });
  } catch (error) {
    mark.close();
    throw error;
  }
}

function replaceDamaged(path: string, mark: JournalMark): Journal {
  const recovered = buildNext(path, mark.before?.genesis ?? null);
  const keptAs = quarantine(path, 'damaged');
  renameSync(nextOf(path), path);
  const fresh = openStationDatabase(path, { synchronous: 'FULL' });
  return closedOnError(
    fresh,
    () => new SqliteJournal(fresh, mark, { replaced: { kept_as: keptAs, recovered }, keptAs }),
  );
}

function closedOnError<Value>(database: Database.Database, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The new journal is complete on disk before the damaged one is moved: neither a crash nor a full disk loses a row. */
function buildNext(path: string, knownGenesis: string | null): number {
  const recovered = recoverJournal(path);
  const next = nextOf(path);
  for (const suffix of ['', '-wal', '-shm']) rmSync(next + suffix, { force: true });
  const fresh = openStationDatabase(next, { synchronous: 'FULL' });
  try {
    migrateJournal(fresh, journalMigrations);
    return fillNew(fresh, recovered, knownGenesis);
  } finally {
    fresh.close();
  }
}

/**
 * A run ended between the two renames: the damaged file is quarantined, perhaps without its WAL, and the new one is still to replace it.
 */
function finishReplacement(path: string): void {
  if (existsSync(path) || !existsSync(nextOf(path))) return;
  quarantine(path, 'damaged');
  renameSync(nextOf(path), path);
}

function nextOf(path: string): string {
  return `${path}.next`;
}

/**
 * SQLite silently discards rows: it deletes a write-ahead log whose database is missing or empty, and reads a log up to the first error and
 * overwrites the rest. So the files are examined before they are opened for writing. `written`: the newest sequence that is known to have
 * existed.
 */
function lookAt(path: string, written: number): 'openable' | 'shortened' | 'unusable' {
  if (isNoFile(path) || isIrregular(`${path}-wal`) || isIrregular(`${path}-shm`)) return 'unusable';
  if (sizeOf(`${path}-wal`) === 0) return 'openable';
  if (sizeOf(path) === 0) return 'unusable';
  const last = lastReadable(path);
  if (last === null || last >= written) return 'openable';
  return last === 0 ? 'unusable' : 'shortened';
}

/** A folder or a pipe. A dangling link may lead to a disk that is not mounted: no new journal replaces that one. */
function isNoFile(path: string): boolean {
  return !(statSync(path, { throwIfNoEntry: false })?.isFile() ?? true);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function keepCopy(path: string): string {
  const keptAs = freeName(`${path}.shortened`, DATABASE_FILES);
  for (const suffix of ['', '-wal']) copyFileSync(path + suffix, keptAs + suffix);
  return keptAs;
}

/** The last sequence that SQLite finds, 0 if there is none; null if it meets damage, which opening the journal will meet too. */
function lastReadable(path: string): number | null {
  try {
    const database = openStationDatabase(path, { synchronous: 'FULL', readonly: true });
    try {
      const isBegun = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'entries'").get();
      if (isBegun === undefined) return 0;
      return database.prepare<[], number>('SELECT max(sequence) FROM entries').pluck().get() ?? 0;
    } finally {
      database.close();
    }
  } catch (error) {
    if (error instanceof Database.SqliteError) return null;
    throw error;
  }
}

/** Appends the copy's rows that SQLite did not find, as far as they are known to have been written. */
function takeInEnd(database: Database.Database, copy: string, until: number): void {
  const statements = prepareJournal(database);
  const last = statements.last.get()?.sequence ?? 0;
  const { rows } = recoverJournal(copy);
  const end = rows.filter(({ sequence }) => sequence > last && sequence <= until);
  database.transaction(() => end.forEach((row) => putRow(statements, row))).immediate();
}

/** Null if the file is damaged; any other error is thrown. */
function openSound(path: string): Database.Database | null {
  let database: Database.Database | null = null;
  try {
    database = openStationDatabase(path, { synchronous: 'FULL' });
    if (!isSound(database)) throw new UnsoundError();
    migrateJournal(database, journalMigrations);
    assertWritable(database, 'entries');
    beginChain(database);
    return database;
  } catch (error) {
    database?.close();
    if (isDamage(error) || error instanceof UnsoundError) return null;
    throw error;
  }
}

class UnsoundError extends Error {}

/** Does nothing to a journal that has begun. One with rows but without the beginning of its chain has lost it: no new one would fit. */
function beginChain(database: Database.Database): void {
  const statements = prepareJournal(database);
  if (statements.chain.get() !== undefined) return;
  const isNew = statements.last.get() === undefined;
  statements.begin.run(isNew ? randomBytes(32).toString('hex') : '', 1);
}

/**
 * Fills a new journal with recovered rows. They keep their original hashes, so that missing or modified rows are detected in this journal
 * as in the old one. Returns the number of rows.
 */
function fillNew(
  database: Database.Database,
  { start, rows }: RecoveredJournal,
  knownGenesis: string | null,
): number {
  const statements = prepareJournal(database);
  return database
    .transaction(() => {
      if (rows.length === 0) beginChain(database);
      else statements.begin.run(start?.genesis ?? knownGenesis ?? '', start?.first_sequence ?? 1);
      return rows.filter((row) => putRow(statements, row)).length;
    })
    .immediate();
}

/** An unintelligible row stays in the quarantined file; it must not prevent the others from being recovered. */
function putRow(statements: ReturnType<typeof prepareJournal>, row: JournalRow): boolean {
  try {
    statements.insert.run(...entryParameters(row, row.hash, row));
    return true;
  } catch (error) {
    if (isConstraint(error)) return false;
    throw error;
  }
}
