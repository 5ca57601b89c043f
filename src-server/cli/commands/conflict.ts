import { conflictList, conflictResolve, conflictShow } from '../../operations/conflict.ts';
import type { Command } from '../definition/define-command.ts';
import { listCommand, operationCommand, showCommand } from '../definition/operation-command.ts';

export const commands: readonly Command[] = [
  listCommand(conflictList, {
    examples: ['conflict list --event winter-gala --status open'],
    heading: ['conflict', 'at', 'kind', 'status', 'ticket', 'entry points', 'stations'],
    row: ({ reference, created_at, kind, state, ticket, scans }) => [
      reference,
      created_at,
      kind,
      state,
      ticket,
      scans.map(({ scanner_location }) => scanner_location?.name ?? 'box office').join(', '),
      scans.map(({ station }) => station ?? '').join(', '),
    ],
    none: 'No conflicts.',
  }),
  operationCommand(conflictResolve, {
    examples: ['conflict resolve cfl_01j… --note "Two scans of one guest"'],
  }),
  showCommand(conflictShow, { examples: ['conflict show cfl_01j…'] }),
];
