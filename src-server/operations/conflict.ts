import { Type } from 'typebox';
import { readConflicts } from '../api/scanner/conflicts.ts';
import type { ReadTransaction } from '../database/transaction.ts';
import { closeConflict } from '../domain/scans/reconcile-conflicts.ts';
import { requireFound, wrongState } from '../rules/domain-error.ts';
import { choice, event, optional, personal, text } from './definition/inputs.ts';
import { nameOf } from './definition/actor-name.ts';
import { defineList } from './definition/list.ts';
import { defineOperation, defineView } from './definition/operation.ts';
import { idOf, rowOf } from './definition/reading.ts';
import { withHolder } from './definition/with-holder.ts';
import { walkConflicts } from '../store/lists/walk-scans.ts';
import { requireConflict, requireEvent, requireOrganiser } from '../rules/require-row.ts';

const conflict = text('CFL', 'which conflict');
const describeConflicts = withHolder('conflicts', readConflicts);

export const conflictList = defineList({
  name: 'conflict.list',
  summary: 'Conflicts, newest first',
  role: 'viewer',
  filters: {
    organiser: optional(text('ORG', 'those of one organiser')),
    event: optional(event('those of one event')),
    status: optional(choice('STATUS', 'those with one status', ['open', 'resolved'])),
  },
  search: "words of the holder's name, the holder's email, a reference, or a seat",
  sorts: {
    newest: { by: 'k.created_at', direction: 'desc' },
    oldest: { by: 'k.created_at', direction: 'asc' },
  },
  choose: async (tx, { event: of, organiser, status, search }, sort) =>
    walkConflicts(
      tx,
      {
        event: await rowOf(tx, requireEvent, of),
        organiserId: await idOf(tx, requireOrganiser, organiser),
        status,
        search,
      },
      sort,
    ),
  describe: describeConflicts,
});

export const conflictResolve = defineOperation({
  name: 'conflict.resolve',
  summary: 'Close a conflict with a note on what it was',
  role: 'manager',
  input: Type.Object({ conflict, note: personal(text('NOTE', 'what it was, and what was done')) }),
  run: async (tx, { conflict: reference, note }, _prepared, actor) => {
    const { state } = await requireConflict(tx, reference);
    if (state !== 'open') throw wrongState(`conflict ${reference}`, 'resolved');
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
  const { id } = await requireConflict(tx, reference);
  const [found] = await describeConflicts(tx, [id]);
  return requireFound(found, 'conflict', reference);
}
