import { Type } from 'typebox';
import { formatInstant } from '../../shared/instant.ts';
import { listAuditEntries } from '../store/access/audit-log.ts';
import { count, optional, text } from './definition/inputs.ts';
import { defineView } from './definition/operation.ts';
import { idOf } from './definition/reading.ts';
import { requireOrganiser } from '../rules/require-row.ts';

export const auditList = defineView({
  name: 'audit.list',
  summary: 'Who did what, newest first, without names of guests',
  role: 'owner',
  input: Type.Object({
    organiser: optional(text('ORG', 'what concerns one organiser')),
    limit: optional(count('N', 'how many'), '50'),
  }),
  run: async (tx, { organiser, limit = 50 }) => {
    const organiserId = await idOf(tx, requireOrganiser, organiser);
    const entries = await listAuditEntries(tx, { organiserId, limit });
    return entries.map((entry) => {
      const { actor, address, operation, resource, organiser: owner } = entry;
      const input: unknown = JSON.parse(entry.input);
      const at = formatInstant(entry.at);
      return { at, actor, address, operation, resource, organiser: owner, input };
    });
  },
});
