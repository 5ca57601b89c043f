import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';

/** Where the server was reached when it last ran. */
export interface ServerAddress {
  /** The API root, `http(s)://…/v1`. */
  readonly url: string;
  /** The SHA-256 of its certificate in base64url if it is self-signed, otherwise null. */
  readonly certificate: string | null;
}

export async function readServerAddress({
  db,
}: Pick<ReadTransaction, 'db'>): Promise<ServerAddress | null> {
  const row = await db
    .selectFrom('server_address')
    .select(['url', 'certificate'])
    .executeTakeFirst();
  return row ?? null;
}

export async function writeServerAddress(
  tx: WriteTransaction,
  { url, certificate }: ServerAddress,
): Promise<void> {
  await tx.db
    .insertInto('server_address')
    .values({ id: 1, url, certificate })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ url, certificate }))
    .execute();
}
