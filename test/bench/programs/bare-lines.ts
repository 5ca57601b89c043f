// The floor of an import of a shop's file: the rows that it made, read into memory first, 1,000 in a transaction, into the same tables of a copy of
// the database as it was before, with indices and triggers in place. Usage: node bare-lines.ts BEFORE AFTER LINES.
import { copyFileSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import { measureWork } from '../measured.ts';

const [before = '', after = '', lines = '0'] = process.argv.slice(2);
const ROWS_PER_TRANSACTION = 1_000;
const copy = `${before}.bare`;

copyFileSync(before, copy);
const made = new BetterSqlite(after, { readonly: true });
const database = new BetterSqlite(copy);
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');

const tables = [
  ['contacts', 'id'],
  ['contact_words', 'contact_id'],
  ['orders', 'id'],
  ['order_lines', 'id'],
  ['answers', 'order_id'],
  ['tickets', 'id'],
  ['imported_lines', 'id'],
];
const work = tables.map(([table, key]) => {
  const [last] = database
    .prepare<[], { id: number }>(`select max(${key}) as id from ${table}`)
    .all();
  const select = made.prepare<[number], unknown[]>(`select * from ${table} where ${key} > ?`).raw();
  const columns = select.columns().map(({ name }) => `"${name}"`);
  const rows = select.all(last?.id ?? 0);
  const places = columns.map(() => '?').join(', ');
  return { rows, sql: `insert into ${table} (${columns.join(', ')}) values (${places})` };
});
made.close();
database.pragma('foreign_keys = OFF');

const measured = await measureWork(() => {
  for (const { rows, sql } of work) {
    const insert = database.prepare(sql);
    const insertAll = database.transaction((some: typeof rows) => {
      for (const row of some) insert.run(row);
    });
    for (let first = 0; first < rows.length; first += ROWS_PER_TRANSACTION)
      insertAll.immediate(rows.slice(first, first + ROWS_PER_TRANSACTION));
  }
  return Number(lines);
});
database.close();
process.stdout.write(`${JSON.stringify(measured)}\n`);
