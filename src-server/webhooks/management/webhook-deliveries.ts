import type {
  WebhookAttempt,
  WebhookDelivery,
} from '../../../shared/resources/webhook-deliveries.ts';
import type { WebhookEventName } from '../../../shared/resources/webhook-events.ts';
import { formatInstant } from '../../../shared/instant.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import { renderTestPayload } from '../payload.ts';
import {
  findDelivery,
  findLoggedDelivery,
  insertRedelivery,
  listAttempts,
  deliveryStanding,
  selectDeliveries,
  type LoggedAttempt,
  type LoggedDelivery,
} from '../store/delivery-log.ts';
import { insertTestDelivery } from '../store/outbox.ts';
import type { SubscriptionRow } from '../store/subscriptions.ts';
import { requireFound } from '../../rules/domain-error.ts';

/** One log entry, with the body of its requests. Throws `resource.not_found`. */
export async function readDelivery(
  tx: ReadTransaction,
  reference: string,
): Promise<WebhookDelivery & { readonly body: string }> {
  const found = await findLoggedDelivery(tx, reference);
  const delivery = requireFound(found, 'webhook delivery', reference);
  const [described] = await describeDeliveries(tx, [delivery]);
  return { ...requireFound(described, 'webhook delivery', reference), body: delivery.body };
}

/** The log entries of the deliveries with these numbers, in their order. */
export async function readDeliveries(
  tx: ReadTransaction,
  ids: readonly number[],
): Promise<readonly WebhookDelivery[]> {
  if (ids.length === 0) return [];
  const rows = await selectDeliveries(tx.db).where('d.id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return describeDeliveries(
    tx,
    ids.flatMap((id) => byId.get(id) ?? []),
  );
}

/** Log entries of these deliveries, in their order. */
export async function describeDeliveries(
  tx: ReadTransaction,
  deliveries: readonly LoggedDelivery[],
): Promise<readonly WebhookDelivery[]> {
  const attempts = await listAttempts(
    tx,
    deliveries.map(({ id }) => id),
  );
  const attemptsOf = Map.groupBy(attempts, ({ delivery_id }) => delivery_id);
  return deliveries.map((delivery) => {
    const { status, nextAttemptAt } = deliveryStanding(delivery);
    return {
      reference: delivery.reference,
      event: delivery.name,
      status,
      created_at: formatInstant(delivery.created_at),
      next_attempt_at: nextAttemptAt === null ? null : formatInstant(nextAttemptAt),
      attempts: (attemptsOf.get(delivery.id) ?? []).map(describeAttempt),
    };
  });
}

/**
 * Requests one more attempt of a delivery immediately: same reference and bytes, current secret, even if the subscription is inactive.
 * It affects neither the schedule nor the subscription's health.
 */
export async function redeliver(
  tx: WriteTransaction,
  reference: string,
): Promise<{ readonly reference: string; readonly subscription: string }> {
  const delivery = requireFound(await findDelivery(tx, reference), 'webhook delivery', reference);
  await insertRedelivery(tx, delivery.id);
  return { reference, subscription: delivery.subscription };
}

/**
 * Requests a delivery of an event that did not happen, marked `"test": true`, to this subscription alone: one attempt, even if the
 * subscription is inactive or its client may not see the event. It affects neither the schedule nor the subscription's health.
 */
export async function sendTest(
  tx: WriteTransaction,
  subscription: SubscriptionRow,
  { name, data }: { readonly name: WebhookEventName; readonly data: object },
): Promise<{ readonly reference: string; readonly subscription: string }> {
  const body = renderTestPayload(name, data, tx.now);
  const { id, reference } = await insertTestDelivery(tx, subscription, { name, body });
  await insertRedelivery(tx, id);
  return { reference, subscription: subscription.reference };
}

function describeAttempt(attempt: LoggedAttempt): WebhookAttempt {
  const { number, status, response_code, response_body, error, duration_ms } = attempt;
  const at = formatInstant(attempt.at);
  return { number, at, status, response_code, response_body, error, duration_ms };
}
