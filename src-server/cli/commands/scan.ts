import { scanList, scanRelease, scanShow } from '../../operations/scan.ts';
import type { Command } from '../definition/define-command.ts';
import { listCommand, operationCommand, showCommand } from '../definition/operation-command.ts';

export const commands: readonly Command[] = [
  listCommand(scanList, {
    examples: ['scan list --event winter-gala --limit 20'],
    heading: ['scan', 'at', 'result', 'reason', 'ticket', 'entry point'],
    row: ({ reference, scanned_at, result, reason, ticket, scanner_location }) => [
      reference,
      scanned_at,
      result,
      reason,
      ticket,
      scanner_location?.name,
    ],
    none: 'No scans.',
  }),
  showCommand(scanShow, { examples: ['scan show scn_01j…'] }),
  operationCommand(scanRelease, {
    examples: ['scan release scn_01j… --kind mistake --note "The wrong twin"'],
  }),
];
