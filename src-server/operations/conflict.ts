import { Type } from 'typebox';
import { conflictsOf } from '../api/scanner/conflicts.ts';
import { readNumberedPage, readOne } from '../api/lists/list-rows.ts';
import { requireFound } from '../rules/domain-error.ts';
import { getEvent } from '../store/events.ts';
import { choice, count, event, optional, text } from './definition/inputs.ts';
import { defineView } from './definition/operation.ts';
import { requireConflict, requireEvent } from '../rules/require-row.ts';

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

export const conflictShow = defineView({
  name: 'conflict.show',
  summary: 'One conflict, with the scans that it is about',
  role: 'viewer',
  input: Type.Object({ conflict: text('CFL', 'which conflict') }),
  run: async (tx, { conflict: reference }) => {
    const { event_id } = await requireConflict(tx, reference);
    const all = conflictsOf(await getEvent(tx, event_id), { includeDeleted: true, state: null });
    return requireFound((await readOne(tx, all, reference)) ?? undefined, 'conflict', reference);
  },
});
