import { createHash, randomBytes } from 'node:crypto';
import { addMicros, MICROS_PER_DAY } from '../../../shared/instant.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import { lasts } from '../../rules/lasts.ts';
import {
  deleteExpiredLinks,
  deleteFirstOwnerLinks,
  deleteLink,
  deleteLinksOf,
  findLinkRow,
  insertLink,
  type LinkRow,
} from '../../store/access/account-links.ts';

export type { LinkRow } from '../../store/access/account-links.ts';

/** How long a link works. */
const LINK_MICROS = MICROS_PER_DAY;

type NewLink =
  | { readonly purpose: 'first_owner'; readonly accountId: null }
  | { readonly purpose: 'invitation' | 'reset'; readonly accountId: number };

/**
 * Returns the token of a link that works once, for a day. It ends the earlier ones of its account. Links of the first owner work beside each
 * other, because several servers on one database each print one, until one of them is used.
 */
export async function newLink(
  tx: WriteTransaction,
  { purpose, accountId }: NewLink,
): Promise<string> {
  await deleteExpiredLinks(tx);
  if (accountId !== null) await deleteLinksOf(tx, accountId);
  const token = randomBytes(32).toString('base64url');
  await insertLink(tx, {
    token_hash: hashOf(token),
    account_id: accountId,
    purpose,
    created_at: tx.now,
    expires_at: addMicros(tx.now, LINK_MICROS),
  });
  return token;
}

/** Null if it has expired, was used, or never was. */
export async function findLink(tx: ReadTransaction, token: string): Promise<LinkRow | null> {
  return lasting(tx, await findLinkRow(tx, hashOf(token)));
}

/** Likewise; it works no more. */
export async function takeLink(tx: WriteTransaction, token: string): Promise<LinkRow | null> {
  const link = lasting(tx, await deleteLink(tx, hashOf(token)));
  if (link?.account_id === null) await deleteFirstOwnerLinks(tx);
  return link;
}

function lasting(tx: ReadTransaction, link: LinkRow | undefined): LinkRow | null {
  return link !== undefined && lasts(link.created_at, LINK_MICROS, tx.now) ? link : null;
}

/** SHA-256 is enough for 256 random bits: there is nothing to guess. */
function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
