import type { CompiledStatement } from '../../database/query.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import type { Job } from './claims.ts';

const giveBackDelivery: CompiledStatement<unknown> = {
  sql: `update webhook_deliveries set claim = null, due_at = ? where id = ? and claim = ? and status = 'pending'`,
};

const giveBackRedelivery: CompiledStatement<unknown> = {
  sql: 'update webhook_redeliveries set claim = null, due_at = ? where delivery_id = ? and claim = ?',
};

/** The attempt was given up before it had an outcome: whoever comes next may make it at once. */
export async function releaseClaim(tx: WriteTransaction, job: Job): Promise<void> {
  const statement = job.kind === 'scheduled' ? giveBackDelivery : giveBackRedelivery;
  await tx.run(statement, [tx.now, job.delivery_id, job.claim]);
  if (job.kind === 'scheduled')
    await tx.run(bringForward, [tx.now, job.subscription_id, job.epoch]);
}

const bringForward: CompiledStatement<unknown> = {
  sql: 'update webhook_subscriptions set next_due_at = ? where id = ? and epoch = ? and is_active = 1',
};

/** Pending deliveries with a claim. Those that wait for a retry come due later as well, and have none. */
const claimed: CompiledStatement<{ id: number; subscription_id: number }> = {
  sql: `select d.id, d.subscription_id from webhook_subscriptions s
    join webhook_deliveries d on d.subscription_id = s.id and d.epoch = s.epoch
    where s.next_due_at is not null and d.status = 'pending' and d.due_at > ? and d.claim is not null`,
};

const unclaim: CompiledStatement<unknown> = {
  sql: 'update webhook_deliveries set claim = null, due_at = ? where id = ?',
};

const dueNow: CompiledStatement<unknown> = {
  sql: 'update webhook_subscriptions set next_due_at = ? where id = ? and next_due_at > ?',
};

const unclaimRedeliveries: CompiledStatement<unknown> = {
  sql: 'update webhook_redeliveries set claim = null, due_at = ? where claim is not null',
};

/** Makes due now what was claimed by processes that are no more. Only to be called while nobody delivers. */
export async function releaseAllClaims(tx: WriteTransaction): Promise<void> {
  const deliveries = await tx.all(claimed, [tx.now]);
  for (const { id } of deliveries) await tx.run(unclaim, [tx.now, id]);
  for (const id of new Set(deliveries.map((delivery) => delivery.subscription_id))) {
    await tx.run(dueNow, [tx.now, id, tx.now]);
  }
  await tx.run(unclaimRedeliveries, [tx.now]);
}
