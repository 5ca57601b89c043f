import pg from 'pg';
import { DatabaseError } from '../database-error.ts';

const { DatabaseError: ServerError } = pg;

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const UNIQUE_VIOLATION = '23505';
/** Classes 53 and 54 are disk full and out of memory, except this one. */
const TOO_MANY_CONNECTIONS = '53300';
/** The server is shutting down, has crashed, is starting, or closed a connection that was idle for too long. */
const GOING_AWAY = new Set(['25P03', '57P01', '57P02', '57P03', '57P05']);
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

/** Maps an error of PostgreSQL or of the connection to a `DatabaseError`; returns any other error unchanged. */
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

/** The transaction was rolled back because of a concurrent one: the same callback may succeed when it runs again. */
export function isConflict(error: unknown): boolean {
  return (
    error instanceof ServerError &&
    (error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK)
  );
}

/** A row with this key exists. If it was committed while the callback ran, the callback will find it when it runs again. */
export function isTaken(error: unknown): boolean {
  return error instanceof ServerError && error.code === UNIQUE_VIOLATION;
}

/** The connection or the server is gone. Whether a commit in progress took effect is unknown. */
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
