import type { CodeKey } from '../../../shared/contract/code-key.ts';
import { prepareQuery, type Parameter } from '../../database/prepared-query.ts';
import type { NewRow, Row } from '../../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';

export type CodeKeyRow = Row<'code_keys'>;

const byOrganiser = prepareQuery((db, $: Parameter<{ organiserId: number }>) =>
  db
    .selectFrom('code_keys')
    .selectAll()
    .where('organiser_id', '=', $('organiserId'))
    .orderBy('id', 'desc'),
);

/** Newest first. */
export function listCodeKeys(
  tx: ReadTransaction,
  organiserId: number,
): Promise<readonly CodeKeyRow[]> {
  return tx.all(byOrganiser, { organiserId });
}

export function insertCodeKey(
  tx: WriteTransaction,
  key: Omit<NewRow<'code_keys'>, 'id' | 'created_at' | 'retired_at'>,
): Promise<CodeKeyRow> {
  return tx.insert('code_keys', { ...key, created_at: tx.now, retired_at: null });
}

export async function retireCodeKey(tx: WriteTransaction, id: number): Promise<void> {
  await tx.db.updateTable('code_keys').set({ retired_at: tx.now }).where('id', '=', id).execute();
}

export async function deleteCodeKey(tx: WriteTransaction, id: number): Promise<void> {
  await tx.db.deleteFrom('code_keys').where('id', '=', id).execute();
}

/** The public key for stations. */
export function publicCodeKey({ kid, public_key }: CodeKeyRow): CodeKey {
  const x = public_key.toString('base64url');
  return { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', kid, x };
}
