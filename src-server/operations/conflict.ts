import { Type } from 'typebox';
import { conflictsOf } from '../api/scanner/conflicts.ts';
import type { ReadTransaction } from '../database/transaction.ts';
import { closeConflict } from '../domain/scans/reconcile-conflicts.ts';
import { readNumberedPage, readOne } from '../api/lists/list-rows.ts';
import { invalidTransition, requireFound } from '../rules/domain-error.ts';
import { getEvent } from '../store/events.ts';
import { choice, count, event, optional, personal, text } from './definition/inputs.ts';
import { nameOf } from './definition/actor-name.ts';
import { defineOperation, defineView } from './definition/operation.ts';
import { requireConflict, requireEvent } from '../rules/require-row.ts';

const conflict = text('CFL', 'which conflict');

export const conflictList = defineView({
  name: 'conflict.list',
  summary: 'The conflicts of an event, newest first',
  role: 'viewer',
  input: Type.Object({
    event: event('event whose conflicts to list'),
    status: optional(choice('STATUS', 'only conflicts with this status', ['open', 'resolved'])),
    limit: optional(count('N', 'how many'), '50'),
  }),
  run: async (tx, { event: of, status = null, limit = 50 }) => {
    const chosen = conflictsOf(await requireEvent(tx, of), {
      includeDeleted: false,
      state: status,
    });
    return readNumberedPage(tx, chosen, { page: 1, perPage: limit });
  },
});

export const conflictResolve = defineOperation({
  name: 'conflict.resolve',
  summary: 'Close a conflict with a note on what it was',
  role: 'manager',
  input: Type.Object({ conflict, note: personal(text('NOTE', 'what it was, and what was done')) }),
  run: async (tx, { conflict: reference, note }, _prepared, actor) => {
    const { state } = await requireConflict(tx, reference);
    if (state !== 'open') throw invalidTransition(`The conflict ${reference} is resolved.`);
    await closeConflict(tx, reference, { note, resolved_by: await nameOf(tx, actor) });
    return describeConflict(tx, reference);
  },
});

export const conflictShow = defineView({
  name: 'conflict.show',
  summary: 'One conflict, with the scans that it is about',
  role: 'viewer',
  input: Type.Object({ conflict }),
  run: (tx, input) => describeConflict(tx, input.conflict),
});

async function describeConflict(tx: ReadTransaction, reference: string) {
  const { event_id } = await requireConflict(tx, reference);
  const all = conflictsOf(await getEvent(tx, event_id), { includeDeleted: true, state: null });
  return requireFound((await readOne(tx, all, reference)) ?? undefined, 'conflict', reference);
}
