import { releaseList } from '../../operations/scan.ts';
import type { Command } from '../definition/define-command.ts';
import { listCommand } from '../definition/operation-command.ts';

export const commands: readonly Command[] = [
  listCommand(releaseList, {
    examples: ['release list --event winter-gala --kind mistake'],
    heading: ['release', 'at', 'kind', 'ticket', 'scan', 'entry point', 'station', 'note'],
    row: ({ reference, released_at, kind, ticket, scan, scanner_location, station, note }) => [
      reference,
      released_at,
      kind,
      ticket,
      scan,
      scanner_location?.name,
      station,
      note,
    ],
    none: 'No releases.',
  }),
];
