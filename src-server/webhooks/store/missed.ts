import { sql } from 'kysely';
import type { Instant } from '../../../shared/instant.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import type { SubscriptionRow } from './subscriptions.ts';

/** When what was missed happened: half-open. */
export interface MissedRange {
  readonly since: Instant;
  readonly until: Instant;
}

/** Deliveries of a subscription that nobody got and nobody will, without tests, oldest first. */
export async function listMissed(
  tx: ReadTransaction,
  subscriptionId: number,
  { since, until }: MissedRange,
  limit: number,
): Promise<readonly number[]> {
  const rows = await tx.db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_messages as m', 'm.id', 'd.message_id')
    .select('d.id')
    .where('d.subscription_id', '=', subscriptionId)
    // As the index has it.
    .where(sql<boolean>`d.status in ('failed', 'cancelled')`)
    .where('d.created_at', '>=', since)
    .where('d.created_at', '<', until)
    .where('m.is_test', '=', 0)
    // A waiting-list entry is meaningless without its person, who was erased.
    .where(sql<boolean>`(m.email_key is not null or m.name not like 'waitlist.%')`)
    .orderBy('d.created_at')
    .orderBy('d.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Makes missed deliveries due now, as if they had just been recorded: the oldest is claimed first. Returns how many. */
export async function requestMissed(
  tx: WriteTransaction,
  { id, epoch }: Pick<SubscriptionRow, 'id' | 'epoch'>,
  deliveries: readonly number[],
): Promise<number> {
  if (deliveries.length === 0) return 0;
  const { numUpdatedRows } = await tx.db
    .updateTable('webhook_deliveries')
    .set({ status: 'pending', due_at: tx.now, claim: null, epoch, scheduled_attempts: 0 })
    .where('id', 'in', deliveries)
    .where('status', 'in', ['failed', 'cancelled'])
    .executeTakeFirstOrThrow();
  await tx.db.insertInto('webhook_wakes').values({ subscription_id: id }).execute();
  return Number(numUpdatedRows);
}
