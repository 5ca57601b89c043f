import { compileInsert, compileStatement, type CompiledStatement } from '../database/query.ts';
import type { NewRow, Row } from '../database/schema.ts';
import type { WriteTransaction } from '../database/transaction.ts';

export type StoredAnswer = Pick<Row<'idempotency_keys'>, 'fingerprint' | 'status' | 'body'>;

const selectStored = compileStatement((db) =>
  db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'body', 'expires_at'])
    .where('id', '=', 0)
    .where('client_id', '=', 0)
    .where('key', '=', ''),
);
const deleteStored = compileStatement((db) =>
  db.deleteFrom('idempotency_keys').where('id', '=', 0),
);
const deleteExpiredOfPeople: CompiledStatement<never> = {
  sql: 'delete from idempotency_keys where contact_id is not null and expires_at <= ?',
};
/** Nearly all the others last equally long, so the expired ones come first: this looks no further than to the first that has not. */
const deleteExpired: CompiledStatement<never> = {
  sql: `delete from idempotency_keys where id <
    coalesce((select id from idempotency_keys where expires_at > ? order by id limit 1), 9223372036854775807)`,
};
const columns = [
  'id',
  'client_id',
  'key',
  'fingerprint',
  'status',
  'body',
  'contact_id',
  'created_at',
  'expires_at',
] as const;
const insert = compileInsert('idempotency_keys', columns);

/** The answer under a client's key. One that is too old to be remembered gives way to what comes. */
export async function findStoredAnswer(
  tx: WriteTransaction,
  { clientRowId, key }: { clientRowId: number; key: string },
): Promise<StoredAnswer | undefined> {
  for (const id of tx.answersByKey.find(clientRowId, key)) {
    const stored = await tx.first(selectStored, [id, clientRowId, key]);
    if (stored !== undefined && stored.expires_at > tx.now) return stored;
    if (stored !== undefined) await tx.run(deleteStored, [id]);
  }
  return undefined;
}

/** Keeps an answer under a key for which this transaction has found none. */
export async function storeAnswer(
  tx: WriteTransaction,
  row: Omit<NewRow<'idempotency_keys'>, 'id'>,
): Promise<void> {
  const id = tx.stamp();
  await tx.run(insert.plain, insert.valuesOf({ ...row, id }));
  tx.answersByKey.add(id, row.client_id, row.key);
}

export async function forgetExpiredAnswers(tx: WriteTransaction): Promise<void> {
  await tx.run(deleteExpiredOfPeople, [tx.now]);
  await tx.run(deleteExpired, [tx.now]);
}
