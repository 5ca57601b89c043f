// Why: docs/decisions/0014-two-databases.md
import { randomBytes } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { prepareQuery } from '../../database/prepared-query.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';

/**
 * The epoch names the life of the database, for stations: after a restore it is another, and they offer again what this server lacks. It
 * stands in the database, so that every process of a server gives the same, and changes when a server starts on a database that is not
 * where it was left: a copy lacks the mark of its own place, or holds an earlier one.
 */
export async function settleEpoch(database: Database): Promise<void> {
  const here = await database.mark.read();
  await database.write(async (tx) => {
    const left = await readKey(tx, 'epoch_mark');
    if (left === null || left.toString() !== here) await putKey(tx, 'epoch', randomBytes(16));
    await putKey(tx, 'epoch_mark', Buffer.from(await database.mark.renew()));
  });
}

const epochInUse = prepareQuery((db) =>
  db.selectFrom('keys').select('value').where('name', '=', 'epoch'),
);

/** Null before a server has settled it. */
export async function readEpoch(tx: ReadTransaction): Promise<string | null> {
  return (await tx.first(epochInUse, {}))?.value.toString('base64url') ?? null;
}

async function readKey(tx: WriteTransaction, name: 'epoch_mark'): Promise<Buffer | null> {
  const row = await tx.db
    .selectFrom('keys')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value ?? null;
}

async function putKey(
  tx: WriteTransaction,
  name: 'epoch' | 'epoch_mark',
  value: Buffer,
): Promise<void> {
  await tx.db
    .insertInto('keys')
    .values({ name, value, created_at: tx.now })
    .onConflict((on) => on.column('name').doUpdateSet({ value, created_at: tx.now }))
    .execute();
}
