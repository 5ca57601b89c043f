import { auditList } from '../../operations/audit.ts';
import type { Command } from '../definition/define-command.ts';
import { listCommand } from '../definition/operation-command.ts';

export const commands: readonly Command[] = [
  listCommand(auditList, {
    examples: ['audit list --organiser org_01j… --limit 20'],
    heading: ['at', 'who', 'from', 'did', 'resource', 'input'],
    row: ({ at, actor, address, operation, resource, input }) => [
      at,
      actor,
      address,
      operation,
      resource,
      JSON.stringify(input),
    ],
    none: 'Nothing was done yet.',
  }),
];
