import { renameSync, statSync, truncateSync } from 'node:fs';
import Database from 'better-sqlite3';
import { freeName, isThere } from '../../../src-files/free-name.ts';
import { isDamage } from './open-database.ts';

/** The station's directory is open in another process. */
export class StationOpenError extends Error {
  readonly code = 'station.already_open';
  constructor() {
    super('expected to be the only station on this data directory; another process has it open');
    this.name = 'StationOpenError';
  }
}

/**
 * Holds a station's directory for this process. Returns the function that lets go.
 * @throws {StationOpenError} when another process holds it, and only then.
 */
export function lockStation(path: string): () => void {
  const release = lockFile(path);
  if (release === null) throw new StationOpenError();
  return release;
}

/**
 * Takes the lock that a file stands for. Returns the function that lets go, or null while another process holds it. The lock is the
 * operating system's, so a killed process leaves none behind. The file itself stays.
 */
export function lockFile(path: string): (() => void) | null {
  quarantineUnlockable(path);
  try {
    return lock(path);
  } catch (error) {
    if (!isDamage(error)) throw error;
    // Nobody holds a file that could be read and is no lock. Emptied in place: a process that does the same meets this one's lock.
    truncateSync(path);
    return lock(path);
  }
}

/** A folder, a pipe or a link that leads nowhere can be locked by nobody, and holds nothing that this file should. */
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
    if (isHeld(error)) return null;
    throw error;
  }
}

function isHeld(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
}
