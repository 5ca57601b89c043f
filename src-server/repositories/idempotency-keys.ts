import { instantFromMicros, type Instant } from '../../shared/instant.ts';
import { compileInsert, compileStatement, type CompiledStatement } from '../db/query.ts';
import type { NewRow, Row } from '../db/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../db/transaction.ts';

export type StoredAnswer = Pick<Row<'idempotency_keys'>, 'fingerprint' | 'status' | 'body'>;

const selectStored = compileStatement((db) =>
  db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'body'])
    .where('client_id', '=', 0)
    .where('key', '=', '')
    .where('expires_at', '>', instantFromMicros(0)),
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
const store: CompiledStatement<never> = {
  sql: `${insert.plain.sql} on conflict (client_id, key) do update set
    ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
};

/** The answer under a client's key, unless it is too old to be remembered. */
export function findStoredAnswer(
  tx: ReadTransaction,
  { clientRowId, key, now }: { clientRowId: number; key: string; now: Instant },
): Promise<StoredAnswer | undefined> {
  return tx.first(selectStored, [clientRowId, key, now]);
}

/** Keeps an answer; an expired one under the same key gives way. */
export async function storeAnswer(
  tx: WriteTransaction,
  row: NewRow<'idempotency_keys'>,
): Promise<void> {
  await tx.run(store, insert.valuesOf(row));
}

export async function forgetExpiredAnswers(tx: WriteTransaction): Promise<void> {
  await tx.run(deleteExpiredOfPeople, [tx.now]);
  await tx.run(deleteExpired, [tx.now]);
}
