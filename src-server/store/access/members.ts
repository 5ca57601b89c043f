import type { Row } from '../../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import { findByReference, listByIds, listByOwner, newRow, updateById } from '../rows.ts';

export type MemberRow = Row<'members'>;

export function insertMember(
  tx: WriteTransaction,
  member: Pick<MemberRow, 'organiser_id' | 'account_id' | 'role'>,
): Promise<MemberRow> {
  return tx.insert('members', { ...newRow(tx, 'member'), ...member });
}

export const findMember = findByReference('members');

/** Oldest first. */
export const listMemberRows = listByOwner('members', 'organiser_id');

/** Of which organisers an account is a member. Oldest first. */
export const listMembershipRows = listByOwner('members', 'account_id');

export const listMembersByIds = listByIds('members');

export const updateMember = updateById('members');

export async function deleteMember(tx: WriteTransaction, id: number): Promise<void> {
  await tx.db.deleteFrom('members').where('id', '=', id).execute();
}

export async function hasMembers(tx: ReadTransaction): Promise<boolean> {
  const member = await tx.db.selectFrom('members').select('id').limit(1).executeTakeFirst();
  return member !== undefined;
}
