import type { Row } from '../../database/schema.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { listByOwner } from '../rows.ts';

export type PasskeyRow = Row<'passkeys'>;

/** Oldest first. */
export const listPasskeys = listByOwner('passkeys', 'account_id');

/** An account's passkeys cannot become more or fewer before the transaction ends. */
export function lockPasskeyAccount(tx: WriteTransaction, accountId: number) {
  return tx.db
    .selectFrom('accounts')
    .select('totp_secret')
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
}

/** Locked, with the handle of its account. */
export function lockPasskey(tx: WriteTransaction, credentialId: Buffer) {
  return tx.db
    .selectFrom('passkeys as p')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .selectAll('p')
    .select('a.handle')
    .where('p.credential_id', '=', credentialId)
    .forUpdate('p')
    .executeTakeFirst();
}

/** Returns undefined if the credential is stored already. */
export function insertPasskey(
  tx: WriteTransaction,
  passkey: Omit<PasskeyRow, 'id'>,
): Promise<PasskeyRow | undefined> {
  return tx.db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function recordPasskeyUse(
  tx: WriteTransaction,
  id: number,
  counter: number,
): Promise<void> {
  await tx.db
    .updateTable('passkeys')
    .set({ counter, used_at: tx.now })
    .where('id', '=', id)
    .execute();
}

/** Which passkey of which account. */
export interface PasskeyKey {
  readonly accountId: number;
  readonly id: number;
}

export function updatePasskeyName(
  tx: WriteTransaction,
  { accountId, id }: PasskeyKey,
  name: string,
): Promise<PasskeyRow | undefined> {
  return tx.db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirst();
}

export function deletePasskey(
  tx: WriteTransaction,
  { accountId, id }: PasskeyKey,
): Promise<PasskeyRow | undefined> {
  return tx.db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirst();
}
