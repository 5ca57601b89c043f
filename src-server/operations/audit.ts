import { formatInstant } from '../../shared/instant.ts';
import type { ReadTransaction } from '../database/transaction.ts';
import { inOrderOf } from '../api/lists/list-rows.ts';
import { readAuditEntries } from '../store/access/audit-log.ts';
import { walkAudit } from '../store/lists/walk-small.ts';
import { optional, text, time } from './definition/inputs.ts';
import { defineList } from './definition/list.ts';
import { idOf } from './definition/reading.ts';
import { requireOrganiser } from '../rules/require-row.ts';

/** What the list and its file are narrowed by. */
export const auditFilters = {
  from: optional(time('what was done then or later')),
  until: optional(time('what was done earlier')),
};
export const auditSearch = 'parts of who did it, of the operation, or of the resource';

export const auditList = defineList({
  name: 'audit.list',
  summary: 'Who did what, newest first, without names of guests',
  role: 'owner',
  filters: {
    organiser: optional(text('ORG', 'what concerns one organiser')),
    ...auditFilters,
  },
  search: auditSearch,
  sorts: {
    newest: { by: 'k.id', tie: 'k.id', direction: 'desc' },
    oldest: { by: 'k.id', tie: 'k.id', direction: 'asc' },
  },
  choose: async (tx, { organiser, from, until, search }, sort) =>
    walkAudit(
      { organiserId: await idOf(tx, requireOrganiser, organiser), from, until, search },
      sort,
    ),
  describe: readEntries,
});

async function readEntries(tx: ReadTransaction, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return inOrderOf(ids, await readAuditEntries(tx, ids)).map((entry) => {
    const { actor, address, operation, resource, organiser: owner } = entry;
    const input: unknown = JSON.parse(entry.input);
    const at = formatInstant(entry.at);
    return { at, actor, address, operation, resource, organiser: owner, input };
  });
}
