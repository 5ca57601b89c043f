import { answerList } from '../http/answer-list.ts';
import { notFound } from '../http/api-error.ts';
import type { Operate } from '../http/call.ts';
import { parseListQuery } from '../http/list-query.ts';
import { readOrder as findOrder } from '../services/reads/read-one.ts';
import { selectEventOrders, selectOrders } from '../services/reads/select-lists.ts';
import { requireEvent } from './visible-event.ts';

export const listEventOrders: Operate = (call) =>
  call.database.read(async (tx) => {
    const event = await requireEvent(call, tx);
    const query = parseListQuery(call.query, call.contract.query);
    const name = `orders of ${event.reference}`;
    return answerList(call, tx, { name, selection: selectEventOrders(event), query });
  });

export const listOrders: Operate = (call) =>
  call.database.read((tx) => {
    const query = parseListQuery(call.query, call.contract.query);
    return answerList(call, tx, { name: 'orders', selection: selectOrders(call.caller), query });
  });

export const readOrder: Operate = (call) =>
  call.database.read(async (tx) => {
    const order = await findOrder(tx, call.caller, call.param('reference'));
    if (order === null) throw notFound();
    return { status: 200, body: { data: order } };
  });
