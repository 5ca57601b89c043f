import { exportAttendance } from '../../../api/exports/attendance-export.ts';
import { exportContacts } from '../../../api/exports/contact-export.ts';
import type { Export, ExportFormat } from '../../../api/exports/export.ts';
import { exportOrders } from '../../../api/exports/order-export.ts';
import { exportScans } from '../../../api/exports/scan-export.ts';
import type { Database } from '../../../database/database.ts';
import { defineDatabaseCommand } from '../../definition/database-command.ts';
import type { Command } from '../../definition/define-command.ts';
import type { Terminal } from '../../definition/terminal.ts';
import { delimiterFlag, formatOf, printExport, rowFormatFlag } from '../../export/print-export.ts';
import { printTickets, ticketExportFlags } from '../../export/print-tickets.ts';
import { eventReference, optionalFlag, textFlag, type FlagValues } from '../../flags/flags.ts';
import { UsageError } from '../../flags/usage-error.ts';

const formatFlags = { format: rowFormatFlag, delimiter: delimiterFlag } as const;
const ofEvent = (whose: string) => ({ event: eventReference(whose), ...formatFlags }) as const;

const orderFlags = {
  event: optionalFlag(eventReference('only those of this event, with its add-ons and answers')),
  organiser: optionalFlag(textFlag('ORG', 'those of all its events')),
  ...formatFlags,
} as const;
const contactFlags = { organiser: textFlag('ORG', 'whose people'), ...formatFlags } as const;

export const commands: readonly Command[] = [
  defineDatabaseCommand(
    {
      name: 'scans',
      summary: 'Every entry scan of an event, oldest first',
      operands: [],
      flags: ofEvent('whose scans'),
      check: refuseTwoFormats,
      examples: ['export scans --event winter-gala > scans.csv'],
    },
    { work: printing((database, { event }) => exportScans(database, event)) },
  ),
  defineDatabaseCommand(
    {
      name: 'tickets',
      summary:
        'The tickets of an event with codes, holders and buyers, oldest first; CSV has those of orders that wait for payment too, and can be imported',
      operands: [],
      flags: ticketExportFlags,
      check: refuseTwoFormats,
      examples: [
        'export tickets --event winter-gala > tickets.csv',
        'export tickets --event winter-gala --format html > tickets.html',
      ],
    },
    { work: printTickets },
  ),
  defineDatabaseCommand(
    {
      name: 'orders',
      summary: 'The orders of an event, or of an organiser, oldest first',
      operands: [],
      flags: orderFlags,
      check: (given) => {
        refuseTwoFormats(given);
        ordersOf(given.values);
      },
      examples: ['export orders --event winter-gala > orders.csv'],
      notes: ['Either --event or --organiser is needed.'],
    },
    { work: printing((database, values) => exportOrders(database, ordersOf(values))) },
  ),
  defineDatabaseCommand(
    {
      name: 'contacts',
      summary: 'The people of an organiser',
      operands: [],
      flags: contactFlags,
      check: refuseTwoFormats,
      examples: ['export contacts --organiser org_01j… > contacts.csv'],
    },
    { work: printing((database, { organiser }) => exportContacts(database, organiser)) },
  ),
  defineDatabaseCommand(
    {
      name: 'attendance',
      summary: 'The tickets of an event, with when and where each was admitted first',
      operands: [],
      flags: ofEvent('whose tickets'),
      check: refuseTwoFormats,
      examples: ['export attendance --event winter-gala --delimiter ";" > attendance.csv'],
    },
    { work: printing((database, { event }) => exportAttendance(database, event)) },
  ),
];

type FormatValues = FlagValues<typeof formatFlags>;

/** Prints what `open` opens; returns nothing for the command to print. */
function printing<Values extends FormatValues>(
  open: (database: Database, values: Values) => Promise<Export>,
) {
  return async (
    database: Database,
    { values, common }: { readonly values: Values; readonly common: { readonly json: boolean } },
    terminal: Terminal,
  ): Promise<null> => {
    const { delimiter } = values;
    const format: ExportFormat = formatOf(values.format, common.json);
    await printExport(terminal, await open(database, values), { format, delimiter });
    return null;
  };
}

function refuseTwoFormats({
  values,
  common,
}: {
  readonly values: { readonly format?: string | undefined };
  readonly common: { readonly json: boolean };
}): void {
  formatOf(values.format, common.json);
}

function ordersOf({
  event,
  organiser,
}: FlagValues<typeof orderFlags>): Parameters<typeof exportOrders>[1] {
  if (event !== undefined && organiser === undefined) return { event };
  if (organiser !== undefined && event === undefined) return { organiser };
  throw new UsageError('Expected either --event or --organiser.');
}
