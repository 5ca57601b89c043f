import { Type } from 'typebox';
import { readNumberedPage, readOne } from '../api/lists/list-rows.ts';
import { scansOf } from '../api/resources/scans.ts';
import { requireFound } from '../rules/domain-error.ts';
import { getEvent } from '../store/events.ts';
import { count, event, optional, text } from './definition/inputs.ts';
import { defineView } from './definition/operation.ts';
import { requireEvent, requireScan } from '../rules/require-row.ts';

export const scanList = defineView({
  name: 'scan.list',
  summary: 'The scans of an event, newest first; "export scans" writes all of them',
  role: 'viewer',
  input: Type.Object({
    event: event('event whose scans to list'),
    limit: optional(count('N', 'how many'), '50'),
  }),
  run: async (tx, { event: of, limit = 50 }) =>
    readNumberedPage(tx, scansOf(await requireEvent(tx, of)), { page: 1, perPage: limit }),
});

export const scanShow = defineView({
  name: 'scan.show',
  summary: 'One scan',
  role: 'viewer',
  input: Type.Object({ scan: text('SCN', 'which scan') }),
  run: async (tx, { scan: reference }) => {
    const { event_id } = await requireScan(tx, reference);
    const scan = await readOne(tx, scansOf(await getEvent(tx, event_id)), reference);
    return requireFound(scan ?? undefined, 'scan', reference);
  },
});
