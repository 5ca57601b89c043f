import type { Command } from '../define-command.ts';
import { defineDatabaseCommand } from '../define-operation.ts';
import { choice, count, eventReference, optional, orElse } from '../flags.ts';

export const conflictListFlags = {
  event: eventReference('event whose conflicts to list'),
  status: optional(choice('STATUS', 'only conflicts with this status', ['open', 'resolved'])),
  limit: orElse(count('N', 'how many'), 50),
} as const;

export const conflictCommands: readonly Command[] = [
  defineDatabaseCommand(
    {
      name: 'list',
      summary: 'The conflicts of an event, newest first',
      operands: [],
      flags: conflictListFlags,
      examples: ['conflict list --event winter-gala --status open'],
    },
    async () => (await import('../operations/conflict.ts')).conflictList,
  ),
  defineDatabaseCommand(
    {
      name: 'show',
      summary: 'One conflict, with the scans that it is about',
      operands: ['CFL'],
      flags: {},
      examples: ['conflict show cfl_01j…'],
    },
    async () => (await import('../operations/conflict.ts')).conflictShow,
  ),
];
