import { routeTable } from '../../shared/contract/route-table.ts';
import { answerList } from '../http/answer-list.ts';
import { notFound } from '../http/api-error.ts';
import type { Operate } from '../http/call.ts';
import { parseListQuery } from '../http/list-query.ts';
import { compileBody } from '../http/validate-body.ts';
import {
  createSubscription,
  deleteSubscription,
  selectSubscriptions,
} from '../services/webhook-subscriptions.ts';

const validate = compileBody(routeTable.createWebhook.request);

export const listWebhooks: Operate = (call) =>
  call.database.read((tx) => {
    const query = parseListQuery(call.query, call.contract.query);
    const selection = selectSubscriptions(call.caller);
    return answerList(call, tx, { name: 'webhooks', selection, query });
  });

/** The endpoint is checked before the transaction: that may take as long as name servers do. */
export const createWebhook: Operate = async (call) => {
  const { url, events, event = null } = validate(call.json);
  const endpoint = await call.checkEndpoint(url);
  const subscription = await call.database.write((tx) =>
    createSubscription(tx, call.caller, { endpoint, events, event }),
  );
  return { status: 201, body: { data: subscription } };
};

export const deleteWebhook: Operate = async (call) => {
  const deleted = await call.database.write((tx) =>
    deleteSubscription(tx, call.caller, call.param('reference')),
  );
  if (!deleted) throw notFound();
  return { status: 200, body: { message: 'The webhook subscription was deleted.' } };
};
