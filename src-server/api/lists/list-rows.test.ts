import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompiledQuery } from 'kysely';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { instantFromMicros } from '../../../shared/instant.ts';
import type { Database } from '../../database/database.ts';
import { compilePrepared } from '../../database/prepared-query.ts';
import { openSqlite } from '../../database/sqlite/open-sqlite.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import {
  readChangedPage,
  listSource,
  type ChangedPlace,
  type ListedRow,
  type ListedTable,
  type Selection,
} from './list-rows.ts';

const Step = Compile(Type.Object({ detail: Type.String() }));

let dataDir: string;
let database: Database;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-lists-'));
  database = openSqlite({ dataDir });
});

afterEach(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const tickets = listSource('tickets', (db, ids) =>
  db.selectFrom('tickets').selectAll().where('id', 'in', ids),
);
const scans = listSource(
  'entry_scans',
  (db, ids) => db.selectFrom('entry_scans').selectAll().where('id', 'in', ids),
  { changedAt: 'created_at' },
);
const orders = listSource('orders', (db, ids) =>
  db.selectFrom('orders').selectAll().where('id', 'in', ids),
);
const contacts = listSource('contacts', (db, ids) =>
  db.selectFrom('contacts').selectAll().where('id', 'in', ids),
);
const addOnLines = listSource(
  'order_lines',
  (db, ids) => db.selectFrom('order_lines').selectAll().where('id', 'in', ids),
  { constant: ['kind', 'add_on'] },
);
const ofEvent = { event_id: 1 };
const asRead = { toResources: <Row>(_tx: ReadTransaction, rows: readonly Row[]) => rows };

describe('a page of an incremental walk', () => {
  it.each([
    ['tickets', planOf({ source: tickets, where: ofEvent, ...asRead })],
    ['scans', planOf({ source: scans, where: ofEvent, ...asRead })],
    ['orders', planOf({ source: orders, where: ofEvent, ...asRead })],
    ['contacts', planOf({ source: contacts, where: { organiser_id: 1 }, ...asRead })],
    ['add-on lines', planOf({ source: addOnLines, where: ofEvent, ...asRead })],
  ])('of %s is sought at its place, and reads nothing of the pages before it', async (_, plan) => {
    expect(await plan('next')).toMatch(/USING (COVERING )?INDEX .*\(\w+,reference\)>\(\?,\?\)/);
    expect(await plan('prev')).toMatch(/USING (COVERING )?INDEX .*\(\w+,reference\)<\(\?,\?\)/);
  });

  it('of add-on lines is sought among the add-on lines alone', async () => {
    const plan = planOf({ source: addOnLines, where: ofEvent, ...asRead });
    expect(await plan('next')).toMatch(/INDEX add_on_lines_changed /);
  });
});

/** How SQLite would find the rows. */
function planOf<Name extends ListedTable, Found extends ListedRow>(
  selection: Selection<Name, Found, Found>,
) {
  return (direction: ChangedPlace['direction']) =>
    database.read(async (tx) => {
      const plans: Promise<readonly { detail: string }[]>[] = [];
      const explaining: ReadTransaction = {
        db: tx.db,
        now: tx.now,
        database: tx.database,
        version: (topic) => tx.version(topic),
        first: (query, params) => tx.first(query, params),
        all: (query, params) => {
          plans.push(explain(tx, compilePrepared(tx.db, query, noList), params));
          return tx.all(query, params);
        },
      };
      const place = { direction, updatedAt: instantFromMicros(1_000), reference: 'x' };
      await readChangedPage(explaining, selection, {
        since: instantFromMicros(0),
        upperBound: instantFromMicros(2_000),
        perPage: 10,
        from: place,
      });
      return (await Promise.all(plans))
        .flat()
        .map(({ detail }) => detail)
        .join('\n');
    });
}

async function explain(
  tx: ReadTransaction,
  { query, bind }: ReturnType<typeof compilePrepared>,
  params: object,
): Promise<readonly { detail: string }[]> {
  const explained = CompiledQuery.raw(`explain query plan ${query.sql}`, [...bind(params)]);
  const { rows } = await tx.db.executeQuery(explained);
  return rows.map((row) => Step.Parse(row));
}

/** The queries of a list of rows have no list parameter. */
function noList(): never {
  throw new Error('expected a query without a list');
}
