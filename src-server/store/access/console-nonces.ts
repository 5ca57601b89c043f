import type { Instant } from '../../../shared/instant.ts';
import { prepareQuery, type Parameter } from '../../database/prepared-query.ts';
import type { Row } from '../../database/schema.ts';
import type { WriteTransaction } from '../../database/transaction.ts';

const insertNonce = prepareQuery((db, $: Parameter<Row<'console_nonces'>>) =>
  db
    .insertInto('console_nonces')
    .values({ nonce_hash: $('nonce_hash'), expires_at: $('expires_at') })
    .onConflict((conflict) => conflict.column('nonce_hash').doNothing()),
);
const deleteExpired = prepareQuery((db, $: Parameter<{ now: Instant; limit: number }>) =>
  db
    .deleteFrom('console_nonces')
    .where('nonce_hash', 'in', (eb) =>
      eb
        .selectFrom('console_nonces')
        .select('nonce_hash')
        .where('expires_at', '<=', $('now'))
        .limit($('limit')),
    ),
);

/** Stores a nonce by its 32-byte hash. Returns false if it is stored already, which of two transactions happens to one. */
export async function addNonce(
  tx: WriteTransaction,
  hash: Buffer,
  expiresAt: Instant,
): Promise<boolean> {
  return (await tx.run(insertNonce, { nonce_hash: hash, expires_at: expiresAt })) === 1;
}

/** Deletes up to `limit`; returns how many. */
export function forgetExpiredNonces(tx: WriteTransaction, limit: number): Promise<number> {
  return tx.run(deleteExpired, { now: tx.now, limit });
}
