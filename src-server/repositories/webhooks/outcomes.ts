import type { Instant } from '../../../shared/instant.ts';
import type { CompiledStatement } from '../../database/query.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import type { Job } from './claims.ts';

/** What one request came to, as the delivery log shows it (§6.5). */
export interface Attempt {
  readonly at: Instant;
  readonly status: 'delivered' | 'failed';
  readonly response_code: number | null;
  readonly response_body: string | null;
  readonly error: string | null;
  readonly duration_ms: number;
}

type Statement = CompiledStatement<unknown>;

const byClaim: CompiledStatement<{
  attempts: number;
  status: string;
  is_current: 0 | 1;
}> = {
  sql: `select d.attempts, d.status, (s.is_active = 1 and s.epoch = d.epoch) as is_current
    from webhook_deliveries d join webhook_subscriptions s on s.id = d.subscription_id where d.id = ? and d.claim = ?`,
};

/** A delivery whose attempt is about to be recorded, if its claim still holds. */
export interface ClaimedDelivery {
  readonly attempts: number;
  readonly isPending: boolean;
  /** Whether its subscription still wants it. */
  readonly isCurrent: boolean;
}

export async function findClaimed(
  tx: WriteTransaction,
  job: Job,
): Promise<ClaimedDelivery | undefined> {
  const row = await tx.first(byClaim, [job.delivery_id, job.claim]);
  if (row === undefined) return undefined;
  const { attempts, status, is_current } = row;
  return { attempts, isPending: status === 'pending', isCurrent: is_current === 1 };
}

const addAttempt: Statement = {
  sql: `insert into webhook_attempts (delivery_id, number, at, status, response_code, response_body, error, duration_ms)
    values (?, ?, ?, ?, ?, ?, ?, ?)`,
};

export async function insertAttempt(
  tx: WriteTransaction,
  deliveryId: number,
  attempt: Attempt & { readonly number: number },
): Promise<void> {
  const { number, at, status, response_code, response_body, error, duration_ms } = attempt;
  await tx.run(addAttempt, [
    deliveryId,
    number,
    at,
    status,
    response_code,
    response_body,
    error,
    duration_ms,
  ]);
}

const deliver: CompiledStatement<{ attempts: number }> = {
  sql: `update webhook_deliveries set status = 'delivered', due_at = null, claim = null, attempts = attempts + 1,
      scheduled_attempts = scheduled_attempts + 1 where id = ? and claim = ?
    returning attempts`,
};

/**
 * Settles a delivery that arrived, whatever became of its subscription meanwhile; gives how many attempts it has behind it, or
 * undefined when the claim was lost.
 */
export function markDelivered(
  tx: WriteTransaction,
  job: Job,
): Promise<{ readonly attempts: number } | undefined> {
  return tx.first(deliver, [job.delivery_id, job.claim]);
}

const settle: Statement = {
  sql: `update webhook_deliveries set status = ?, due_at = ?, claim = null, attempts = attempts + 1,
      scheduled_attempts = scheduled_attempts + 1 where id = ?`,
};

/** Records what the attempt made of its delivery. `dueAt` is set exactly while it stays pending. */
export async function settleDelivery(
  tx: WriteTransaction,
  id: number,
  status: 'pending' | 'failed' | 'cancelled',
  dueAt: Instant | null,
): Promise<void> {
  await tx.run(settle, [status, dueAt, id]);
}

const countAttempt: Statement = {
  sql: `update webhook_deliveries set claim = null, attempts = attempts + 1, scheduled_attempts = scheduled_attempts + 1
    where id = ?`,
};

/** For a delivery that was settled otherwise while the attempt was under way. */
export async function countAttemptOnly(tx: WriteTransaction, id: number): Promise<void> {
  await tx.run(countAttempt, [id]);
}

const cancel: Statement = {
  sql: `update webhook_deliveries set status = 'cancelled', due_at = null, claim = null
    where id = ? and claim = ? and status = 'pending'`,
};

/** The subscription no longer wants it; no request was made. */
export async function cancelClaimed(tx: WriteTransaction, job: Job): Promise<void> {
  await tx.run(cancel, [job.delivery_id, job.claim]);
}

const health: Statement = {
  sql: `update webhook_subscriptions set is_failing = ?,
      next_due_at = (select min(due_at) from webhook_deliveries d
        where d.subscription_id = webhook_subscriptions.id and d.epoch = webhook_subscriptions.epoch and d.status = 'pending')
    where id = ? and epoch = ? and is_active = 1`,
};

/** The health of an endpoint is that of its last attempt. */
export async function recordHealth(
  tx: WriteTransaction,
  job: Job,
  isFailing: 0 | 1,
): Promise<void> {
  await tx.run(health, [isFailing, job.subscription_id, job.epoch]);
}

const redelivered: Statement = {
  sql: `update webhook_deliveries set attempts = attempts + 1, status = iif(?, 'delivered', status),
      due_at = iif(?, null, due_at) where id = ?`,
};

const endRedelivery: CompiledStatement<{ attempts: number }> = {
  sql: `delete from webhook_redeliveries where delivery_id = ? and claim = ?
    returning (select attempts from webhook_deliveries d where d.id = delivery_id) as attempts`,
};

/** Ends a redelivery; gives how many attempts its delivery has behind it, or undefined when the claim was lost. */
export async function takeRedelivery(
  tx: WriteTransaction,
  job: Job,
): Promise<{ readonly attempts: number } | undefined> {
  return tx.first(endRedelivery, [job.delivery_id, job.claim]);
}

/** A delivery made on demand is delivered when it arrives, and otherwise what it was. */
export async function settleRedelivery(
  tx: WriteTransaction,
  id: number,
  isDelivered: boolean,
): Promise<void> {
  const flag = isDelivered ? 1 : 0;
  await tx.run(redelivered, [flag, flag, id]);
}

const addNotice: Statement = {
  sql: `insert into webhook_notices (subscription_id, email, reason, attempts, due_at, created_at)
    select s.id, o.email, ?, 0, ?, ? from webhook_subscriptions s join organisers o on o.id = s.organiser_id
    where s.id = ? and o.email is not null`,
};

/** Puts the email to the organiser in the queue; an organiser without an address gets none. */
export async function insertNotice(
  tx: WriteTransaction,
  subscriptionId: number,
  reason: string,
): Promise<void> {
  await tx.run(addNotice, [reason, tx.now, tx.now, subscriptionId]);
}
