import pg from 'pg';
import { DatabaseError } from '../database-error.ts';

const { DatabaseError: ServerError } = pg;

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
/** Disk full, out of memory, too many connections: classes 53 and 54 but for the last. */
const TOO_MANY_CONNECTIONS = '53300';
/** The server is shutting down, crashed or still starting. */
const GOING_AWAY = new Set(['57P01', '57P02', '57P03', '57P05']);
const SOCKET_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** What PostgreSQL or the way to it reported, as a `DatabaseError`; any other error as it is. */
export function fromPostgresError(error: unknown): unknown {
  if (isUnavailable(error)) {
    return new DatabaseError('database.unavailable', 'The database cannot be reached.', {
      cause: error,
    });
  }
  if (!(error instanceof ServerError)) return error;
  const cause = { cause: error };
  if (isConflict(error)) return new DatabaseError('database.busy', 'The database is busy.', cause);
  if (error.code?.startsWith('53') === true) {
    return new DatabaseError('database.full', 'The database could not be written to disk.', cause);
  }
  return new DatabaseError('database.failed', `The database failed: ${error.message}.`, cause);
}

/** Rolled back for another transaction's sake: the same callback may succeed when it runs again. */
export function isConflict(error: unknown): boolean {
  return (
    error instanceof ServerError &&
    (error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK)
  );
}

/** The connection or the server is gone. Whether a commit that was under way counted is not known. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof ServerError) {
    const { code = '' } = error;
    return code.startsWith('08') || code === TOO_MANY_CONNECTIONS || GOING_AWAY.has(code);
  }
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && SOCKET_ERRORS.has(error.code))
    return true;
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
    error.message,
  );
}
