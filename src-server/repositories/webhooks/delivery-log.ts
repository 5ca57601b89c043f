import type { Instant } from '../../../shared/instant.ts';
import type { WebhookEventName } from '../../../shared/contract/webhooks.ts';
import type { CompiledStatement } from '../../database/query.ts';
import type { DeliveryStatus, Row } from '../../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';

export interface LoggedDelivery {
  readonly id: number;
  readonly reference: string;
  readonly name: WebhookEventName;
  readonly status: DeliveryStatus;
  readonly created_at: Instant;
  /** Null unless pending with no attempt under way. */
  readonly next_attempt_at: Instant | null;
}

export type LoggedAttempt = Row<'webhook_attempts'>;

/** A pending delivery of an ended epoch is cancelled, whether or not it has been marked so yet. */
const newest: CompiledStatement<LoggedDelivery> = {
  sql: `select d.id, d.reference, m.name, d.created_at,
      iif(d.status = 'pending' and d.epoch <> s.epoch, 'cancelled', d.status) as status,
      iif(d.status = 'pending' and d.epoch = s.epoch and d.claim is null, d.due_at, null) as next_attempt_at
    from webhook_deliveries d join webhook_messages m on m.id = d.message_id
    join webhook_subscriptions s on s.id = d.subscription_id
    where d.subscription_id = ? order by d.id desc limit ?`,
};

export function listNewestDeliveries(
  tx: ReadTransaction,
  subscriptionId: number,
  limit: number,
): Promise<readonly LoggedDelivery[]> {
  return tx.all(newest, [subscriptionId, limit]);
}

const attemptsOf: CompiledStatement<LoggedAttempt> = {
  sql: 'select * from webhook_attempts where delivery_id = ? order by number',
};

export function listAttempts(
  tx: ReadTransaction,
  deliveryId: number,
): Promise<readonly LoggedAttempt[]> {
  return tx.all(attemptsOf, [deliveryId]);
}

const byReference: CompiledStatement<{ id: number; subscription: string }> = {
  sql: `select d.id, s.reference as subscription from webhook_deliveries d
    join webhook_subscriptions s on s.id = d.subscription_id where d.reference = ? and s.deleted_at is null`,
};

/** A delivery of a subscription that was not deleted. */
export function findDelivery(
  tx: ReadTransaction,
  reference: string,
): Promise<{ readonly id: number; readonly subscription: string } | undefined> {
  return tx.first(byReference, [reference]);
}

const ask: CompiledStatement<unknown> = {
  sql: `insert into webhook_redeliveries (delivery_id, due_at, claim, created_at) values (?, ?, null, ?)
    on conflict (delivery_id) do nothing`,
};

/** Asking again before it was made changes nothing. */
export async function insertRedelivery(tx: WriteTransaction, deliveryId: number): Promise<void> {
  await tx.run(ask, [deliveryId, tx.now, tx.now]);
}
