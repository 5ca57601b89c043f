import { randomBytes } from 'node:crypto';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';

export type KeyName =
  | 'erased_emails'
  | 'external_ids'
  | 'cursors'
  | 'challenges'
  | 'sign_in'
  | 'console'
  | 'webhook_headers';

/** A 32-byte secret of this installation, created on first use. */
export async function keyOf(tx: WriteTransaction, name: KeyName): Promise<Buffer> {
  const stored = await findKey(tx, name);
  if (stored !== undefined) return stored;
  // Another transaction may create it at the same time: both use the one that is committed first.
  await tx.db
    .insertInto('keys')
    .values({ name, value: randomBytes(32), created_at: tx.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const value = await findKey(tx, name);
  if (value === undefined) throw new Error(`expected the key ${name} to be stored`);
  return value;
}

export async function findKey(tx: ReadTransaction, name: KeyName): Promise<Buffer | undefined> {
  const found = await tx.db
    .selectFrom('keys')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return found?.value;
}
