import type { Row } from '../../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import { findByReference, getById, newRow, updateById } from '../rows.ts';

export type OrganiserRow = Row<'organisers'>;

export function insertOrganiser(
  tx: WriteTransaction,
  organiser: Pick<OrganiserRow, 'display_name' | 'email' | 'plan'>,
): Promise<OrganiserRow> {
  return tx.insert('organisers', { ...newRow(tx, 'organiser'), ...organiser });
}

export const findOrganiser = findByReference('organisers');

/** All organisers, newest first. */
export function listOrganisers(tx: ReadTransaction): Promise<OrganiserRow[]> {
  return tx.db.selectFrom('organisers').selectAll().orderBy('id', 'desc').execute();
}

export const updateOrganiserRow = updateById('organisers');

export async function hasOrganisers(tx: ReadTransaction): Promise<boolean> {
  const row = await tx.db.selectFrom('organisers').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

export const getOrganiser = getById('organisers');
