import type { Instant } from '../../../shared/instant.ts';
import { prepareQuery, type Parameter } from '../../database/prepared-query.ts';
import type { Row } from '../../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';

export type StoredResponse = Pick<Row<'idempotency_keys'>, 'fingerprint' | 'status' | 'body'>;

const byKey = prepareQuery((db, $: Parameter<{ clientRowId: number; key: string }>) =>
  db
    .selectFrom('idempotency_keys')
    .select(['id', 'fingerprint', 'status', 'body', 'expires_at'])
    .where('client_id', '=', $('clientRowId'))
    .where('key', '=', $('key')),
);
const deleteById = prepareQuery((db, $: Parameter<{ id: number }>) =>
  db.deleteFrom('idempotency_keys').where('id', '=', $('id')),
);
const deleteExpired = prepareQuery((db, $: Parameter<{ now: Instant; limit: number }>) =>
  db
    .deleteFrom('idempotency_keys')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('idempotency_keys')
        .select('id')
        .where('expires_at', '<=', $('now'))
        .limit($('limit')),
    ),
);

/** The response stored under a client's key. An expired one is deleted. */
export async function findStoredResponse(
  tx: WriteTransaction,
  key: { readonly clientRowId: number; readonly key: string },
): Promise<StoredResponse | undefined> {
  const stored = await tx.first(byKey, key);
  if (stored === undefined || stored.expires_at > tx.now) return stored;
  await tx.run(deleteById, { id: stored.id });
  return undefined;
}

/** The same without making room: a look before the transaction that decides. */
export async function readStoredResponse(
  tx: ReadTransaction,
  key: { readonly clientRowId: number; readonly key: string },
): Promise<StoredResponse | undefined> {
  const stored = await tx.first(byKey, key);
  return stored !== undefined && stored.expires_at > tx.now ? stored : undefined;
}

/** Stores a response under a key that this transaction has found free. */
export function storeResponse(
  tx: WriteTransaction,
  row: Omit<Row<'idempotency_keys'>, 'id'>,
): void {
  tx.append('idempotency_keys', [row]);
}

/** Deletes up to `limit`; returns how many. */
export function forgetExpiredResponses(tx: WriteTransaction, limit: number): Promise<number> {
  return tx.run(deleteExpired, { now: tx.now, limit });
}
