import type { ReadTransaction } from '../../database/transaction.ts';

/** What an account is a member of, with the organiser as it is now, oldest first. */
export function listMemberships(tx: ReadTransaction, accountId: number) {
  return tx.db
    .selectFrom('members as m')
    .innerJoin('organisers as o', 'o.id', 'm.organiser_id')
    .select(['m.reference', 'm.role', 'm.organiser_id'])
    .select(['o.reference as organiser', 'o.display_name', 'o.plan'])
    .where('m.account_id', '=', accountId)
    .orderBy('m.id')
    .execute();
}

export type Membership = Awaited<ReturnType<typeof listMemberships>>[number];
