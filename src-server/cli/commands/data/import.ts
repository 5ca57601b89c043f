import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Database } from '../../../database/database.ts';
import { invalid } from '../../../rules/domain-error.ts';
import { ImportError } from '../../../domain/sales/import-orders.ts';
import type { ImportReport } from '../../../api/csv/import-file.ts';
import { importFields, readColumnMap } from '../../../api/csv/import-fields.ts';
import { decodeImport, delimiterNames } from '../../../api/csv/read-import-rows.ts';
import { orderImport } from '../../../operations/order.ts';
import { defineDatabaseCommand } from '../../definition/database-command.ts';
import type { Given } from '../../definition/define-command.ts';
import { performAs } from '../../definition/operation-command.ts';
import { ValueError } from '../../flags/usage-error.ts';
import { choiceFlag, eventReference, listFlag, optionalFlag, yes } from '../../flags/flags.ts';
import { printable } from '../../render/printable.ts';

const columns = listFlag(
  'COLUMN=FIELD',
  `what the columns are, separated by commas (default: they are named for their fields): ${importFields.join(', ')}. Lines with one external_id are one order of the event, which later imports skip; all of its lines belong in one file`,
);

const importFlags = {
  event: eventReference('what is ordered for'),
  map: optionalFlag({
    ...columns,
    read: (given, readLocal) => checkMap(columns.read(given, readLocal)),
  }),
  delimiter: optionalFlag(
    choiceFlag('CHAR', 'what separates cells (default: what the heading shows)', [',', ';', 'tab']),
  ),
  dryRun: yes('try everything and keep nothing'),
} as const;

function checkMap(parts: readonly string[]): readonly string[] {
  try {
    readColumnMap(parts);
    return parts;
  } catch (error) {
    throw error instanceof RangeError ? new ValueError(error.message) : error;
  }
}

export const command = defineDatabaseCommand(
  {
    name: 'import',
    summary:
      'Place an order for each line of a CSV file: all of them, or none. Importing a file again places lines without an external_id a second time',
    operands: ['FILE.csv'],
    flags: importFlags,
    examples: [
      'import guests.csv --event winter-gala --dry-run',
      'import guests.csv --event winter-gala --map "E-mail=email,Ticket=ticket_type"',
    ],
  },
  { work: importFile, render: renderImport },
);

const MAX_FILE_BYTES = 32 * 1024 * 1024;

/** Imports a file in one transaction, all or nothing. Throws an `ImportError`. */
async function importFile(
  database: Database,
  { values, operands: [file = ''] }: Given<typeof importFlags>,
): Promise<Imported> {
  const { event, map, delimiter, dryRun: dry_run } = values;
  const report: ImportReport = await performAs(database, orderImport, {
    event,
    content: decodeImport(await readWhole(resolve(file))),
    map,
    delimiter: delimiter === 'tab' ? '\t' : delimiter,
    dry_run,
  });
  const { is_kept: _isKept, problems, data, ...read } = report;
  if (problems.length > 0) throw new ImportError(problems);
  // A dry run leaves the references out: they do not exist.
  return dry_run ? { dry_run, ...read } : { dry_run, ...read, data };
}

type Imported = Omit<ImportReport, 'is_kept' | 'problems' | 'data'> & {
  readonly dry_run: boolean;
  readonly data?: ImportReport['data'];
};

const MOST_COLUMNS = 12;

function renderImport(report: Imported): string {
  const { dry_run: isTried, event, lines, orders, tickets, skipped, ignored_columns } = report;
  const placed = `${counted(tickets, 'ticket')} in ${counted(orders, 'order')}, of ${counted(lines, 'line')}`;
  const columns = ignored_columns.slice(0, MOST_COLUMNS).map(printable).join(', ');
  const more = ignored_columns.length - MOST_COLUMNS;
  const again = report.without_external_id;
  return [
    isTried ? `Nothing was imported; it would be ${placed}.` : `Imported ${placed}.`,
    ...(skipped === 0
      ? []
      : [`Skipped ${counted(skipped, 'order')} whose external_id the event has already.`]),
    ...(columns === ''
      ? []
      : [`Ignored columns: ${columns}${more > 0 ? ` and ${more} more` : ''}.`]),
    ...(report.delimiter === ','
      ? []
      : [`Cells were separated by ${delimiterNames[report.delimiter]}.`]),
    ...(again === 0
      ? []
      : [
          `Without external_id: ${counted(again, 'order')}; another import of this file places them again.`,
        ]),
    ...(isTried || tickets === 0
      ? []
      : [
          `To print the tickets: gatehouse export tickets --event ${event} --format html > tickets.html`,
          `To email them:        gatehouse order mail --event ${event}`,
        ]),
  ].join('\n');
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

async function readWhole(path: string): Promise<Uint8Array> {
  const file = await stat(path).catch(() => null);
  if (file?.isFile() !== true) throw invalid('file', `There is no file ${path}.`);
  if (file.size > MAX_FILE_BYTES) {
    throw invalid('file', `Expected a file of at most ${MAX_FILE_BYTES / 1024 / 1024} MiB.`);
  }
  return readFile(path);
}
