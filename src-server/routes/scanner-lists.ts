import { answerList } from '../http/answer-list.ts';
import type { Operate } from '../http/call.ts';
import { parseListQuery } from '../http/list-query.ts';
import { selectAddOnLines, selectSessions } from '../services/reads/select-lists.ts';
import { requireEvent } from './visible-event.ts';

export const listSessions: Operate = (call) =>
  call.database.read(async (tx) => {
    const event = await requireEvent(call, tx);
    const query = parseListQuery(call.query, call.contract.query);
    const name = `sessions of ${event.reference}`;
    return answerList(call, tx, { name, selection: selectSessions(event), query });
  });

export const listAddOnLines: Operate = (call) =>
  call.database.read(async (tx) => {
    const event = await requireEvent(call, tx);
    const query = parseListQuery(call.query, call.contract.query);
    const name = `order lines of ${event.reference}`;
    return answerList(call, tx, { name, selection: selectAddOnLines(event), query });
  });
