import { answerList } from '../http/answer-list.ts';
import type { Operate } from '../http/call.ts';
import { parseListQuery } from '../http/list-query.ts';
import { selectScans } from '../services/reads/select-lists.ts';
import { requireEvent } from './visible-event.ts';

export const listScans: Operate = (call) =>
  call.database.read(async (tx) => {
    const event = await requireEvent(call, tx);
    const query = parseListQuery(call.query, call.contract.query);
    const name = `scans of ${event.reference}`;
    return answerList(call, tx, { name, selection: selectScans(event), query });
  });
