export type DatabaseErrorCode =
  /** Another process held a lock for longer than we wait. Nothing was written. */
  | 'database.busy'
  /** No room on the disk. Nothing of the transaction was written; later writes may succeed. */
  | 'database.full'
  | 'database.closed'
  /** The database was written by a newer version. */
  | 'database.newer_version'
  /** It is no database of ours. */
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

export function closedError(): DatabaseError {
  return new DatabaseError('database.closed', 'The database is closed.');
}
