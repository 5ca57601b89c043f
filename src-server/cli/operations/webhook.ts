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
import type { createFlags, deliveriesFlags, listFlags, rotateFlags } from '../commands/webhook.ts';
import type { Given, GivenOperands } from '../define-command.ts';
import { renderDeliveries, renderSubscriptions } from '../render-webhooks.ts';

export const list = {
  work: async (database: Database, { values }: Given<typeof listFlags>) => ({
    data: await database.read((tx) => listOrganiserSubscriptions(tx, values.organiser)),
  }),
  render: renderSubscriptions,
};

export const create = {
  work: async (database: Database, { values }: Given<typeof createFlags>) => {
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

export async function enable(tx: WriteTransaction, { operands: [reference = ''] }: GivenOperands) {
  return subscriptionResource(await enableSubscription(tx, reference));
}

export async function rotate(
  tx: WriteTransaction,
  { operands: [reference = ''], values }: Given<typeof rotateFlags>,
) {
  const { secret, formerUntil } = await rotateSecretOf(tx, reference, values.overlap);
  return { reference, secret, former_secrets_until: formatOrNull(formerUntil) };
}

export async function remove(tx: WriteTransaction, { operands: [reference = ''] }: GivenOperands) {
  return subscriptionResource(await removeSubscription(tx, reference));
}

export const deliveries = {
  work: async (
    database: Database,
    { operands: [reference = ''], values }: Given<typeof deliveriesFlags>,
  ) => ({ data: await database.read((tx) => listDeliveries(tx, reference, values.limit)) }),
  render: renderDeliveries,
};

export function redeliverOnce(tx: WriteTransaction, { operands: [reference = ''] }: GivenOperands) {
  return redeliver(tx, reference);
}

export const show = showing(async (tx, reference) =>
  subscriptionResource(await readSubscription(tx, reference)),
);
