import {
  webhookDeliveryRoutes,
  type RequestedDeliveries,
  type WebhookDelivery,
} from '../../../shared/resources/webhook-deliveries.ts';
import {
  isWebhookEventName,
  type WebhookEventName,
} from '../../../shared/resources/webhook-events.ts';
import { FEW_ROWS, MAX_REQUESTED_DELIVERIES } from '../../../shared/contract/limits.ts';
import {
  addMicros,
  instantFromMicros,
  parseInstant,
  type Instant,
} from '../../../shared/instant.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import { examplePayload } from '../../examples/webhook-events.ts';
import { membersOf } from '../../docs/json.ts';
import {
  describeDeliveries,
  redeliver,
  sendTest,
} from '../../webhooks/management/webhook-deliveries.ts';
import type { OwnSubscription } from '../../webhooks/management/webhook-subscriptions.ts';
import { notFound, validationFailed } from '../../http/errors/api-error.ts';
import { withOptionalKey } from '../../http/idempotency.ts';
import type {
  Handler,
  HandlersOf,
  HandlerResult,
  RequestContext,
} from '../../http/request-context.ts';
import { compileBody } from '../../http/bodies/validate-body.ts';
import { readTexts } from '../../store/rows.ts';
import { listMissed, requestMissed } from '../../webhooks/store/missed.ts';
import { selectDeliveries } from '../../webhooks/store/delivery-log.ts';
import { respondWithList } from '../lists/list.ts';
import { parseListQuery } from '../lists/list-parameters.ts';
import { readOne, listSource, type RowOf, type Selection } from '../lists/list-rows.ts';
import { keyOptions, optionalBody, requireOwn } from './webhooks.ts';

const validateMissed = compileBody(webhookDeliveryRoutes.sendMissedDeliveries.request);
const validateTest = compileBody(webhookDeliveryRoutes.testWebhook.request);

const listWebhookDeliveries: Handler = (context) =>
  respondWithList(context, async (tx) => {
    const { id, reference } = await requireOwn(tx, context);
    const query = parseListQuery(context.query, context.contract.query);
    return { name: `deliveries of ${reference}`, selection: deliveriesOf(id), query };
  });

const beginning = instantFromMicros(0);

const listMissedDeliveries: Handler = (context) =>
  respondWithList(context, async (tx) => {
    const { id, reference } = await requireOwn(tx, context);
    const query = parseListQuery(context.query, context.contract.query);
    // What happened in this moment counts.
    const range = { since: query.since ?? beginning, until: addMicros(tx.now, 1) };
    const few = await listMissed(tx, id, range, FEW_ROWS);
    const filter = { few, by: 'subscription_id', conditions: {}, isByScans: false } as const;
    return { name: `missed by ${reference}`, selection: { ...deliveriesOf(id), filter }, query };
  });

const sendMissedDeliveries: Handler = async (context) => {
  const answer = await withOptionalKey(context, keyOptions(context), async () => {
    await context.database.read((tx) => requireOwn(tx, context));
    const { since, until } = validateMissed(optionalBody(context));
    const range = { since: momentOf('since', since), until: momentOf('until', until) };
    return async (tx) => {
      const subscription = await requireOwn(tx, context);
      if (subscription.is_active === 0) {
        throw validationFailed({ body: ['The subscription is switched off: switch it on first.'] });
      }
      const most = MAX_REQUESTED_DELIVERIES;
      const missed = await listMissed(
        tx,
        subscription.id,
        { since: range.since ?? beginning, until: range.until ?? addMicros(tx.now, 1) },
        most + 1,
      );
      const deliveries = await requestMissed(tx, subscription, missed.slice(0, most));
      const data: RequestedDeliveries = { deliveries, is_complete: missed.length <= most };
      return { status: 202, body: { data }, contactId: null };
    };
  });
  context.wakeWebhooks();
  return answer;
};

function momentOf(field: string, text: string | null | undefined): Instant | null {
  if (text === null || text === undefined) return null;
  const moment = parseInstant(text);
  if (moment === null) throw validationFailed({ [field]: ['Expected a time that exists.'] });
  return moment;
}

const testWebhook: Handler = (context) =>
  requestAttempt(
    context,
    () => validateTest(optionalBody(context)),
    (tx, subscription, { event_name = null }) => sendExample(tx, subscription, event_name),
  );

/** Requests a delivery of an example; of the subscription's first event, if none is named. */
export function sendExample(
  tx: WriteTransaction,
  subscription: OwnSubscription,
  event: WebhookEventName | null,
): ReturnType<typeof sendTest> {
  const known = (readTexts(subscription.events) ?? []).filter(isWebhookEventName);
  const name = event ?? known[0] ?? 'order.created';
  return sendTest(tx, subscription, { name, data: membersOf(examplePayload(name)) });
}

const redeliverWebhook: Handler = (context) =>
  requestAttempt(
    context,
    () => context.param('delivery'),
    async (tx, { id }, delivery) => {
      if ((await readOne(tx, deliveriesOf(id), delivery)) === null) throw notFound();
      return redeliver(tx, delivery);
    },
  );

export const webhookDeliveryHandlers: HandlersOf<typeof webhookDeliveryRoutes> = {
  listWebhookDeliveries,
  listMissedDeliveries,
  sendMissedDeliveries,
  testWebhook,
  redeliverWebhook,
};

/** Answers with the delivery, and makes its attempt begin. */
async function requestAttempt<Input>(
  context: RequestContext,
  readInput: () => Input,
  request: (
    tx: WriteTransaction,
    subscription: OwnSubscription,
    input: Input,
  ) => Promise<{ readonly reference: string }>,
): Promise<HandlerResult> {
  const answer = await withOptionalKey(context, keyOptions(context), async () => {
    await context.database.read((tx) => requireOwn(tx, context));
    const input = readInput();
    return async (tx) => {
      const subscription = await requireOwn(tx, context);
      const { reference } = await request(tx, subscription, input);
      const data = await readOne(tx, deliveriesOf(subscription.id), reference);
      return { status: 202, body: { data }, contactId: null };
    };
  });
  context.wakeWebhooks();
  return answer;
}

const deliveryRows = listSource('webhook_deliveries', (db, ids) =>
  selectDeliveries(db).select('d.created_at as updated_at').where('d.id', 'in', ids),
);

type DeliveryRow = RowOf<typeof deliveryRows>;

function deliveriesOf(
  subscriptionId: number,
): Selection<'webhook_deliveries', DeliveryRow, WebhookDelivery> {
  return {
    source: deliveryRows,
    where: { subscription_id: subscriptionId },
    toResources: (tx: ReadTransaction, rows) => describeDeliveries(tx, rows),
  };
}
