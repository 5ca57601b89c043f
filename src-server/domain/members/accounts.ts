import { mailboxKey } from '../../database/mailbox-key.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { findAccountByEmailKey, type AccountRow } from '../../store/access/accounts.ts';

export { getAccount, hasPasskeys, type AccountRow } from '../../store/access/accounts.ts';

export { mailboxKey as emailKeyOf } from '../../database/mailbox-key.ts';

/** The account of a mailbox, however its address is spelled. */
export function findAccount(tx: ReadTransaction, email: string): Promise<AccountRow | undefined> {
  return findAccountByEmailKey(tx, mailboxKey(email));
}
