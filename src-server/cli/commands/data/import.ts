import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Database } from '../../../database/database.ts';
import { invalid } from '../../../rules/domain-error.ts';
import {
  importOrders,
  type ImportedOrder,
  type ImportOutcome,
  type ImportRow,
} from '../../../domain/sales/import-orders.ts';
import { importFields, readColumnMap } from '../../csv/import-fields.ts';
import type { Delimiter } from '../../csv/read-csv.ts';
import { delimiterNames, readImportRows } from '../../csv/read-import-rows.ts';
import { defineDatabaseCommand } from '../../definition/database-command.ts';
import type { Given } from '../../definition/define-command.ts';
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
    read: (given, readLocal) => readColumnMap(columns.read(given, readLocal)),
  }),
  delimiter: optionalFlag(
    choiceFlag('CHAR', 'what separates cells (default: what the heading shows)', [',', ';', 'tab']),
  ),
  dryRun: yes('try everything and keep nothing'),
} as const;

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

/** Imports a file in one transaction, all or nothing. */
async function importFile(
  database: Database,
  { values, operands: [file = ''] }: Given<typeof importFlags>,
): Promise<ImportReport> {
  const { event, map = null, dryRun } = values;
  const given = values.delimiter === 'tab' ? '\t' : (values.delimiter ?? null);
  const content = await readWhole(resolve(file));
  const { rows, delimiter, ignored } = readImportRows(content, { map, delimiter: given });
  const { orders, skipped } = await (dryRun ? tryOrders : keepOrders)(database, event, rows);
  const tickets = orders.reduce((sum, order) => sum + order.tickets, 0);
  const without_external_id = orders.filter((order) => order.external_id === null).length;
  const counts = { lines: rows.length, orders: orders.length, tickets, skipped };
  const read = { event, ...counts, without_external_id, delimiter, ignored_columns: ignored };
  // A dry run leaves the references out: they do not exist.
  return dryRun ? { dry_run: true, ...read } : { dry_run: false, ...read, data: orders };
}

interface ImportReport {
  readonly dry_run: boolean;
  readonly event: string;
  readonly lines: number;
  readonly orders: number;
  readonly tickets: number;
  /** Orders that are there already. */
  readonly skipped: number;
  /** Of `orders`: those that another import of the file would place again. */
  readonly without_external_id: number;
  readonly delimiter: Delimiter;
  readonly ignored_columns: readonly string[];
  readonly data?: readonly ImportedOrder[];
}

const MOST_COLUMNS = 12;

function renderImport(report: ImportReport): string {
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

function keepOrders(database: Database, event: string, rows: readonly ImportRow[]) {
  return database.write((tx) => importOrders(tx, event, rows));
}

/** Rolls its transaction back by throwing the result. */
async function tryOrders(database: Database, event: string, rows: readonly ImportRow[]) {
  try {
    return await database.write(async (tx): Promise<ImportOutcome> => {
      throw new Tried(await importOrders(tx, event, rows));
    });
  } catch (error) {
    if (error instanceof Tried) return error.outcome;
    throw error;
  }
}

class Tried extends Error {
  readonly outcome: ImportOutcome;

  constructor(outcome: ImportOutcome) {
    super('tried, and not kept');
    this.outcome = outcome;
  }
}
