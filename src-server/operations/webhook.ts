import { Type } from 'typebox';
import { DEFAULT_OVERLAP_SECONDS, MAX_OVERLAP_SECONDS } from '../../shared/contract/retention.ts';
import type { ReadTransaction } from '../database/transaction.ts';
import { deliveryStatuses } from '../database/schema.ts';
import { webhookEventNames } from '../../shared/resources/webhook-events.ts';
import { sendExample } from '../api/resources/webhook-deliveries.ts';
import { requireOrganiser } from '../rules/require-row.ts';
import { getClient } from '../store/access/clients.ts';
import { walkDeliveries, walkSubscriptions } from '../store/lists/walk-small.ts';
import { formatOrNull } from '../api/resources/summaries.ts';
import {
  createdSubscription,
  readSubscriptionRows,
  subscriptionResource,
} from '../api/resources/webhooks.ts';
import { checkEndpoint, openStoredEgress } from '../webhooks/management/check-endpoint.ts';
import { fixedHeaders } from '../webhooks/delivery-headers.ts';
import {
  readDeliveries,
  readDelivery,
  redeliver,
} from '../webhooks/management/webhook-deliveries.ts';
import {
  createConsoleSubscription,
  enableSubscription,
  readSubscription,
  removeSubscription,
  requireSubscription,
  rotateSecretOf,
  updateSubscription,
  type SubscriptionWithEvent,
} from '../webhooks/management/webhook-subscriptions.ts';
import {
  choice,
  event,
  list,
  operators,
  optional,
  secret,
  text,
  whole,
} from './definition/inputs.ts';
import { defineList } from './definition/list.ts';
import { defineOperation, defineView, type Services } from './definition/operation.ts';
import { inOrder } from './definition/reading.ts';

const webhook = text('WHK', 'which subscription');
const delivery = text('WHD', 'which delivery');

export const webhookList = defineList({
  name: 'webhook.list',
  summary: 'Every subscription of an organiser, newest first',
  role: 'manager',
  filters: { organiser: text('ORG', 'whose subscriptions') },
  search: 'words of the URL or of the events, or a reference',
  sorts: {
    newest: { by: 'k.created_at', direction: 'desc' },
    oldest: { by: 'k.created_at', direction: 'asc' },
  },
  choose: async (tx, { organiser, search }, sort) => {
    const { id } = await requireOrganiser(tx, organiser);
    return walkSubscriptions(tx, { organiserId: id, search }, sort);
  },
  describe: async (tx, ids) =>
    inOrder(await readSubscriptionRows(tx, ids), (row) => describeSubscription(tx, row)),
});

export const webhookCreate = defineOperation({
  name: 'webhook.create',
  summary: "Subscribe an endpoint in the organiser's name; its secret is shown only once",
  role: 'manager',
  fresh: true,
  needsPlan: true,
  input: Type.Object({
    organiser: text('ORG', 'whose events'),
    // Receivers put tokens into their addresses.
    url: secret(text('URL', 'where deliveries go: http or https, at a public address')),
    events: list('NAMES', 'which events, separated by commas', webhookEventNames),
    event: optional(event('only what belongs to this event')),
    webhook_allow: optional(
      operators(
        list(
          'CIDR',
          "non-public networks that the URL may lead to (default: the server's); deliveries always keep to the server's",
        ),
      ),
    ),
  }),
  /** Name servers may be slow. */
  prepare: async (database, { url, webhook_allow }) =>
    checkEndpoint(await openStoredEgress(database, webhook_allow), url),
  run: async (tx, { organiser, events, event: pin = null }, endpoint) =>
    createdSubscription(
      await createConsoleSubscription(tx, organiser, { endpoint, events, event: pin }),
    ),
});

export const webhookUpdate = defineOperation({
  name: 'webhook.update',
  summary: 'Change where a subscription delivers to, or which events',
  role: 'manager',
  fresh: true,
  input: Type.Object({
    webhook,
    url: optional(secret(text('URL', 'where deliveries go: http or https, at a public address'))),
    events: optional(list('NAMES', 'which events, separated by commas', webhookEventNames)),
  }),
  current: async (tx, input) => describeSubscription(tx, await readSubscription(tx, input.webhook)),
  prepare: async (database, { url }) =>
    url === undefined ? undefined : checkEndpoint(await openStoredEgress(database, undefined), url),
  run: async (tx, { webhook: reference, events }, endpoint) => {
    await updateSubscription(tx, await requireSubscription(tx, reference), { endpoint, events });
    return describeSubscription(tx, await readSubscription(tx, reference));
  },
});

