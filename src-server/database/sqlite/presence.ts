import BetterSqlite from 'better-sqlite3';
import { isBusy } from '../database-error.ts';

/** How long another process may be alone before we give up being counted. */
const ENTER_WAIT_MS = 5_000;

/** One process among those that share a file, for as long as it is not disposed. */
export interface Presence {
  /** Whether no other process was there. */
  readonly wasAlone: boolean;
  /** May be called twice. */
  readonly leave: () => void;
}

/**
 * Makes this process one of those that are present at `path`. Whoever comes alone runs `whenAlone` before anybody else can come. Presence
 * is a lock of the operating system, so it ends with its process, however that ends. Rejects with what the file system said.
 */
export async function enterPresence(
  path: string,
  whenAlone: () => Promise<void>,
): Promise<Presence> {
  const lock = new BetterSqlite(path, { timeout: 0 });
  try {
    const wasAlone = takeAlone(lock);
    try {
      if (wasAlone) await whenAlone();
    } finally {
      if (lock.inTransaction) lock.exec('rollback');
    }
    lock.pragma(`busy_timeout = ${ENTER_WAIT_MS}`);
    // A read that is never ended: the lock that any number may hold, and that keeps others from being alone.
    lock.exec('begin');
    lock.prepare('select count(*) from sqlite_schema').get();
    return { wasAlone, leave: () => lock.close() };
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** Keeps `path` for this process alone, by the same lock; null while another has it. */
export function enterAlone(path: string): Pick<Presence, 'leave'> | null {
  const lock = new BetterSqlite(path, { timeout: 0 });
  if (takeAlone(lock)) return { leave: () => lock.close() };
  lock.close();
  return null;
}

function takeAlone(lock: BetterSqlite.Database): boolean {
  try {
    lock.exec('begin exclusive');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}
