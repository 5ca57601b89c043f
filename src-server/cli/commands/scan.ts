import type { Command } from '../define-command.ts';
import { defineDatabaseCommand } from '../define-operation.ts';
import { count, eventReference, orElse } from '../flags.ts';

export const scanListFlags = {
  event: eventReference('event whose scans to list'),
  limit: orElse(count('N', 'how many'), 50),
} as const;

export const scanCommands: readonly Command[] = [
  defineDatabaseCommand(
    {
      name: 'list',
      summary: 'The scans of an event, newest first; "export scans" writes all of them',
      operands: [],
      flags: scanListFlags,
      examples: ['scan list --event winter-gala --limit 20'],
    },
    async () => (await import('../operations/scan.ts')).scanList,
  ),
  defineDatabaseCommand(
    {
      name: 'show',
      summary: 'One scan',
      operands: ['SCN'],
      flags: {},
      examples: ['scan show scn_01j…'],
    },
    async () => (await import('../operations/scan.ts')).scanShow,
  ),
];
