import type { Row } from '../../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';

export type LinkRow = Row<'account_links'>;

export async function insertLink(tx: WriteTransaction, link: LinkRow): Promise<void> {
  await tx.db.insertInto('account_links').values(link).execute();
}

/** Undefined for one that has expired. */
export function findLinkRow(tx: ReadTransaction, tokenHash: Buffer): Promise<LinkRow | undefined> {
  return tx.db
    .selectFrom('account_links')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', tx.now)
    .executeTakeFirst();
}

/** Likewise. */
export function deleteLink(tx: WriteTransaction, tokenHash: Buffer): Promise<LinkRow | undefined> {
  return tx.db
    .deleteFrom('account_links')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', tx.now)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteLinksOf(tx: WriteTransaction, accountId: number): Promise<void> {
  await tx.db.deleteFrom('account_links').where('account_id', '=', accountId).execute();
}

export async function deleteFirstOwnerLinks(tx: WriteTransaction): Promise<void> {
  await tx.db.deleteFrom('account_links').where('account_id', 'is', null).execute();
}

export async function deleteExpiredLinks(tx: WriteTransaction): Promise<void> {
  await tx.db.deleteFrom('account_links').where('expires_at', '<=', tx.now).execute();
}
