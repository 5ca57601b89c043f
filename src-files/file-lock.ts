import { renameSync, statSync, truncateSync } from 'node:fs';
import Database from 'better-sqlite3';
import { freeName, isThere } from './look-for.ts';

/**
 * Takes the lock represented by a file. Returns a function that releases it, or null if another process still holds it after `waitMs`.
 *
 * States: free → held → free. The operating system holds the lock, so a killed process leaves none behind. The file itself stays.
 */
export function lockFile(path: string, waitMs = 0): (() => void) | null {
  quarantineUnlockable(path);
  try {
    return lock(path, waitMs);
  } catch (error) {
    if (!isFailure(error, /^SQLITE_(?:CORRUPT|NOTADB)/)) throw error;
    // Nobody holds a file that is readable but not a lock. It is truncated in place: a process that does the same meets this one's lock.
    truncateSync(path);
    return lock(path, waitMs);
  }
}

/** Whether somebody holds it now, or that cannot be told. Whoever takes it while somebody asks should wait a moment for the answer. */
export function isLocked(path: string): boolean {
  try {
    if (!isThere(path)) return false;
    const database = new Database(path, { readonly: true, timeout: 0 });
    try {
      database.pragma('schema_version');
      return false;
    } finally {
      database.close();
    }
  } catch {
    return true;
  }
}

/** A folder, a pipe or a dangling link cannot be locked, and holds nothing that this file should. */
function quarantineUnlockable(path: string): void {
  const isUsable = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  if (!isUsable && isThere(path)) renameSync(path, freeName(`${path}.damaged`));
}

function lock(path: string, waitMs: number): (() => void) | null {
  const database = new Database(path, { timeout: waitMs });
  try {
    database.pragma('locking_mode = EXCLUSIVE');
    database.exec('BEGIN EXCLUSIVE');
    return () => database.close();
  } catch (error) {
    database.close();
    if (isFailure(error, /^SQLITE_BUSY/)) return null;
    throw error;
  }
}

function isFailure(error: unknown, code: RegExp): boolean {
  return error instanceof Database.SqliteError && code.test(error.code);
}
