import { sql } from 'kysely';
import { instantFromMicros } from '../../../shared/instant.ts';
import type { Row } from '../../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import { newRow } from '../new-row.ts';

export type SubscriptionRow = Row<'webhook_subscriptions'>;

export function insertSubscription(
  tx: WriteTransaction,
  subscription: Pick<
    SubscriptionRow,
    'organiser_id' | 'client_id' | 'event_id' | 'url' | 'events' | 'secret'
  >,
): Promise<SubscriptionRow> {
  return tx.db
    .insertInto('webhook_subscriptions')
    .values({
      ...newRow(tx, 'webhook'),
      ...subscription,
      is_active: 1,
      disabled_reason: null,
      epoch: 0,
      is_failing: 0,
      next_due_at: null,
      served_at: instantFromMicros(0),
      needs_sweep: 0,
      deleted_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Null for one that was deleted. */
export async function findSubscription(
  tx: ReadTransaction,
  reference: string,
): Promise<SubscriptionRow | undefined> {
  return tx.db
    .selectFrom('webhook_subscriptions')
    .selectAll()
    .where('reference', '=', reference)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** What is common to deactivating and deleting: what is pending belongs to an epoch that is over. */
const ended = {
  is_active: 0,
  is_failing: 0,
  next_due_at: null,
  needs_sweep: 1,
  epoch: sql<number>`epoch + 1`,
} as const;

export async function deactivateSubscription(
  tx: WriteTransaction,
  id: number,
  reason: string,
): Promise<void> {
  await tx.db
    .updateTable('webhook_subscriptions')
    .set({ ...ended, disabled_reason: reason, updated_at: tx.stamp() })
    .where('id', '=', id)
    .where('is_active', '=', 1)
    .execute();
}

/** Those that are still active keep the reason for which they were deactivated. */
export async function deactivateClientSubscriptions(
  tx: WriteTransaction,
  clientRowId: number,
  reason: string,
): Promise<void> {
  await tx.db
    .updateTable('webhook_subscriptions')
    .set({ ...ended, disabled_reason: reason, updated_at: tx.stamp() })
    .where('client_id', '=', clientRowId)
    .where('is_active', '=', 1)
    .execute();
}

/** Its secret goes at once; the row stays until its log has been pruned. */
export async function deleteSubscriptionRow(tx: WriteTransaction, id: number): Promise<void> {
  const stamp = tx.stamp();
  await tx.db
    .updateTable('webhook_subscriptions')
    .set({ ...ended, secret: '', deleted_at: stamp, updated_at: stamp })
    .where('id', '=', id)
    .execute();
}

export function activateSubscription(tx: WriteTransaction, id: number): Promise<SubscriptionRow> {
  return tx.db
    .updateTable('webhook_subscriptions')
    .set({ is_active: 1, disabled_reason: null, is_failing: 0, updated_at: tx.stamp() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
