import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Database } from '../../database/database.ts';
import { invalid } from '../../services/domain-error.ts';
import {
  importOrders,
  type ImportOutcome,
  type ImportRow,
} from '../../services/orders/import-orders.ts';
import { importFields, readColumnMap, readImportRows } from '../csv/read-import-rows.ts';
import { defineDatabaseCommand } from '../define-operation.ts';
import { list, optional, text, yes } from '../flags.ts';
import type { Terminal } from '../terminal.ts';

const MAX_FILE_BYTES = 32 * 1024 * 1024;

const columns = list(
  'COLUMN=FIELD',
  `what the columns are, separated by commas (default: they are named for their fields): ${importFields.join(', ')}. Lines with one external_id are one order of the event, which later imports skip; all of its lines belong in one file`,
);

/** `gatehouse import`: all of a file in one transaction, or nothing of it. */
export function addImportCommand(program: Command, terminal: Terminal): void {
  defineDatabaseCommand(
    program,
    terminal,
    {
      name: 'import',
      summary:
        'Place an order for each line of a CSV file: all of them, or none. Importing a file again places lines without an external_id a second time',
      operands: ['FILE.csv'],
      flags: {
        event: text('EVT', 'what is ordered for'),
        map: optional({ ...columns, read: (given) => readColumnMap(columns.read(given)) }),
        dryRun: yes('try everything and keep nothing'),
      },
    },
    async (database, { values: { event, map, dryRun }, operands: [file = ''] }) => {
      const rows = readImportRows(await readWhole(resolve(file)), map ?? null);
      const { orders, skipped } = await (dryRun ? tryOrders : keepOrders)(database, event, rows);
      const tickets = orders.reduce((sum, order) => sum + order.tickets, 0);
      const counts = { lines: rows.length, orders: orders.length, tickets, skipped };
      // What was tried has references that nobody will ever find.
      return dryRun ? { dry_run: true, ...counts } : { dry_run: false, ...counts, data: orders };
    },
  );
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

/** Ends its transaction by throwing what it did. */
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
