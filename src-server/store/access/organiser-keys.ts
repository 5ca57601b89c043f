import { prepareQuery, type Parameter } from '../../database/prepared-query.ts';
import type { NewRow, Row } from '../../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';

export type OrganiserKeysRow = Row<'organiser_keys'>;

const byOrganiser = prepareQuery((db, $: Parameter<{ organiserId: number }>) =>
  db.selectFrom('organiser_keys').selectAll().where('organiser_id', '=', $('organiserId')),
);

export async function findOrganiserKeys(
  tx: ReadTransaction,
  organiserId: number,
): Promise<OrganiserKeysRow | undefined> {
  const [row] = await tx.all(byOrganiser, { organiserId });
  return row;
}

export function insertOrganiserKeys(
  tx: WriteTransaction,
  keys: Omit<NewRow<'organiser_keys'>, 'created_at'>,
): Promise<OrganiserKeysRow> {
  return tx.db
    .insertInto('organiser_keys')
    .values({ ...keys, created_at: tx.now })
    .returningAll()
    .executeTakeFirstOrThrow();
}
