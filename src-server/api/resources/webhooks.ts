import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type WebhookSubscription, webhookRoutes } from '../../../shared/resources/webhooks.ts';
import { DEFAULT_OVERLAP_SECONDS, WEBHOOK_KEY_DAYS } from '../../../shared/contract/retention.ts';
import { formatInstant, MICROS_PER_DAY } from '../../../shared/instant.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { notFound } from '../../http/errors/api-error.ts';
import { checkField } from '../../http/error-handler.ts';
import { withOptionalKey, type OptionalKeyOptions } from '../../http/idempotency.ts';
import type { Handler, HandlersOf, RequestContext } from '../../http/request-context.ts';
import { compileBody } from '../../http/bodies/validate-body.ts';
import { readTexts } from '../../store/rows.ts';
import {
  createSubscription,
  deleteSubscription,
  findOwnSubscription,
  PIN_REQUIRED,
  rotateSecret,
  updateSubscription,
  type OwnSubscription,
} from '../../webhooks/management/webhook-subscriptions.ts';
import { writeFenced } from '../../webhooks/deletion-fence.ts';
import { respondWithList } from '../lists/list.ts';
import { parseListQuery } from '../lists/list-parameters.ts';
import {
  inOrderOf,
  selectRows,
  readOne,
  listSource,
  type RowOf,
  type Selection,
  type Where,
} from '../lists/list-rows.ts';
import { formatOrNull } from './summaries.ts';

const validateCreate = compileBody(webhookRoutes.createWebhook.request);
const validateUpdate = compileBody(webhookRoutes.updateWebhook.request);
const validateRotation = compileBody(webhookRoutes.rotateWebhookSecret.request);
const HasUrl = Compile(Type.Pick(webhookRoutes.createWebhook.request, ['url']));
const LacksEvent = Compile(Type.Object({ event: Type.Optional(Type.Null()) }));

/** A body that may be missing. */
export function optionalBody({ json }: RequestContext): unknown {
  return json === undefined ? {} : json;
}

/** What the options of `withOptionalKey` are for every write of webhooks. */
export function keyOptions({ database }: RequestContext): OptionalKeyOptions {
  return {
    rememberMicros: WEBHOOK_KEY_DAYS * MICROS_PER_DAY,
    write: (callback, options) => writeFenced(database, callback, options),
  };
}

/** Lists the client's own subscriptions. */
const listWebhooks: Handler = (context) =>
  respondWithList(context, () => {
    const query = parseListQuery(context.query, context.contract.query);
    const own = subscriptionsWhere({ client_id: context.caller.clientRowId, deleted_at: null });
    return { name: 'webhooks', selection: own, query };
  });

const readWebhook: Handler = (context) =>
  context.database.read(async (tx) => ({
    status: 200,
    body: { data: await readOwn(tx, context) },
  }));

/** Checks the endpoint before the transaction, because name servers may be slow. */
const createWebhook: Handler = (context) =>
  withOptionalKey(context, keyOptions(context), async () => {
    const { errors, endpoint } = await checkTarget(context);
    const needsPin = !context.caller.allEvents && LacksEvent.Check(context.json);
    const pin = needsPin ? { event: [PIN_REQUIRED] } : {};
    const body = validateCreate(context.json, { ...errors, ...pin });
    const { maxSubscriptions } = context;
    return async (tx) => {
      const { url, events, event = null } = body;
      const headers = body.headers ?? {};
      const input = { endpoint: endpoint ?? { url }, events, event, headers };
      const created = await createSubscription(tx, context.caller, input, maxSubscriptions);
      return { status: 201, body: { data: createdSubscription(created) }, contactId: null };
    };
  });

const updateWebhook: Handler = async (context) => {
  await context.database.read((tx) => requireOwn(tx, context));
  const { errors, endpoint } = await checkTarget(context);
  const { events, is_active: isActive, headers: given } = validateUpdate(context.json, errors);
  const headers = given === null ? {} : given;
  const data = await writeFenced(context.database, async (tx) => {
    await updateSubscription(tx, await requireOwn(tx, context), {
      endpoint,
      events,
      isActive,
      headers,
    });
    return readOwn(tx, context);
  });
  return { status: 200, body: { data } };
};

