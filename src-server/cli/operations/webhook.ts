import { showing } from './reading.ts';
import {
  createdSubscription,
  listOrganiserSubscriptions,
  subscriptionResource,
} from '../../api/webhooks.ts';
import { formatOrNull } from '../../api/summaries.ts';
import type { Database } from '../../database/database.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { checkEndpoint, openStoredEgress } from '../../domain/check-endpoint.ts';
import { listDeliveries, redeliver } from '../../domain/webhook-deliveries.ts';
import {
  createConsoleSubscription,
  enableSubscription,
  readSubscription,
  removeSubscription,
  rotateSecretOf,
} from '../../domain/webhook-subscriptions.ts';
import type {
  webhookCreateFlags,
  webhookDeliveriesFlags,
  webhookListFlags,
  webhookRotateFlags,
} from '../commands/webhook.ts';
import type { Given, GivenOperands } from '../define-command.ts';
import { renderDeliveries, renderSubscriptions } from '../render-webhooks.ts';

export const webhookList = {
  work: async (database: Database, { values }: Given<typeof webhookListFlags>) => ({
    data: await database.read((tx) => listOrganiserSubscriptions(tx, values.organiser)),
  }),
  render: renderSubscriptions,
};

export const webhookCreate = {
  work: async (database: Database, { values }: Given<typeof webhookCreateFlags>) => {
    const egress = await openStoredEgress(database, values.webhookAllow);
    const endpoint = await checkEndpoint(egress, values.url);
    const { events, event = null } = values;
    return createdSubscription(
      await database.write((tx) =>
        createConsoleSubscription(tx, values.organiser, { endpoint, events, event }),
      ),
    );
  },
};

export async function webhookEnable(
  tx: WriteTransaction,
  { operands: [reference = ''] }: GivenOperands,
) {
  return subscriptionResource(await enableSubscription(tx, reference));
}

export async function webhookRotate(
  tx: WriteTransaction,
  { operands: [reference = ''], values }: Given<typeof webhookRotateFlags>,
) {
  const { secret, formerUntil } = await rotateSecretOf(tx, reference, values.overlap);
  return { reference, secret, former_secrets_until: formatOrNull(formerUntil) };
}

export async function webhookRemove(
  tx: WriteTransaction,
  { operands: [reference = ''] }: GivenOperands,
) {
  return subscriptionResource(await removeSubscription(tx, reference));
}

export const webhookDeliveries = {
  work: async (
    database: Database,
    { operands: [reference = ''], values }: Given<typeof webhookDeliveriesFlags>,
  ) => ({ data: await database.read((tx) => listDeliveries(tx, reference, values.limit)) }),
  render: renderDeliveries,
};

export function redeliverOnce(tx: WriteTransaction, { operands: [reference = ''] }: GivenOperands) {
  return redeliver(tx, reference);
}

export const webhookShow = showing(async (tx, reference) =>
  subscriptionResource(await readSubscription(tx, reference)),
);
