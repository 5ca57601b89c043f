import { instantFromMicros, type Instant } from '../../shared/instant.ts';
import { compileStatement } from '../db/query.ts';
import type { Row } from '../db/schema.ts';
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
const deleteStored = compileStatement((db) =>
  db.deleteFrom('idempotency_keys').where('client_id', '=', 0).where('key', '=', ''),
);
const deleteExpired = compileStatement((db) =>
  db.deleteFrom('idempotency_keys').where('expires_at', '<=', instantFromMicros(0)),
);
const insertStored = compileStatement((db) =>
  db.insertInto('idempotency_keys').values({
    client_id: 0,
    key: '',
    fingerprint: Buffer.alloc(0),
    status: 0,
    body: '',
    contact_id: 0,
    created_at: instantFromMicros(0),
    expires_at: instantFromMicros(0),
  }),
);

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
  row: Row<'idempotency_keys'>,
): Promise<void> {
  await tx.run(deleteStored, [row.client_id, row.key]);
  await tx.run(insertStored, [
    row.client_id,
    row.key,
    row.fingerprint,
    row.status,
    row.body,
    row.contact_id,
    row.created_at,
    row.expires_at,
  ]);
}

export async function forgetExpiredAnswers(tx: WriteTransaction): Promise<void> {
  await tx.run(deleteExpired, [tx.now]);
}
