import pg from 'pg';
import { DatabaseError } from '../database-error.ts';

const { DatabaseError: ServerError } = pg;

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const UNIQUE_VIOLATION = '23505';
/** An earlier statement of the transaction has failed. */
const AFTER_FAILURE = '25P02';
/** A statement took longer than `statement_timeout`. */
const CANCELLED = '57014';
/** Classes 53 and 54 are disk full and out of memory, except this one. */
const TOO_MANY_CONNECTIONS = '53300';
/** The server is shutting down, has crashed, is starting, or closed a connection that was idle for too long. */
const GOING_AWAY = new Set(['25P03', '57P01', '57P02', '57P03', '57P05']);
/** It has become a standby, or was made read-only, as providers do with a full disk. */
const READ_ONLY = '25006';
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

/** Whether the server takes no writes, outside a read-only transaction. */
export const IS_READ_ONLY =
  "(pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean)";

export function readOnlyError(cause?: unknown): DatabaseError {
  const message = 'The database takes no writes: it is a standby, or was made read-only.';
  return new DatabaseError('database.unavailable', message, { cause });
}

/** Maps an error of PostgreSQL or of the connection to a `DatabaseError`; returns any other error unchanged. */
export function fromPostgresError(error: unknown): unknown {
  if (error instanceof DatabaseError) return error;
  if (isReadOnly(error)) return readOnlyError(error);
  if (isUnavailable(error)) return unavailable(error);
  if (!(error instanceof ServerError)) return error;
  const cause = { cause: error };
  if (error.code === CANCELLED) {
    const message = `The database took too long: ${wordsOf(error)}.`;
    return new DatabaseError('database.busy', message, cause);
  }
  if (isConflict(error)) return new DatabaseError('database.busy', 'The database is busy.', cause);
  if (error.code?.startsWith('53') === true) {
    return new DatabaseError('database.full', 'The database could not be written to disk.', cause);
  }
  return failed(error);
}

/** The same in a transaction that only reads: there a write is refused because the transaction is read-only. */
export function fromReadError(error: unknown): unknown {
  return isReadOnly(error) ? failed(error) : error;
}

function failed(cause: unknown): DatabaseError {
  return new DatabaseError('database.failed', `The database failed: ${wordsOf(cause)}.`, { cause });
}

/** The same for what happened before there was a connection: then any error but the server's own says that it cannot be reached. */
export function fromConnectError(error: unknown): unknown {
  return error instanceof ServerError ? fromPostgresError(error) : unavailable(error);
}

/** The message keeps the words of the server, of a pooler in front of it or of the system: only they say what to repair. */
export function unavailable(cause: unknown): DatabaseError {
  if (cause instanceof DatabaseError) return cause;
  const message = `The database cannot be reached: ${wordsOf(cause)}.`;
  return new DatabaseError('database.unavailable', message, { cause });
}

function wordsOf(error: unknown): string {
  // A name with several addresses gives an error for each, and no message of its own.
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map(wordsOf).join('; ');
  }
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
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

/** Says nothing but that an earlier statement of the same transaction has failed. */
export function isAfterFailure(error: unknown): boolean {
  return error instanceof ServerError && error.code === AFTER_FAILURE;
}

function isReadOnly(error: unknown): boolean {
  return error instanceof ServerError && error.code === READ_ONLY;
}

/** The connection or the server is gone, or leads to no primary. Whether a commit in progress took effect is unknown. */
export function isUnavailable(error: unknown): boolean {
  if (isReadOnly(error)) return true;
  if (error instanceof ServerError) {
    const { code = '' } = error;
    return code.startsWith('08') || code === TOO_MANY_CONNECTIONS || GOING_AWAY.has(code);
  }
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseError) return error.code === 'database.unavailable';
  if ('code' in error && typeof error.code === 'string' && SOCKET_ERRORS.has(error.code))
    return true;
  return /^(?:Connection terminated|Client (?:has encountered a connection error|was closed))/.test(
    error.message,
  );
}
