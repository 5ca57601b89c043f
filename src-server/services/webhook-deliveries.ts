import { formatInstant } from '../../shared/instant.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import {
  findDelivery,
  insertRedelivery,
  listAttempts,
  listNewestDeliveries,
  type LoggedAttempt,
} from '../webhooks/store/delivery-log.ts';
import { findSubscription } from '../webhooks/store/subscriptions.ts';
import { found } from './domain-error.ts';

/** One line of the delivery log (§6.5). Times as in REST. */
export interface DeliveryLogEntry {
  readonly reference: string;
  readonly event: string;
  readonly status: 'pending' | 'delivered' | 'failed' | 'cancelled';
  readonly created_at: string;
  readonly next_attempt_at: string | null;
  readonly attempts: readonly DeliveryLogAttempt[];
}

export interface DeliveryLogAttempt {
  readonly number: number;
  readonly at: string;
  readonly status: 'delivered' | 'failed';
  readonly response_code: number | null;
  readonly response_body: string | null;
  /** Why no answer counted; null when the answer speaks for itself. */
  readonly error: string | null;
  readonly duration_ms: number;
}

export const DEFAULT_LOG_ENTRIES = 100;

/** The delivery log of a subscription, newest first, each with its attempts in order. */
export async function listDeliveries(
  tx: ReadTransaction,
  subscription: string,
  limit: number = DEFAULT_LOG_ENTRIES,
): Promise<readonly DeliveryLogEntry[]> {
  const row = found(await findSubscription(tx, subscription), 'webhook subscription', subscription);
  const entries: DeliveryLogEntry[] = [];
  for (const delivery of await listNewestDeliveries(tx, row.id, limit)) {
    const attempts = await listAttempts(tx, delivery.id);
    const { reference, name, status, created_at, next_attempt_at } = delivery;
    entries.push({
      reference,
      event: name,
      status,
      created_at: formatInstant(created_at),
      next_attempt_at: next_attempt_at === null ? null : formatInstant(next_attempt_at),
      attempts: attempts.map(describeAttempt),
    });
  }
  return entries;
}

/**
 * Asks for one more attempt of a delivery, at once: the same reference and bytes, the current secret, also while the subscription is
 * inactive. It changes neither the schedule nor the subscription's health.
 */
export async function redeliver(
  tx: WriteTransaction,
  reference: string,
): Promise<{ readonly reference: string; readonly subscription: string }> {
  const delivery = found(await findDelivery(tx, reference), 'webhook delivery', reference);
  await insertRedelivery(tx, delivery.id);
  return { reference, subscription: delivery.subscription };
}

function describeAttempt(attempt: LoggedAttempt): DeliveryLogAttempt {
  const { number, status, response_code, response_body, error, duration_ms } = attempt;
  const at = formatInstant(attempt.at);
  return { number, at, status, response_code, response_body, error, duration_ms };
}
