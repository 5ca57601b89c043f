import { routeTable } from '../../shared/contract/route-table.ts';
import { answerList } from '../http/answer-list.ts';
import { notFound } from '../http/api-error.ts';
import type { Operate } from '../http/call.ts';
import { parseListQuery } from '../http/list-query.ts';
import { compileBody } from '../http/validate-body.ts';
import { readConflict as findConflict } from '../services/reads/read-one.ts';
import { selectConflicts } from '../services/reads/select-lists.ts';
import { resolveConflict as resolve } from '../services/scans/resolve-conflict.ts';
import { requireEvent } from './visible-event.ts';

const validate = compileBody(routeTable.resolveConflict.request);

/** Pollers hear of conflicts that were withdrawn: in incremental mode they come as tombstones, asked for or not. */
export const listConflicts: Operate = (call) =>
  call.database.read(async (tx) => {
    const event = await requireEvent(call, tx);
    const query = parseListQuery(call.query, call.contract.query);
    const { state } = query;
    const includeDeleted = query.includeDeleted || query.updatedSince !== null;
    const selection = selectConflicts(event, { includeDeleted, state });
    return answerList(call, tx, { name: `conflicts of ${event.reference}`, selection, query });
  });

export const readConflict: Operate = (call) =>
  call.database.read(async (tx) => {
    const conflict = await findConflict(tx, call.caller, call.param('reference'));
    if (conflict === null) throw notFound();
    return { status: 200, body: { data: conflict } };
  });

export const resolveConflict: Operate = async (call) => {
  const { note, resolved_by = call.caller.clientName } = validate(call.json);
  const reference = call.param('reference');
  const conflict = await call.database.write(async (tx) => {
    if ((await findConflict(tx, call.caller, reference)) === null) throw notFound();
    await resolve(tx, reference, { note, resolved_by });
    return findConflict(tx, call.caller, reference);
  });
  return { status: 200, body: { data: conflict } };
};
