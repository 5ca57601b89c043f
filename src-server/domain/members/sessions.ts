import { createHash, randomBytes } from 'node:crypto';
import {
  FRESH_MINUTES,
  SESSION_DAYS,
  SESSION_IDLE_HOURS,
} from '../../../shared/console/session-calls.ts';
import {
  addMicros,
  MICROS_PER_DAY,
  MICROS_PER_HOUR,
  MICROS_PER_MINUTE,
  type Instant,
} from '../../../shared/instant.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import { lasts } from '../../rules/lasts.ts';
import {
  deleteConsoleSession,
  findConsoleSession,
  findConsoleSessionById,
  forgetEndedSessions,
  insertConsoleSession,
  listSessions,
  updateConsoleSession,
  type ConsoleSessionRow,
} from '../../store/access/console-sessions.ts';

export { addNonce } from '../../store/access/console-nonces.ts';
export { deleteConsoleSession as endSession } from '../../store/access/console-sessions.ts';
export { listSessions, type ConsoleSessionRow };

const SESSION_MICROS = SESSION_DAYS * MICROS_PER_DAY;
const IDLE_MICROS = SESSION_IDLE_HOURS * MICROS_PER_HOUR;
const FRESH_MICROS = FRESH_MINUTES * MICROS_PER_MINUTE;

/** Sessions of one account; a further one ends the oldest. */
const MAX_SESSIONS = 50;

export interface NewSession {
  readonly account_id: number;
  /** The thumbprint of the page's key. */
  readonly key_thumbprint: Buffer;
  readonly address: string;
  readonly agent: string;
  /** Whether what began it was both factors. */
  readonly isVerified: boolean;
}

/** Returns the token, which is stored nowhere. */
export async function beginSession(
  tx: WriteTransaction,
  { isVerified, address, agent, ...session }: NewSession,
): Promise<{ readonly token: string; readonly session: ConsoleSessionRow }> {
  const token = newToken();
  for (const ended of (await listSessions(tx, session.account_id)).slice(MAX_SESSIONS - 1)) {
    await deleteConsoleSession(tx, ended.id);
  }
  const row = await insertConsoleSession(tx, {
    token_hash: hashToken(token),
    ...session,
    address: address.slice(0, 60),
    agent: agent.slice(0, 200),
    created_at: tx.now,
    seen_at: tx.now,
    second_factor_at: isVerified ? tx.now : null,
  });
  return { token, session: row };
}

/** The session of a token while it lasts. */
export async function consoleSessionOf(
  tx: ReadTransaction,
  token: string,
): Promise<ConsoleSessionRow | undefined> {
  return lasting(tx, await findConsoleSession(tx, hashToken(token)));
}

/** By what a later transaction finds a session again. SQLite numbers the next row like the last one that was deleted. */
export interface SessionIdentity {
  readonly id: number;
  /** Microseconds. */
  readonly created_at: number;
}

/** The same session as a later transaction finds it; undefined once it has ended. */
export async function currentSession(
  tx: ReadTransaction,
  { id, created_at }: SessionIdentity,
): Promise<ConsoleSessionRow | undefined> {
  const found = await findConsoleSessionById(tx, id);
  return found?.created_at === created_at ? lasting(tx, found) : undefined;
}

function lasting(
  tx: ReadTransaction,
  session: ConsoleSessionRow | undefined,
): ConsoleSessionRow | undefined {
  if (session === undefined) return undefined;
  const isLasting =
    lasts(session.created_at, SESSION_MICROS, tx.now) &&
    lasts(session.seen_at, IDLE_MICROS, tx.now);
  return isLasting ? session : undefined;
}

function endsBefore(now: Instant) {
  return {
    created: addMicros(now, -SESSION_MICROS),
    seen: addMicros(now, -IDLE_MICROS),
  };
}

/** Written once a minute: idleness is counted in hours. */
export async function noteSeen(tx: WriteTransaction, session: ConsoleSessionRow): Promise<void> {
  if (session.seen_at > addMicros(tx.now, -MICROS_PER_MINUTE)) return;
  await updateConsoleSession(tx, session.id, { seen_at: tx.now });
}

/** Returns the token that the session has from now on: what was known of it before its second factor is worth nothing. */
export async function noteSecondFactor(tx: WriteTransaction, id: number): Promise<string> {
  const token = newToken();
  await updateConsoleSession(tx, id, {
    token_hash: hashToken(token),
    second_factor_at: tx.now,
    seen_at: tx.now,
  });
  return token;
}

/** Whether the second factor was shown within the last ten minutes. */
export function isFresh({ second_factor_at }: ConsoleSessionRow, now: Instant): boolean {
  return second_factor_at !== null && lasts(second_factor_at, FRESH_MICROS, now);
}

/** Deletes up to `limit`; returns how many. */
export function forgetSessions(tx: WriteTransaction, limit: number): Promise<number> {
  return forgetEndedSessions(tx, endsBefore(tx.now), limit);
}

function newToken(): string {
  return `gcst_${randomBytes(32).toString('base64url')}`;
}

/** SHA-256 is enough for 32 random bytes. */
function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
