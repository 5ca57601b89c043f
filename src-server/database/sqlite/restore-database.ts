import {
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  linkSync,
  openSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { freeName } from '../../../src-files/look-for.ts';
import { preparePrivateFolder } from '../../../src-files/private-files.ts';
import { fillAtomically } from '../../../src-files/write-atomically.ts';
import type { OnCopied } from '../database.ts';
import { DatabaseError } from '../database-error.ts';
import { missingSteps } from '../migrations/migrations.ts';
import { copyPages } from './copy-pages.ts';
import { lockAlone } from './lock-alone.ts';
import { fromSqliteError, isOutOfSpace, isUnreadable } from './sqlite-error.ts';

const COMPANIONS = ['-wal', '-shm'];

/**
 * Replaces the database `file` by a copy that `backup` made. The previous database is kept beside it, whatever its state. No process may have the
 * database open, and none can open it in the meantime; an interruption or a full disk leaves one or the other in place.
 *
 * Phases: check the copy → lock the database exclusively and checkpoint its log → copy → keep the database under another name → replace it by the
 * copy.
 *
 * @returns where the earlier database is; null if there was none
 * @throws {DatabaseError} `database.unusable`, `database.newer_version`, `database.busy`, `database.full`
 */
export async function restoreDatabase(
  copy: string,
  file: string,
  onCopied?: OnCopied,
): Promise<string | null> {
  assertBackup(copy);
  // Only now: a name that is wrong leaves no folder behind.
  preparePrivateFolder(dirname(file));
  const owned = ownAlone(file);
  let kept: string | null = null;
  try {
    await fillAtomically(file, async (draft) => {
      await copyTo(draft, copy, onCopied);
      // Windows cannot rename an open file.
      if (process.platform === 'win32') owned?.close();
      kept = keepEarlier(file);
    });
  } finally {
    owned?.close();
  }
  return kept;
}

async function copyTo(draft: string, copy: string, onCopied?: OnCopied): Promise<void> {
  const source = openCopy(copy);
  try {
    await copyPages(source, draft, onCopied);
  } catch (error) {
    if (!isOutOfSpace(error)) throw error;
    const message = 'The disk is too full for what is to be restored; nothing was changed.';
    throw new DatabaseError('database.full', message, { cause: error });
  } finally {
    source.close();
  }
  assignToOwner(draft);
}

/** A file that root creates in the folder of the server's user must belong to that user, or the server could not open it. */
function assignToOwner(draft: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(draft));
  chownSync(draft, uid, gid);
}

/** Throws unless the file is a whole database of this program, of this version or an earlier one. */
function assertBackup(copy: string): void {
  const sqlite = openCopy(copy);
  try {
    const version = Number(sqlite.pragma('user_version', { simple: true }));
    const isOurs = sqlite
      .prepare("select 1 from sqlite_schema where type = 'table' and name = 'organisers'")
      .get();
    if (version === 0 || isOurs === undefined) throw noBackup(copy);
    missingSteps(version);
    const check = sqlite.pragma('quick_check(1)', { simple: true });
    if (check !== 'ok') throw damaged(copy, String(check));
  } catch (error) {
    if (!(error instanceof BetterSqlite.SqliteError)) throw error;
    if (error.code === 'SQLITE_NOTADB') throw noBackup(copy);
    if (/^SQLITE_(?:READONLY|CANTOPEN)/.test(error.code)) throw unopened(copy, error);
    throw damaged(copy, error.message, error);
  } finally {
    sqlite.close();
  }
}

/** Not read-only, because SQLite would then leave the log of an older version's copy beside it. */
function openCopy(path: string): BetterSqlite.Database {
  try {
    closeSync(openSync(path, 'r'));
    return new BetterSqlite(path, { fileMustExist: true });
  } catch (error) {
    throw unopened(path, error);
  }
}

function unopened(copy: string, error: unknown): DatabaseError {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  const message =
    code === 'ENOENT'
      ? `There is no file ${copy}.`
      : `${copy} cannot be opened (${String(code)}); make sure that this user may read it and write to its folder.`;
  return new DatabaseError('database.unusable', message, { cause: error });
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

/**
 * Locks the database exclusively until it is closed, and checkpoints its log. Returns null if there is none or it cannot be read, which is a reason
 * to restore a copy.
 */
function ownAlone(file: string): BetterSqlite.Database | null {
  if (!hasHeader(file)) return null;
  const sqlite = new BetterSqlite(file, { timeout: 0 });
  try {
    lockAlone(sqlite, file);
    // The last process to close a database deletes its log by name, which by then would be the copy's.
    sqlite.pragma('journal_mode = delete');
    sqlite.exec('begin exclusive');
    return sqlite;
  } catch (error) {
    sqlite.close();
    if (isUnreadable(error)) return null;
    throw fromSqliteError(error, file);
  }
}

const HEADER = Buffer.from('SQLite format 3\0');

/** SQLite deletes the log of a file that is not a database, so such a file must not be opened. */
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

/**
 * Keeps the previous database under another name. It stays in place until the copy replaces it; a log that could not be checkpointed is moved away.
 */
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
    // For a file system without hard links.
    copyFileSync(file, kept);
  }
}
