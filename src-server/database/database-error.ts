import Database from 'better-sqlite3';

const { SqliteError } = Database;

export type DatabaseErrorCode =
  /** Another process held the write lock for longer than we wait. Nothing was written. */
  | 'database.busy'
  /** No room on the disk. Nothing of the transaction was written; later writes may succeed. */
  | 'database.full'
  | 'database.closed'
  /** The file was written by a newer version, or is no database of ours. */
  | 'database.newer_version'
  | 'database.unusable'
  | 'database.unsupported'
  | 'database.failed';

/** The database could not do what it was asked, and did none of it. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: DatabaseErrorCode;

  constructor(code: DatabaseErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** What SQLite reported, in our words; errors of the domain pass through unchanged. `file`: as a person finds it. */
export function describeDatabaseError(error: unknown, file = 'server.db'): unknown {
  if (!(error instanceof SqliteError)) return error;
  const cause = { cause: error };
  if (isBusy(error)) return new DatabaseError('database.busy', 'The database is busy.', cause);
  if (error.code === 'SQLITE_NOTADB') {
    const message = `${file} is no database of this program. ${restoreIt(file)}`;
    return new DatabaseError('database.unusable', message, cause);
  }
  if (error.code.startsWith('SQLITE_CORRUPT')) {
    const message = `${file} is damaged (${error.message}). ${restoreIt(file)}`;
    return new DatabaseError('database.failed', message, cause);
  }
  if (/^SQLITE_(CANTOPEN|READONLY|PERM)/.test(error.code)) {
    const message = `${file} cannot be opened to be written (${error.message}). Make sure that this user may write it and its folder.`;
    return new DatabaseError('database.failed', message, cause);
  }
  if (error.code === 'SQLITE_FULL' || error.code.startsWith('SQLITE_IOERR')) {
    return new DatabaseError('database.full', 'The database could not be written to disk.', cause);
  }
  return new DatabaseError('database.failed', `The database failed: ${error.message}.`, cause);
}

/** What to do about a database that cannot be used. */
export function restoreIt(file: string): string {
  return `Put a copy that "gatehouse backup" made in its place; or move ${file} away, with its -wal and -shm files, to begin with an empty database.`;
}

export function isSqliteError(error: unknown): boolean {
  return error instanceof SqliteError;
}

export function isBusy(error: unknown): boolean {
  return (
    error instanceof SqliteError &&
    (error.code.startsWith('SQLITE_BUSY') || error.code === 'SQLITE_LOCKED')
  );
}
