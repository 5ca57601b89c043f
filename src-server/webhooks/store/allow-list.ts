import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import { readTexts } from '../../store/rows.ts';

/** The permitted ranges that the server last ran with; the command line uses the same ones. */
export async function readAllowList(tx: ReadTransaction): Promise<readonly string[]> {
  const row = await tx.db.selectFrom('webhook_settings').select('allow').executeTakeFirst();
  return readTexts(row?.allow ?? null) ?? [];
}

export async function writeAllowList(
  tx: WriteTransaction,
  networks: readonly string[],
): Promise<void> {
  const allow = JSON.stringify(networks);
  await tx.db
    .insertInto('webhook_settings')
    .values({ id: 1, allow })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ allow }))
    .execute();
}
