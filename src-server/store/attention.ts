import type { Instant } from '../../shared/instant.ts';
import type { ReadTransaction } from '../database/transaction.ts';

/** Events of the organiser with open conflicts: how many, and the newest. */
export async function listOpenConflicts(tx: ReadTransaction, organiserId: number, limit: number) {
  const rows = await tx.db
    .selectFrom('conflicts as c')
    .innerJoin('events as e', 'e.id', 'c.event_id')
    .select(['e.reference as event', 'e.name'])
    .select((eb) => [
      eb.fn.countAll<number | string>().as('count'),
      eb.fn.max('c.created_at').as('since'),
    ])
    .where('e.organiser_id', '=', organiserId)
    .where('e.deleted_at', 'is', null)
    .where('c.state', '=', 'open')
    .where('c.deleted_at', 'is', null)
    .groupBy(['e.id', 'e.reference', 'e.name'])
    .orderBy('since', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** Disputes of the organiser that were reported after then, newest first. */
export function listDisputesSince(
  tx: ReadTransaction,
  organiserId: number,
  { since, limit }: { readonly since: Instant; readonly limit: number },
) {
  return tx.db
    .selectFrom('disputes')
    .select(['dispute', 'reason', 'created_at'])
    .where('organiser_id', '=', organiserId)
    .where('created_at', '>', since)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
