import { randomBytes } from 'node:crypto';
import { renameSync, rmSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { isThere } from '../../../../src-files/look-for.ts';
import type { Journal } from '../../../ports/journal.ts';
import type { Logger } from '../../../ports/system.ts';
import { JournalLog } from './journal-log.ts';
import { entryParameters, firstUpload } from './journal-rows.ts';
import { JOURNAL_VERSION, journalTables, type JournalRow } from './journal-schema.ts';
import { prepareJournal } from './journal-statements.ts';
import { logPathOf } from './log-lines.ts';
import {
  assertWritable,
  isConstraint,
  isDamage,
  isSound,
  openStationDatabase,
} from '../open-database.ts';
import { recoverJournal, sharesChain, type RecoveredJournal } from './recover-journal.ts';
import { DATABASE_FILES, isIrregular, quarantine, quarantineIrregular } from '../quarantine.ts';
import { JournalVersionError } from './journal-version-error.ts';
import { SqliteJournal } from './sqlite-journal.ts';

/**
 * Opens the journal, or begins one. A damaged file, or one without rows that its log has, is replaced: every row of either is written to
 * `journal.db.next` with its own sequence, so that nothing unsent remains in a file that nobody opens. Then the file is quarantined,
 * unchanged, and the new one replaces it. A crash between the two leaves no journal at `path`; the next start completes the replacement.
 */
export function openJournal(path: string, logger?: Logger): Journal {
  finishReplacement(path);
  quarantineIrregular(`${path}-journal`); // Useless to this journal, and SQLite would read it.
  const log = new JournalLog(logPathOf(path), logger);
  try {
    const sound = isUsable(path, log) ? openSound(path) : null;
    const replaced = sound === null ? replaceJournal(path, log) : null;
    const database = sound ?? openToWrite(path);
    try {
      return new SqliteJournal(database, log, replaced);
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    log.close();
    throw error;
  }
}

/**
 * SQLite silently discards rows: it deletes a write-ahead log whose database is missing or empty, and reads a log up to the first error and
 * overwrites the rest. So the files are examined before they are opened for writing.
 */
function isUsable(path: string, log: JournalLog): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  // A dangling link may lead to a disk that is not mounted: no new journal replaces that one, and opening it fails.
  if (found === undefined && isThere(path)) return true;
  if (found?.isFile() === false || isIrregular(`${path}-wal`) || isIrregular(`${path}-shm`)) {
    return false;
  }
  if (sizeOf(path) === 0) return sizeOf(`${path}-wal`) === 0 && log.found.last === null;
  if (sizeOf(path) < SMALLEST_PAGE) return false;
  try {
    const database = new Database(path, { readonly: true, timeout: 5_000 });
    try {
      return hasTables(database) ? !isBehind(database, log) : log.found.last === null;
    } finally {
      database.close();
    }
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  }
}

/** What is left of a file that was cut below it, SQLite takes for a new database. */
const SMALLEST_PAGE = 512;

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** @throws JournalVersionError */
function hasTables(database: Database.Database): boolean {
  const version = Number(database.pragma('user_version', { simple: true }));
  if (version === JOURNAL_VERSION) return true;
  const hasNone = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
  if (version === 0 && hasNone) return false;
  throw new JournalVersionError(database.name, { found: version, known: JOURNAL_VERSION });
}

function isBehind(database: Database.Database, log: JournalLog): boolean {
  const { genesis, last, hashes } = prepareJournal(database);
  const logged = log.found.last?.sequence ?? 0;
  if (logged <= (last.get()?.sequence ?? 0)) return false;
  return sharesChain(log.read().rows, genesis.get() ?? null, hashes.all());
}

function replaceJournal(path: string, log: JournalLog): NonNullable<Journal['replaced']> {
  const recovered = buildNext(path, recoverJournal(path, log));
  const isLost = DATABASE_FILES.every((suffix) => !isThere(path + suffix));
  const kept_as = isLost ? log.path : quarantine(path, 'damaged');
  renameSync(nextOf(path), path);
  return { kept_as, recovered };
}

/** The new journal is complete on disk before the damaged one is moved: neither a crash nor a full disk loses a row. */
function buildNext(path: string, recovered: RecoveredJournal): number {
  const next = nextOf(path);
  for (const suffix of DATABASE_FILES) rmSync(next + suffix, { force: true });
  const fresh = openStationDatabase(next, { synchronous: 'FULL' });
  try {
    return fillNew(fresh, recovered);
  } finally {
    fresh.close();
  }
}

/**
 * A run ended between the two renames: the damaged file is quarantined, perhaps without its WAL, and the new one is still to replace it.
 */
function finishReplacement(path: string): void {
  if (isThere(path) || !isThere(nextOf(path))) return;
  quarantine(path, 'damaged');
  renameSync(nextOf(path), path);
}

function nextOf(path: string): string {
  return `${path}.next`;
}

/** Null if the file is damaged. The check needs a connection that may write: without that right SQLite knows no constraints. */
function openSound(path: string): Database.Database | null {
  try {
    const database = openToWrite(path);
    if (isSound(database)) return database;
    database.close();
    return null;
  } catch (error) {
    if (isDamage(error)) return null;
    throw error;
  }
}

function openToWrite(path: string): Database.Database {
  const database = openStationDatabase(path, { synchronous: 'FULL' });
  try {
    if (hasTables(database)) assertWritable(database, 'entries');
    else database.transaction(() => database.exec(journalTables)).immediate();
    beginChain(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Does nothing to a journal that has begun. One with rows but without the beginning of its chain has lost it: no new one would fit. */
function beginChain(database: Database.Database): void {
  const { genesis, last, begin } = prepareJournal(database);
  if (genesis.get() !== undefined) return;
  begin.run(last.get() === undefined ? randomBytes(32).toString('hex') : '');
}

/**
 * Fills a new journal with recovered rows. They keep their original hashes, so that missing or modified rows are detected in this journal
 * as in the old one. Returns the number of rows.
 */
function fillNew(database: Database.Database, { genesis, rows }: RecoveredJournal): number {
  return database
    .transaction(() => {
      database.exec(journalTables);
      const statements = prepareJournal(database);
      if (rows.length === 0) beginChain(database);
      else statements.begin.run(genesis);
      const isPut = (row: JournalRow) =>
        putRow(statements, row) || putRow(statements, { ...row, ...firstUpload(row.kind) });
      return rows.filter(isPut).length;
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
