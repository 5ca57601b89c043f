import type { Instant } from '../../../shared/instant.ts';
import type { Row } from '../../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';

export type ConsoleSessionRow = Row<'console_sessions'>;

export function insertConsoleSession(
  tx: WriteTransaction,
  session: Omit<ConsoleSessionRow, 'id'>,
): Promise<ConsoleSessionRow> {
  return tx.insert('console_sessions', session);
}

export function findConsoleSession(
  tx: ReadTransaction,
  tokenHash: Buffer,
): Promise<ConsoleSessionRow | undefined> {
  return tx.db
    .selectFrom('console_sessions')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

export function findConsoleSessionById(
  tx: ReadTransaction,
  id: number,
): Promise<ConsoleSessionRow | undefined> {
  return tx.db.selectFrom('console_sessions').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Newest first. */
export function listSessions(tx: ReadTransaction, accountId: number): Promise<ConsoleSessionRow[]> {
  return tx.db
    .selectFrom('console_sessions')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .execute();
}

export async function updateConsoleSession(
  tx: WriteTransaction,
  id: number,
  changes: Partial<Pick<ConsoleSessionRow, 'token_hash' | 'seen_at' | 'second_factor_at'>>,
): Promise<void> {
  await tx.db.updateTable('console_sessions').set(changes).where('id', '=', id).execute();
}

export async function deleteConsoleSession(tx: WriteTransaction, id: number): Promise<void> {
  await tx.db.deleteFrom('console_sessions').where('id', '=', id).execute();
}

/** Deletes up to `limit` that nobody can use any more; returns how many. */
export async function forgetEndedSessions(
  tx: WriteTransaction,
  bounds: { readonly created: Instant; readonly seen: Instant },
  limit: number,
): Promise<number> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('console_sessions')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('console_sessions')
        .select('id')
        .where((or) =>
          or.or([or('created_at', '<=', bounds.created), or('seen_at', '<=', bounds.seen)]),
        )
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