export const webhookEnable = defineOperation({
  name: 'webhook.enable',
  summary: 'Re-enable a subscription; missed events are not sent',
  role: 'manager',
  input: Type.Object({ webhook }),
  run: async (tx, input) => describeSubscription(tx, await enableSubscription(tx, input.webhook)),
});

export const webhookRotate = defineOperation({
  name: 'webhook.rotate-secret',
  summary:
    'Give a subscription a new secret, shown only once; the old one keeps signing for --overlap seconds',
  role: 'manager',
  fresh: true,
  input: Type.Object({
    webhook,
    overlap: optional(
      whole('SECONDS', 'how long old secrets also sign; 0 ends them immediately', [
        0,
        MAX_OVERLAP_SECONDS,
      ]),
      String(DEFAULT_OVERLAP_SECONDS),
    ),
  }),
  run: async (tx, { webhook: reference, overlap = DEFAULT_OVERLAP_SECONDS }) => {
    const { secret: made, formerUntil } = await rotateSecretOf(tx, reference, overlap);
    return { reference, secret: made, former_secrets_until: formatOrNull(formerUntil) };
  },
});

export const webhookRemove = defineOperation({
  name: 'webhook.remove',
  summary:
    'Remove a subscription; its pending deliveries are not sent, and its log is no longer shown',
  role: 'manager',
  input: Type.Object({ webhook }),
  run: async (tx, input) => describeSubscription(tx, await removeSubscription(tx, input.webhook)),
});

export const webhookDeliveries = defineList({
  name: 'webhook.deliveries',
  summary: 'The delivery log of a subscription, newest first, with every attempt',
  role: 'manager',
  filters: {
    webhook,
    status: optional(choice('STATUS', 'those with one status', deliveryStatuses)),
    event_name: optional(choice('NAME', 'those of one kind of event', webhookEventNames)),
  },
  search: 'a reference',
  sorts: {
    newest: { by: 'k.created_at', tie: 'k.id', direction: 'desc' },
    oldest: { by: 'k.created_at', tie: 'k.id', direction: 'asc' },
  },
  limit: 100,
  choose: async (tx, { webhook: reference, status, event_name: name, search }, sort) => {
    const { id } = await readSubscription(tx, reference);
    return walkDeliveries(tx, { subscriptionId: id, status, name, search }, sort);
  },
  describe: readDeliveries,
});

export const webhookDelivery = defineView({
  name: 'webhook.delivery',
  summary: 'One delivery with every attempt, and what its requests hold',
  role: 'manager',
  input: Type.Object({ delivery }),
  run: async (tx, input, services) => {
    const found = await readDelivery(tx, input.delivery);
    if (services === null) return found;
    const { reference, event: name } = found;
    return { ...found, headers: fixedHeaders({ reference, name }, services.webhookHeaderPrefix) };
  },
});

export const webhookTest = defineOperation({
  name: 'webhook.test',
  summary: 'Send a signed example, marked as a test, also to a subscription that is switched off',
  role: 'manager',
  input: Type.Object({
    webhook,
    event_name: optional(
      choice('NAME', 'of which event', webhookEventNames),
      'the first of the subscription',
    ),
  }),
  run: async (tx, { webhook: reference, event_name = null }) =>
    sendExample(tx, await requireSubscription(tx, reference), event_name),
  after: wakeAndReturn,
});

export const webhookRedeliver = defineOperation({
  name: 'webhook.redeliver',
  summary:
    'Make one more attempt at a delivery, with the same reference and body, as soon as a server is running',
  role: 'manager',
  input: Type.Object({ delivery }),
  run: (tx, input) => redeliver(tx, input.delivery),
  after: wakeAndReturn,
});

export const webhookShow = defineView({
  name: 'webhook.show',
  summary: 'One subscription, without its secret',
  role: 'manager',
  input: Type.Object({ webhook }),
  run: async (tx, input) => describeSubscription(tx, await readSubscription(tx, input.webhook)),
});

/** With the client that made it; null for one of the console or the command line. */
async function describeSubscription(tx: ReadTransaction, row: SubscriptionWithEvent) {
  const client = row.client_id === null ? null : await getClient(tx, row.client_id);
  return {
    ...subscriptionResource(row),
    client: client === null ? null : { client_id: client.client_id, name: client.name },
  };
}

async function wakeAndReturn<Result extends object>(
  { wakeWebhooks }: Services,
  result: Result,
): Promise<Result> {
  wakeWebhooks();
  return result;
}
