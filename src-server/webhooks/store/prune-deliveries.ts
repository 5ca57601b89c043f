import type { Instant } from '../../../shared/instant.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import { PENDING, YES } from './literals.ts';

/** Subscriptions with pending deliveries of an ended epoch that were not marked cancelled yet. */
export function listUnswept(
  tx: ReadTransaction,
): Promise<readonly { readonly id: number; readonly epoch: number }[]> {
  return tx.db
    .selectFrom('webhook_subscriptions')
    .select(['id', 'epoch'])
    .where('needs_sweep', '=', YES)
    .orderBy('id')
    .execute();
}

/**
 * Marks up to `limit` deliveries of ended epochs as cancelled. Claimed ones are left to their attempt, or to a later call after their
 * lease. Returns whether there is more to mark now.
 */
export async function sweepCancelled(tx: WriteTransaction, limit: number): Promise<boolean> {
  let left = limit;
  for (const { id: subscriptionId, epoch } of await listUnswept(tx)) {
    const pending = tx.db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('subscription_id', '=', subscriptionId)
      .where('epoch', '<', epoch)
      .where('status', '=', PENDING);
    const ended = await pending
      .where((eb) => eb.or([eb('claim', 'is', null), eb('due_at', '<=', tx.now)]))
      .limit(left)
      .execute();
    if (ended.length > 0) {
      const ids = ended.map(({ id }) => id);
      await tx.db
        .updateTable('webhook_deliveries')
        .set({ status: 'cancelled', due_at: null, claim: null })
        .where('id', 'in', ids)
        .execute();
    }
    left -= ended.length;
    if (left === 0) return true;
    if ((await pending.limit(1).executeTakeFirst()) === undefined) {
      await tx.db
        .updateTable('webhook_subscriptions')
        .set({ needs_sweep: 0 })
        .where('id', '=', subscriptionId)
        .execute();
    }
  }
  return false;
}

/**
 * Deletes up to `limit` messages older than `before`, with their deliveries, unless one is still pending. Returns how many were deleted.
 */
export async function pruneMessages(
  tx: WriteTransaction,
  before: Instant,
  limit: number,
): Promise<number> {
  const old = await tx.db
    .selectFrom('webhook_messages as m')
    .select('m.id')
    .where('m.created_at', '<', before)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('webhook_deliveries as d')
            .select('d.id')
            .whereRef('d.message_id', '=', 'm.id')
            .where('d.status', '=', 'pending'),
        ),
      ),
    )
    .orderBy('m.created_at')
    .limit(limit)
    .execute();
  if (old.length === 0) return 0;
  const messages = old.map(({ id }) => id);
  const deliveries = tx.db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('message_id', 'in', messages);
  await tx.db.deleteFrom('webhook_redeliveries').where('delivery_id', 'in', deliveries).execute();
  await tx.db.deleteFrom('webhook_attempts').where('delivery_id', 'in', deliveries).execute();
  await tx.db.deleteFrom('webhook_deliveries').where('message_id', 'in', messages).execute();
  await tx.db.deleteFrom('webhook_messages').where('id', 'in', messages).execute();
  return messages.length;
}

/** Removes up to `limit` deleted subscriptions whose log has been pruned, or that had none. Returns how many. */
export async function pruneSubscriptions(tx: WriteTransaction, limit: number): Promise<number> {
  const ended = tx.db
    .selectFrom('webhook_subscriptions')
    .select('webhook_subscriptions.id')
    .where('deleted_at', 'is not', null)
    .where('needs_sweep', '=', 0)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('webhook_deliveries as d')
            .select('d.id')
            .whereRef('d.subscription_id', '=', 'webhook_subscriptions.id'),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('webhook_notices as n')
            .select('n.id')
            .whereRef('n.subscription_id', '=', 'webhook_subscriptions.id'),
        ),
      ),
    )
    .limit(limit);
  const { numDeletedRows } = await tx.db
    .deleteFrom('webhook_subscriptions')
    .where('id', 'in', ended)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
