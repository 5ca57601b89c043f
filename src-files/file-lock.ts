import { renameSync, statSync, truncateSync } from 'node:fs';
import Database from 'better-sqlite3';
import { freeName, isThere } from './look-for.ts';

/**
 * Takes the lock represented by a file. Returns a function that releases it, or null while another process holds it.
 *
 * States: free → held → free. The operating system holds the lock, so a killed process leaves none behind. The file itself stays.
 */
export function lockFile(path: string): (() => void) | null {
  quarantineUnlockable(path);
  try {
    return lock(path);
  } catch (error) {
    if (!isFailure(error, /^SQLITE_(?:CORRUPT|NOTADB)/)) throw error;
    // Nobody holds a file that is readable but not a lock. It is truncated in place: a process that does the same meets this one's lock.
    truncateSync(path);
    return lock(path);
  }
}

/** A folder, a pipe or a dangling link cannot be locked, and holds nothing that this file should. */
function quarantineUnlockable(path: string): void {
  const isUsable = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  if (!isUsable && isThere(path)) renameSync(path, freeName(`${path}.damaged`));
}

function lock(path: string): (() => void) | null {
  const database = new Database(path, { timeout: 0 });
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
