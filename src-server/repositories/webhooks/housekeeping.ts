import type { Instant } from '../../../shared/instant.ts';
import type { CompiledStatement } from '../../database/query.ts';
import type { WriteTransaction } from '../../database/transaction.ts';

/** For `readNow`. */
export const anythingToSweep: CompiledStatement<{ id: number }> = {
  sql: 'select id from webhook_subscriptions where needs_sweep = 1 limit 1',
};

const toSweep: CompiledStatement<{ id: number; epoch: number }> = {
  sql: 'select id, epoch from webhook_subscriptions where needs_sweep = 1 limit 1',
};

/** Also what is under way: its attempt is recorded, and cannot make it pending again. */
const cancelOld: CompiledStatement<{ id: number }> = {
  sql: `update webhook_deliveries set status = 'cancelled', due_at = null where id in (
      select id from webhook_deliveries where subscription_id = ? and epoch < ? and status = 'pending' limit ?)
    returning id`,
};

const swept: CompiledStatement<unknown> = {
  sql: 'update webhook_subscriptions set needs_sweep = 0 where id = ?',
};

/** Marks a part of the deliveries of an ended epoch as cancelled. Gives whether there is more to do. */
export async function sweepCancelled(tx: WriteTransaction, limit: number): Promise<boolean> {
  const subscription = await tx.first(toSweep, []);
  if (subscription === undefined) return false;
  const cancelled = await tx.all(cancelOld, [subscription.id, subscription.epoch, limit]);
  if (cancelled.length < limit) await tx.run(swept, [subscription.id]);
  return true;
}

const oldMessages: CompiledStatement<{ id: number }> = {
  sql: `select id from webhook_messages m where created_at < ?
    and not exists (select 1 from webhook_deliveries d where d.message_id = m.id and d.status = 'pending')
    order by created_at limit ?`,
};

const inMessages = 'message_id in (select value from json_each(?))';
const removals = [
  `delete from webhook_redeliveries where delivery_id in (select id from webhook_deliveries where ${inMessages})`,
  `delete from webhook_attempts where delivery_id in (select id from webhook_deliveries where ${inMessages})`,
  `delete from webhook_deliveries where ${inMessages}`,
  'delete from webhook_messages where id in (select value from json_each(?))',
];

/** Forgets a part of what happened before `before`, with its deliveries, unless one is still pending. Gives how many messages. */
export async function pruneMessages(
  tx: WriteTransaction,
  before: Instant,
  limit: number,
): Promise<number> {
  const messages = await tx.all(oldMessages, [before, limit]);
  const ids = JSON.stringify(messages.map(({ id }) => id));
  if (messages.length > 0) for (const sql of removals) await tx.run({ sql }, [ids]);
  return messages.length;
}

const forgetDeleted: CompiledStatement<unknown> = {
  sql: `delete from webhook_subscriptions where deleted_at < ? and needs_sweep = 0
    and not exists (select 1 from webhook_deliveries d where d.subscription_id = webhook_subscriptions.id)
    and not exists (select 1 from webhook_notices n where n.subscription_id = webhook_subscriptions.id)`,
};

/** Deleted subscriptions go when their log has gone. */
export async function pruneSubscriptions(tx: WriteTransaction, before: Instant): Promise<void> {
  await tx.run(forgetDeleted, [before]);
}
