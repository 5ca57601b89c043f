import type { Row } from '../../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import { getById } from '../rows.ts';

export type AccountRow = Row<'accounts'>;

/** An account without a password or a second factor. */
export function insertAccount(
  tx: WriteTransaction,
  account: Pick<AccountRow, 'handle' | 'email' | 'email_key'>,
): Promise<AccountRow> {
  return tx.insert('accounts', {
    ...account,
    password_hash: null,
    totp_secret: null,
    totp_step: null,
    created_at: tx.now,
  });
}

export const getAccount = getById('accounts');

export function findAccountByEmailKey(
  tx: ReadTransaction,
  emailKey: string,
): Promise<AccountRow | undefined> {
  return tx.db
    .selectFrom('accounts')
    .selectAll()
    .where('email_key', '=', emailKey)
    .executeTakeFirst();
}

export async function setPasswordHash(
  tx: WriteTransaction,
  id: number,
  passwordHash: string,
): Promise<void> {
  await tx.db
    .updateTable('accounts')
    .set({ password_hash: passwordHash })
    .where('id', '=', id)
    .execute();
}

export async function setTotpSecret(
  tx: WriteTransaction,
  id: number,
  totp: Pick<AccountRow, 'totp_secret' | 'totp_step'>,
): Promise<void> {
  await tx.db.updateTable('accounts').set(totp).where('id', '=', id).execute();
}

/** False if the step, or a later one, was taken before: of two transactions that take one, one succeeds. */
export async function takeTotpStep(
  tx: WriteTransaction,
  id: number,
  step: number,
): Promise<boolean> {
  const taken = await tx.db
    .updateTable('accounts')
    .set({ totp_step: step })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('totp_step', 'is', null), eb('totp_step', '<', step)]))
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

export async function hasPasskeys(tx: ReadTransaction, id: number): Promise<boolean> {
  const passkey = await tx.db
    .selectFrom('passkeys')
    .select('id')
    .where('account_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return passkey !== undefined;
}

export async function deleteAccountSessions(tx: WriteTransaction, id: number): Promise<void> {
  await tx.db.deleteFrom('console_sessions').where('account_id', '=', id).execute();
}

/** With everything that is its own. */
export async function deleteAccount(tx: WriteTransaction, id: number): Promise<void> {
  for (const table of [
    'account_links',
    'passkeys',
    'recovery_codes',
    'console_sessions',
  ] as const) {
    await tx.db.deleteFrom(table).where('account_id', '=', id).execute();
  }
  await tx.db.deleteFrom('accounts').where('id', '=', id).execute();
}
