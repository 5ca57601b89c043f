import type { Changes, Row } from '../../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import { newRow } from '../rows.ts';

export type OrganiserRow = Row<'organisers'>;

export function insertOrganiser(
  tx: WriteTransaction,
  organiser: Pick<OrganiserRow, 'display_name' | 'email' | 'plan'>,
): Promise<OrganiserRow> {
  return tx.db
    .insertInto('organisers')
    .values({ ...newRow(tx, 'organiser'), ...organiser })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findOrganiser(
  tx: ReadTransaction,
  reference: string,
): Promise<OrganiserRow | undefined> {
  return tx.db
    .selectFrom('organisers')
    .selectAll()
    .where('reference', '=', reference)
    .executeTakeFirst();
}

/** All organisers, newest first. */
export function listOrganisers(tx: ReadTransaction): Promise<OrganiserRow[]> {
  return tx.db.selectFrom('organisers').selectAll().orderBy('id', 'desc').execute();
}

export function updateOrganiserRow(
  tx: WriteTransaction,
  id: number,
  changes: Changes<'organisers'>,
): Promise<OrganiserRow> {
  return tx.db
    .updateTable('organisers')
    .set({ ...changes, updated_at: tx.timestamp() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function hasOrganisers(tx: ReadTransaction): Promise<boolean> {
  const row = await tx.db.selectFrom('organisers').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

export function getOrganiser(tx: ReadTransaction, id: number): Promise<OrganiserRow> {
  return tx.db.selectFrom('organisers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}
