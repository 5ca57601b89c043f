import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';

export async function insertRecoveryCodes(
  tx: WriteTransaction,
  accountId: number,
  hashes: readonly Buffer[],
): Promise<void> {
  const rows = hashes.map((code_hash) => ({ code_hash, account_id: accountId }));
  await tx.db.insertInto('recovery_codes').values(rows).execute();
}

/** False if the account has no such code. */
export async function deleteRecoveryCode(
  tx: WriteTransaction,
  accountId: number,
  hash: Buffer,
): Promise<boolean> {
  const deleted = await tx.db
    .deleteFrom('recovery_codes')
    .where('code_hash', '=', hash)
    .where('account_id', '=', accountId)
    .returning('account_id')
    .executeTakeFirst();
  return deleted !== undefined;
}

export async function deleteRecoveryCodes(tx: WriteTransaction, accountId: number): Promise<void> {
  await tx.db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
}

export async function countRecoveryCodeRows(
  tx: ReadTransaction,
  accountId: number,
): Promise<number> {
  const { count } = await tx.db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
