export type DatabaseErrorCode =
  /** Another process held a lock for longer than the wait limit. Nothing was written. */
  | 'database.busy'
  /** Another write holds the lock that this write needs. Nothing was written. */
  | 'database.locked'
  /** The disk is full. Nothing of the transaction was written; later writes may succeed. */
  | 'database.full'
  /** The database server cannot be reached. Whether a commit in progress took effect is unknown. */
  | 'database.unavailable'
  | 'database.closed'
  /** Another server runs on the data folder. */
  | 'database.served'
  /** The database was written by a newer version. */
  | 'database.newer_version'
  /** Not a database of this program. */
  | 'database.unusable'
  | 'database.unsupported'
  | 'database.failed';

/** The database rejected an operation; nothing of it took effect. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: DatabaseErrorCode;

  constructor(code: DatabaseErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Whether SQLite or the system had no space left, where no database of ours says so: for temporary files. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === 'SQLITE_FULL' || error.code === 'ENOSPC';
}

export function closedError(): DatabaseError {
  return new DatabaseError('database.closed', 'The database is closed.');
}
