import { exportedCodes } from '../../api/exported-codes.ts';
import { formatOf, rowFormats } from '../csv/write-pages.ts';
import type { Command, Given } from '../define-command.ts';
import { defineDatabaseCommand } from '../define-operation.ts';
import { choice, eventReference, optional, orElse, text } from '../flags.ts';

/** Those that the row of a ticket has: a check-in does not change it. */
const statuses = ['valid', 'cancelled', 'refunded'] as const;

export const exportScansFlags = {
  event: eventReference('whose scans'),
  format: optional(choice('FORMAT', 'csv unless --json', rowFormats)),
} as const;

export const exportTicketsFlags = {
  event: eventReference('whose tickets'),
  format: optional(
    choice('FORMAT', 'csv unless --json; html is for printing', [...rowFormats, 'html']),
  ),
  ticketType: optional(text('TT', 'only those of this type, by reference or name')),
  order: optional(text('ORD', 'only those of this order')),
  status: optional(choice('STATUS', 'only those with this status', statuses)),
  codes: orElse(
    choice('KIND', 'signed ones admit also where a door does not know the ticket', exportedCodes),
    'signed',
  ),
} as const;

export const exportCommands: readonly Command[] = [
  defineDatabaseCommand(
    {
      name: 'scans',
      summary: 'Every entry scan of an event, oldest first',
      operands: [],
      flags: exportScansFlags,
      check: refuseTwoFormats,
      examples: ['export scans --event winter-gala > scans.csv'],
    },
    async () => (await import('../operations/export.ts')).exportScansToFile,
  ),
  defineDatabaseCommand(
    {
      name: 'tickets',
      summary: 'The tickets of an event with codes and holders, oldest first, or to print',
      operands: [],
      flags: exportTicketsFlags,
      check: refuseTwoFormats,
      examples: [
        'export tickets --event winter-gala > tickets.csv',
        'export tickets --event winter-gala --format html > tickets.html',
      ],
    },
    async () => (await import('../operations/export.ts')).exportTicketsToFile,
  ),
];

function refuseTwoFormats({
  values,
  common,
}: Given<typeof exportScansFlags | typeof exportTicketsFlags>): void {
  formatOf(values.format, common.json);
}
