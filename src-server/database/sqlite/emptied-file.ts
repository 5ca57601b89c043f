import { statSync } from 'node:fs';
import { DatabaseError } from '../database-error.ts';
import { restoreHint } from './sqlite-error.ts';

/** A database that another process is creating right now is empty for a few milliseconds. */
const LOOKS = 20;
const LOOK_AGAIN_MS = 50;

/**
 * Refuses a database that held data and is now empty or gone. SQLite would create a new one and delete the write-ahead log, and the server
 * would turn away every station, because it would know none of them.
 *
 * @throws {DatabaseError} `database.unusable`
 */
export function assertNotEmptied(file: string): void {
  for (let look = 0; sizeOf(file) === 0; look += 1) {
    if (look === LOOKS) {
      throw new DatabaseError('database.unusable', `${file} is empty. ${restoreHint(file)}`);
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN_MS);
  }
  if (sizeOf(file) === null && (sizeOf(`${file}-wal`) ?? 0) > 0) {
    const message = `${file} is missing, and its log ${file}-wal is there. ${restoreHint(file)}`;
    throw new DatabaseError('database.unusable', message);
  }
}

/** Null if there is no such file. */
function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}
