import Database from 'better-sqlite3';
import { DatabaseError } from '../database-error.ts';

const { SqliteError } = Database;

/** Maps an error of SQLite to a `DatabaseError`; returns any other error unchanged. `file` is the name that people know it by. */
export function fromSqliteError(error: unknown, file = 'server.db'): unknown {
  if (!(error instanceof SqliteError)) return error;
  const cause = { cause: error };
  if (isBusy(error)) return new DatabaseError('database.busy', 'The database is busy.', cause);
  if (error.code === 'SQLITE_NOTADB') {
    const message = `${file} is not a Gatehouse database. ${restoreHint(file)}`;
    return new DatabaseError('database.unusable', message, cause);
  }
  if (error.code.startsWith('SQLITE_CORRUPT')) {
    const message = `${file} is damaged (${error.message}). ${restoreHint(file)}`;
    return new DatabaseError('database.failed', message, cause);
  }
  if (/^SQLITE_(CANTOPEN|READONLY|PERM)/.test(error.code)) {
    const message = `${file} cannot be opened to be written (${error.message}). Make sure that this user may write it and its folder.`;
    return new DatabaseError('database.failed', message, cause);
  }
  if (isOutOfSpace(error)) {
    const message = 'The database could not be written to disk: is the disk full?';
    return new DatabaseError('database.full', message, cause);
  }
  return new DatabaseError('database.failed', `The database failed: ${error.message}.`, cause);
}

/** Advice for a file that cannot be used. */
export function restoreHint(file: string): string {
  return `Put a copy that "gatehouse backup" made in its place; or move ${file} away, with its -wal and -shm files, to begin with an empty database.`;
}

export function isBusy(error: unknown): boolean {
  return (
    error instanceof SqliteError &&
    (error.code.startsWith('SQLITE_BUSY') || error.code === 'SQLITE_LOCKED')
  );
}

/** SQLite does not tell a full disk from one that fails. */
export function isOutOfSpace(error: unknown): boolean {
  return error instanceof SqliteError && /^SQLITE_(?:FULL|IOERR)/.test(error.code);
}

export function isUnreadable(error: unknown): boolean {
  return error instanceof SqliteError && /^SQLITE_(?:CORRUPT|NOTADB|IOERR)/.test(error.code);
}
