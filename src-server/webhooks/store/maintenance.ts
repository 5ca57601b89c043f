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
 * Marks up to `limit` deliveries of ended epochs as cancelled. Those with an attempt under way are left to it, or to a later call
 * after the end of their lease. Returns whether there is more to mark now.
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

/** Active subscriptions that have a delivery which was due before `now` and is not looked for. */
export function listOverlooked(
  tx: ReadTransaction,
  now: Instant,
): Promise<readonly { id: number }[]> {
  return tx.db
    .selectFrom('webhook_subscriptions as s')
    .select('s.id')
    .where('s.is_active', '=', YES)
    .where((eb) => eb.or([eb('s.next_due_at', 'is', null), eb('s.next_due_at', '>', now)]))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('webhook_deliveries as d')
          .select('d.id')
          .whereRef('d.subscription_id', '=', 's.id')
          .whereRef('d.epoch', '=', 's.epoch')
          .where('d.status', '=', PENDING)
          .where('d.due_at', '<', now),
      ),
    )
    .execute();
}

/**
 * Makes the loop look at these subscriptions. A transaction may add a delivery between another's reading of the queue and its
 * writing of `next_due_at`, where transactions run beside each other.
 */
export async function restoreDue(
  tx: WriteTransaction,
  subscriptions: readonly { readonly id: number }[],
): Promise<void> {
  const ids = subscriptions.map(({ id }) => id);
  await tx.db
    .updateTable('webhook_subscriptions')
    .set({ next_due_at: tx.now })
    .where('id', 'in', ids)
    .where('is_active', '=', 1)
    .execute();
}

/**
 * Forgets up to `limit` messages that are older than `before`, with their deliveries, unless one is still pending. Returns how many.
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

/** Deleted subscriptions go when their log has gone. */
export async function pruneSubscriptions(tx: WriteTransaction, before: Instant): Promise<void> {
  await tx.db
    .deleteFrom('webhook_subscriptions')
    .where('deleted_at', '<', before)
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
    .execute();
}
