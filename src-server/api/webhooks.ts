import type { WebhookSubscription } from '../../shared/contract/resources.ts';
import { routeTable } from '../../shared/contract/route-table.ts';
import { formatInstant } from '../../shared/instant.ts';
import type { ReadTransaction } from '../database/transaction.ts';
import { notFound } from '../http/api-error.ts';
import type { Operate } from '../http/call.ts';
import { compileBody } from '../http/validate-body.ts';
import { findOrganiser } from '../repositories/organisers.ts';
import { readTexts } from '../repositories/texts-column.ts';
import { found } from '../services/domain-error.ts';
import { createSubscription, deleteSubscription } from '../services/webhook-subscriptions.ts';
import { writeFenced } from '../webhooks/deletion-fence.ts';
import { answerList } from './list.ts';
import { parseListQuery } from './list-query.ts';
import { readAll, rowSource, type RowOf, type Selection, type Where } from './rows.ts';

const validate = compileBody(routeTable.createWebhook.request);

/** A client's own subscriptions. */
export const listWebhooks: Operate = (call) =>
  answerList(call, () => {
    const query = parseListQuery(call.query, call.contract.query);
    const own = subscriptionsWhere({ client_id: call.caller.clientRowId, deleted_at: null });
    return { name: 'webhooks', selection: own, query };
  });

/** The endpoint is checked before the transaction: that may take as long as name servers do. */
export const createWebhook: Operate = async (call) => {
  const { url, events, event = null } = validate(call.json);
  const endpoint = await call.checkEndpoint(url);
  const created = await call.database.write((tx) =>
    createSubscription(tx, call.caller, { endpoint, events, event }),
  );
  return { status: 201, body: { data: createdSubscription(created) } };
};

export const deleteWebhook: Operate = async (call) => {
  const deleted = await writeFenced(call.database, (tx) =>
    deleteSubscription(tx, call.caller, call.param('reference')),
  );
  if (!deleted) throw notFound();
  return { status: 200, body: { message: 'The webhook subscription was deleted.' } };
};

const subscriptionRows = rowSource('webhook_subscriptions', (db, ids) =>
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

/** Every subscription of an organiser, newest first, whoever made it. */
export async function listOrganiserSubscriptions(
  tx: ReadTransaction,
  organiser: string,
): Promise<readonly WebhookSubscription[]> {
  const { id } = found(await findOrganiser(tx, organiser), 'organiser', organiser);
  const oldestFirst = await readAll(tx, subscriptionsWhere({ organiser_id: id, deleted_at: null }));
  return oldestFirst.toReversed();
}

/** With the secret, which is shown this once. */
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
    events: [...(readTexts(row.events) ?? [])],
    event: row.event_reference,
    is_active: row.is_active === 1,
    disabled_reason: row.disabled_reason,
    created_at: formatInstant(row.created_at),
  };
}