const rotateWebhookSecret: Handler = (context) =>
  withOptionalKey(context, keyOptions(context), async () => {
    await context.database.read((tx) => requireOwn(tx, context));
    const { overlap_seconds = DEFAULT_OVERLAP_SECONDS } = validateRotation(optionalBody(context));
    return async (tx) => {
      const row = await requireOwn(tx, context);
      const { secret, formerUntil } = await rotateSecret(tx, row, overlap_seconds);
      const former_secrets_until = formatOrNull(formerUntil);
      const data = { ...(await readOwn(tx, context)), secret, former_secrets_until };
      return { status: 200, body: { data }, contactId: null };
    };
  });

const deleteWebhook: Handler = async (context) => {
  const deleted = await writeFenced(context.database, (tx) =>
    deleteSubscription(tx, context.caller, context.param('reference')),
  );
  if (!deleted) throw notFound();
  return { status: 200, body: { message: 'The webhook subscription was deleted.' } };
};

export const webhookHandlers: HandlersOf<typeof webhookRoutes> = {
  listWebhooks,
  readWebhook,
  createWebhook,
  updateWebhook,
  rotateWebhookSecret,
  deleteWebhook,
};

/** Checks the URL of the body, if it has one that is a text: its errors are reported with all others. */
async function checkTarget({ json, checkEndpoint }: RequestContext) {
  const { value, errors } = await checkField(() =>
    HasUrl.Check(json) ? checkEndpoint(json.url) : undefined,
  );
  return { endpoint: value, errors };
}

/** The caller's own subscription that the path names. Throws `resource.not_found`. */
export async function requireOwn(
  tx: ReadTransaction,
  { caller, param }: RequestContext,
): Promise<OwnSubscription> {
  const row = await findOwnSubscription(tx, caller, param('reference'));
  if (row === null) throw notFound();
  return row;
}

async function readOwn(
  tx: ReadTransaction,
  { caller, param }: RequestContext,
): Promise<WebhookSubscription> {
  const own = subscriptionsWhere({ client_id: caller.clientRowId, deleted_at: null });
  const found = await readOne(tx, own, param('reference'));
  if (found === null) throw notFound();
  return found;
}

const subscriptionRows = listSource('webhook_subscriptions', (db, ids) =>
  db
    .selectFrom('webhook_subscriptions as t')
    .leftJoin('events as e', 'e.id', 't.event_id')
    .selectAll('t')
    .select('e.reference as event_reference')
    .where('t.id', 'in', ids),
);

type SubscriptionWithEvent = RowOf<typeof subscriptionRows>;

function subscriptionsWhere(
  where: Where<'webhook_subscriptions'>,
): Selection<'webhook_subscriptions', SubscriptionWithEvent, WebhookSubscription> {
  return {
    source: subscriptionRows,
    where,
    toResources: (_tx, rows) => rows.map(subscriptionResource),
  };
}

/** The subscriptions with these numbers, in their order. */
export async function readSubscriptionRows(
  tx: ReadTransaction,
  ids: readonly number[],
): Promise<readonly SubscriptionWithEvent[]> {
  return inOrderOf(ids, await selectRows(tx, subscriptionRows, ids));
}

/** With the secret, which is shown only once. */
export function createdSubscription(
  row: SubscriptionWithEvent,
): WebhookSubscription & { readonly secret: string } {
  return { ...subscriptionResource(row), secret: row.secret };
}

/** §2.10 without `secret`. */
export function subscriptionResource(row: SubscriptionWithEvent): WebhookSubscription {
  return {
    reference: row.reference,
    url: row.url,
    events: readTexts(row.events) ?? [],
    event: row.event_reference,
    is_active: row.is_active === 1,
    disabled_reason: row.disabled_reason,
    created_at: formatInstant(row.created_at),
  };
}
