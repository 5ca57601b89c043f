import { randomBytes } from 'node:crypto';
import type { WriteTransaction } from '../../database/transaction.ts';

export type KeyName = 'erased_emails' | 'external_ids' | 'cursors';

/** A 32-byte secret of this installation, created on first use. */
export async function keyOf(tx: WriteTransaction, name: KeyName): Promise<Buffer> {
  const row = await tx.db
    .selectFrom('keys')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  if (row !== undefined) return row.value;
  const value = randomBytes(32);
  await tx.db.insertInto('keys').values({ name, value, created_at: tx.now }).execute();
  return value;
}
