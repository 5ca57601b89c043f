import type { ReadTransaction } from '../database/transaction.ts';
import { currentSession, isFresh, type ConsoleSessionRow } from '../domain/members/sessions.ts';
import type { ConsoleContext } from './console-context.ts';
import { ConsoleError } from './console-error.ts';

/** The session of the request as this transaction finds it. Throws `session.required`. */
export async function requireConsoleSession(
  tx: ReadTransaction,
  { session }: Pick<ConsoleContext, 'session'>,
): Promise<ConsoleSessionRow> {
  const current = session === null ? undefined : await currentSession(tx, session);
  if (current === undefined) throw new ConsoleError('session.required');
  return current;
}

/** Throws `session.second_factor_required`. */
export async function requireVerified(
  tx: ReadTransaction,
  context: Pick<ConsoleContext, 'session'>,
): Promise<ConsoleSessionRow> {
  const session = await requireConsoleSession(tx, context);
  if (session.second_factor_at === null) throw new ConsoleError('session.second_factor_required');
  return session;
}

/** Throws `session.second_factor_stale` as well. */
export async function requireFresh(
  tx: ReadTransaction,
  context: Pick<ConsoleContext, 'session'>,
): Promise<ConsoleSessionRow> {
  const session = await requireVerified(tx, context);
  if (!isFresh(session, tx.now)) throw new ConsoleError('session.second_factor_stale');
  return session;
}
