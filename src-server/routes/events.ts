import { answerList } from '../http/answer-list.ts';
import type { Operate } from '../http/call.ts';
import { parseListQuery } from '../http/list-query.ts';
import { readEventDetails } from '../services/reads/read-one.ts';
import { selectEvents } from '../services/reads/select-lists.ts';
import { requireEvent } from './visible-event.ts';

export const listEvents: Operate = (call) =>
  call.database.read((tx) => {
    const query = parseListQuery(call.query, call.contract.query);
    const selection = selectEvents(call.caller, query);
    return answerList(call, tx, { name: 'events', selection, query });
  });

export const readEvent: Operate = (call) =>
  call.database.read(async (tx) => {
    const event = await requireEvent(call, tx);
    parseListQuery(call.query, call.contract.query);
    return { status: 200, body: { data: await readEventDetails(tx, event) } };
  });
