// The floor of an import: rows from memory, 1,000 in a transaction, indices in place. Usage: node bare-import.ts FOLDER ROWS.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { replicaTables } from '../../../src-main/adapters/sqlite/replica/replica-schema.ts';
import { ticketAt } from '../bench-replica.ts';
import { measureWork } from '../measured.ts';

const [folder = '', count = '0'] = process.argv.slice(2);
const ROWS_PER_TRANSACTION = 1_000;

const database = new Database(join(folder, 'bare.db'));
database.pragma('journal_mode = WAL');
database.pragma('synchronous = NORMAL');
database.exec(replicaTables);
const columns =
  'reference, event, status, type_reference, type_name, has_holder, first_name, last_name, seat_label, code_issue, updated_at, import';
const insert = database.prepare(
  `INSERT INTO tickets (${columns}) VALUES (${columns.replaceAll(/\w+/g, '?')})`,
);
const rows = Array.from({ length: Number(count) }, (_, index) => {
  const row = ticketAt(index);
  const { ticket_type: type, holder } = row;
  const place = [row.reference, row.event, row.status, type?.reference, type?.name, 1];
  const person = [holder?.first_name, holder?.last_name, row.seat_label];
  return [...place, ...person, row.code_issue, row.updated_at, 1];
});
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
