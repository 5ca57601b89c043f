import {
  closeSync,
  copyFileSync,
  existsSync,
  linkSync,
  openSync,
  readSync,
  renameSync,
} from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import { freeName } from '../../../src-files/look-for.ts';
import { fillAtomically } from '../../../src-files/write-atomically.ts';
import { DatabaseError, refuseNewer } from '../database-error.ts';
import { migrations } from '../migrations/migrations.ts';
import { isBusy } from './sqlite-error.ts';

const COMPANIONS = ['-wal', '-shm'];

/**
 * Puts a copy that `backup` made in the place of the database `file`. What was there is kept beside it, whatever its state. Nobody may
 * have the database open; an interruption leaves the one or the other.
 *
 * Phases: check the copy → own the database alone, and empty its log into it → keep it under another name → put the copy in place.
 *
 * @returns where the earlier database is; null if there was none
 * @throws {DatabaseError} `database.unusable`, `database.newer_version`, `database.busy`
 */
export async function restoreDatabase(copy: string, file: string): Promise<string | null> {
  assertBackup(copy);
  assertUnused(file);
  const kept = keepEarlier(file);
  await fillAtomically(file, async (draft) => {
    const source = new BetterSqlite(copy, { readonly: true, fileMustExist: true });
    try {
      await source.backup(draft);
    } finally {
      source.close();
    }
  });
  return kept;
}

/** Throws unless the file is a whole database of this program, of this version or an earlier one. */
function assertBackup(copy: string): void {
  const sqlite = openOrNull(copy);
  if (sqlite === null) throw noBackup(copy);
  try {
    const version = Number(sqlite.pragma('user_version', { simple: true }));
    const isOurs = sqlite
      .prepare("select 1 from sqlite_schema where type = 'table' and name = 'organisers'")
      .get();
    if (version === 0 || isOurs === undefined) throw noBackup(copy);
    refuseNewer(version, migrations.length);
    const check = sqlite.pragma('quick_check(1)', { simple: true });
    if (check !== 'ok') throw damaged(copy, String(check));
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    if (error instanceof BetterSqlite.SqliteError && error.code === 'SQLITE_NOTADB') {
      throw noBackup(copy);
    }
    throw damaged(copy, error instanceof Error ? error.message : 'it cannot be read', error);
  } finally {
    sqlite.close();
  }
}

function openOrNull(path: string): BetterSqlite.Database | null {
  try {
    return new BetterSqlite(path, { readonly: true, fileMustExist: true });
  } catch {
    return null;
  }
}

function noBackup(copy: string): DatabaseError {
  return new DatabaseError(
    'database.unusable',
    `${copy} is not a copy that "gatehouse backup" made.`,
  );
}

function damaged(copy: string, what: string, cause?: unknown): DatabaseError {
  return new DatabaseError('database.unusable', `${copy} is damaged (${what}); use another copy.`, {
    cause,
  });
}

/** Throws while any process has the database open. Empties its log into it, if it can be read at all. */
function assertUnused(file: string): void {
  if (!hasHeader(file)) return;
  const sqlite = new BetterSqlite(file, { timeout: 0 });
  try {
    sqlite.pragma('locking_mode = exclusive');
    sqlite.exec('begin exclusive; commit');
    sqlite.pragma('wal_checkpoint(truncate)');
  } catch (error) {
    // Whatever else is wrong with it is why a copy is to take its place.
    if (!isBusy(error)) return;
    throw new DatabaseError(
      'database.busy',
      `A program is using ${file}. Stop the server, and Gatehouse's app if it runs the server, then try again.`,
      { cause: error },
    );
  } finally {
    sqlite.close();
  }
}

const HEADER = Buffer.from('SQLite format 3\0');

/** SQLite deletes the log of a file that is no database: such a file is not to be opened. */
function hasHeader(file: string): boolean {
  if (!existsSync(file)) return false;
  const handle = openSync(file, 'r');
  try {
    const start = Buffer.alloc(HEADER.length);
    readSync(handle, start, 0, HEADER.length, 0);
    return start.equals(HEADER);
  } finally {
    closeSync(handle);
  }
}

/** Gives what is there another name: the database stays in place until the copy replaces it, its log must be gone before. */
function keepEarlier(file: string): string | null {
  const kept = freeName(`${file}.replaced`, ['', ...COMPANIONS]);
  const isThere = existsSync(file);
  if (isThere) keepUnder(file, kept);
  const logs = COMPANIONS.filter((suffix) => existsSync(`${file}${suffix}`));
  for (const suffix of logs) renameSync(`${file}${suffix}`, `${kept}${suffix}`);
  return isThere || logs.length > 0 ? kept : null;
}

function keepUnder(file: string, kept: string): void {
  try {
    linkSync(file, kept);
  } catch {
    // A file system without links.
    copyFileSync(file, kept);
  }
}
