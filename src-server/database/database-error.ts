export type DatabaseErrorCode =
  /** Another process held a lock for longer than we wait. Nothing was written. */
  | 'database.busy'
  /** No room on the disk. Nothing of the transaction was written; later writes may succeed. */
  | 'database.full'
  /** The database server cannot be reached; whether a write that was under way counted is not known. */
  | 'database.unavailable'
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

/** Throws if the schema is newer than the newest that this program knows. */
export function refuseNewer(version: number, newest: number): void {
  if (version <= newest) return;
  throw new DatabaseError(
    'database.newer_version',
    `This database was written by a newer version (schema ${version}; this version knows ${newest}). Use that version to open it.`,
  );
}
