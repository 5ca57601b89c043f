import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../test/support/postgres.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import { openDatabase } from '../open-database.ts';
import { createOrganiser } from '../services/organisers.ts';
import { copiedTables, copyDatabase } from './copy-database.ts';
import type { Database } from './database.ts';

let folder: string;
let postgres: TestPostgres;
let source: Database;
const opened: Database[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);
afterAll(() => postgres[Symbol.asyncDispose]());

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-copy-'));
  source = await open('from');
  await seedDemo(source, { dataDir: join(folder, 'from'), tickets: 700 });
});
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(name: string, databaseUrl: string | null = null): Promise<Database> {
  const database = await openDatabase({ dataDir: join(folder, name), databaseUrl });
  opened.push(database);
  return database;
}

const openEmptyPostgres = async () => open('postgres', await postgres.createDatabase());

/** Everything in it, table by table. */
function contents(database: Database): Promise<Record<string, unknown>> {
  return database.read(async (tx) => {
    const all: Record<string, unknown> = {};
    for (const { name } of copiedTables) {
      const rows: readonly object[] = await tx.db.selectFrom(name).selectAll().execute();
      all[name] = rows.map((row) => JSON.stringify(row, Object.keys(row).toSorted())).toSorted();
    }
    return all;
  });
}

describe('A copy', () => {
  it('covers every table but those that each database has of its own', async () => {
    const tables = await source.read((tx) => tx.db.introspection.getTables());
    const names = tables.map(({ name }) => name).toSorted();
    const copied = [...copiedTables.map(({ name }) => name), 'change_versions', 'clock'];
    expect(names).toEqual(copied.toSorted());
  });

  it('from SQLite to PostgreSQL and back holds the same', async () => {
    const there = await openEmptyPostgres();
    const counts = await copyDatabase(source, there);
    expect(counts.find(({ table }) => table === 'tickets')?.rows).toBe(700);
    expect(await contents(there)).toEqual(await contents(source));
    const back = await open('back');
    await copyDatabase(there, back);
    expect(await contents(back)).toEqual(await contents(source));
  });

  it('that was interrupted goes on, and a second one brings what changed since and takes away what went', async () => {
    const there = await openEmptyPostgres();
    const stopped = copyDatabase(source, there, ({ table }) => {
      if (table === 'orders') throw new Error('stopped');
    });
    await expect(stopped).rejects.toThrow('stopped');
    await copyDatabase(source, there);
    await source.write(async (tx) => {
      await tx.db
        .deleteFrom('entry_scans')
        .where('id', 'in', (eb) =>
          eb.selectFrom('entry_scans').select((e) => e.fn.max('id').as('id')),
        )
        .execute();
      await tx.db
        .updateTable('organisers')
        .set({ display_name: 'Renamed', updated_at: tx.stamp() })
        .execute();
      await createOrganiser(tx, { name: 'New', plan: 'pro', email: null });
    });
    await copyDatabase(source, there);
    expect(await contents(there)).toEqual(await contents(source));
  });

  it('numbers and stamps new rows after those that were copied', async () => {
    for (const to of [await openEmptyPostgres(), await open('to')]) {
      await copyDatabase(source, to);
      const last = await source.read((tx) =>
        tx.db
          .selectFrom('organisers')
          .select(({ fn }) => [fn.max('id').as('id'), fn.max('updated_at').as('updated_at')])
          .executeTakeFirstOrThrow(),
      );
      const made = await to.write((tx) =>
        createOrganiser(tx, { name: 'New', plan: 'pro', email: null }),
      );
      const row = await to.read((tx) =>
        tx.db
          .selectFrom('organisers')
          .selectAll()
          .where('reference', '=', made.reference)
          .executeTakeFirstOrThrow(),
      );
      expect(row.id).toBeGreaterThan(last.id);
      expect(row.updated_at).toBeGreaterThan(last.updated_at);
    }
  });

  it('never goes over the data of somebody else', async () => {
    const other = await openEmptyPostgres();
    await other.write((tx) => createOrganiser(tx, { name: 'Other', plan: 'pro', email: null }));
    const before = await contents(other);
    await expect(copyDatabase(source, other)).rejects.toMatchObject({ code: 'database.unusable' });
    expect(await contents(other)).toEqual(before);
  });
});
