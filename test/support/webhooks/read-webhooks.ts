import {
  readSubscriptionRows,
  subscriptionResource,
} from '../../../src-server/api/resources/webhooks.ts';
import type { ReadTransaction } from '../../../src-server/database/transaction.ts';
import { readDeliveries } from '../../../src-server/webhooks/management/webhook-deliveries.ts';
import { requireSubscription } from '../../../src-server/webhooks/management/webhook-subscriptions.ts';
import type { WebhookDelivery } from '../../../shared/resources/webhook-deliveries.ts';
import type { WebhookSubscription } from '../../../shared/resources/webhooks.ts';

/** The delivery log of a subscription, newest first. */
export async function listDeliveries(
  tx: ReadTransaction,
  subscription: string,
): Promise<readonly WebhookDelivery[]> {
  const { id } = await requireSubscription(tx, subscription);
  const rows = await tx.db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('subscription_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return readDeliveries(
    tx,
    rows.map((row) => row.id),
  );
}

/** Undefined once it was deleted. */
export async function findSubscription(
  tx: ReadTransaction,
  reference: string,
): Promise<WebhookSubscription | undefined> {
  const row = await tx.db
    .selectFrom('webhook_subscriptions')
    .select('id')
    .where('reference', '=', reference)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return (await readSubscriptionRows(tx, [row.id])).map(subscriptionResource)[0];
}
