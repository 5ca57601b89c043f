import BetterSqlite from 'better-sqlite3';
import type { Lock } from '../database.ts';
import { isBusy } from './sqlite-error.ts';

/** Takes the exclusive lock of the file at `path`, which the operating system ends with the process; null while another has it. */
export function tryFileLock(path: string): Lock | null {
  const lock = new BetterSqlite(path, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
    return { isHeld: () => lock.open, release: async () => void lock.close() };
  } catch (error) {
    lock.close();
    if (isBusy(error)) return null;
    throw error;
  }
}
