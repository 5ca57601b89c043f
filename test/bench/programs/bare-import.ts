// The floor of an import: the rows of a replica, read into memory first, 1,000 in a transaction, into the same tables with indices in place.
// Usage: node bare-import.ts FOLDER REPLICA.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { replicaTables } from '../../../src-main/adapters/sqlite/replica/replica-schema.ts';
import { measureWork } from '../measured.ts';

const [folder = '', filled = ''] = process.argv.slice(2);
const ROWS_PER_TRANSACTION = 1_000;

const replica = new Database(filled, { readonly: true });
const select = replica.prepare<[], unknown[]>('SELECT * FROM tickets').raw();
const columns = select.columns().map(({ name }) => name);
const rows = select.all();
replica.close();

const database = new Database(join(folder, 'bare.db'));
database.pragma('journal_mode = WAL');
database.pragma('synchronous = NORMAL');
database.exec(replicaTables);
const insert = database.prepare(
  `INSERT INTO tickets (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
);
const insertAll = database.transaction((some: typeof rows) => {
  for (const row of some) insert.run(row);
});
const measured = await measureWork(() => {
  for (let first = 0; first < rows.length; first += ROWS_PER_TRANSACTION) {
    insertAll.immediate(rows.slice(first, first + ROWS_PER_TRANSACTION));
  }
  return rows.length;
});
database.close();
process.stdout.write(`${JSON.stringify(measured)}\n`);
