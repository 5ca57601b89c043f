import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { missingPostgres, withReason } from '../../test/support/has-tool.ts';
import { startPostgres, type TestPostgres } from '../../test/support/postgres.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import { openDatabase } from '../open-database.ts';
import { createLocation } from '../domain/events/locations.ts';
import { createOrganiser } from '../domain/access/organisers.ts';
import { insertAccessToken } from '../store/access/access-tokens.ts';
import { copiedTables, copyDatabase, type CopyProgress } from './copy-database.ts';
import type { Database } from './database.ts';
import type { WriteTransaction } from './transaction.ts';
import { addMicros, MICROS_PER_HOUR } from '../../shared/instant.ts';

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
      const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(tx.db);
      all[name] = rows.map((row) => JSON.stringify(row, Object.keys(row).toSorted())).toSorted();
    }
    return all;
  });
}

async function addLocation(tx: WriteTransaction): Promise<void> {
  const { reference } = await tx.db
    .selectFrom('events')
    .select('reference')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  await createLocation(tx, { event: reference, name: 'Side door' });
}

const missing = missingPostgres();
describe.skipIf(missing !== null)(withReason('A copy', missing), { tags: ['long'] }, () => {
  it('covers every table except those that belong to each database', async () => {
    const tables = await source.read((tx) => tx.db.introspection.getTables());
    const names = tables.map(({ name }) => name).toSorted();
    const copied = [
      ...copiedTables.map(({ name }) => name),
      'change_versions',
      'clock',
      'webhook_wakes',
    ];
    expect(names).toEqual(copied.toSorted());
  });

  it('from SQLite to PostgreSQL and back has the same content', async () => {
    const there = await openEmptyPostgres();
    const progress: CopyProgress[] = [];
    const counts = await copyDatabase(source, there, (now) => progress.push(now));
    const all = counts.reduce((sum, { rows }) => sum + rows, 0);
    expect(new Set(progress.map(({ step, of }) => `${step} ${of}`))).toEqual(
      new Set([`copied ${all}`]),
    );
    expect(progress.at(-1)?.rows).toBe(all);
    expect(counts.find(({ table }) => table === 'tickets')?.rows).toBe(700);
    expect(await contents(there)).toEqual(await contents(source));
    const back = await open('back');
    await copyDatabase(there, back);
    expect(await contents(back)).toEqual(await contents(source));
  });

  it('resumes after an interruption, and a second one transfers changes and deletes what was deleted', async () => {
    const there = await openEmptyPostgres();
    const tokenHash = Buffer.alloc(32, 1);
    await source.write(async (tx) => {
      const { id } = await tx.db.selectFrom('clients').select('id').executeTakeFirstOrThrow();
      const { now } = tx;
      const token = { client_id: id, scopes: '[]', created_at: now, expires_at: now };
      await insertAccessToken(tx, { token_hash: tokenHash, ...token });
    });
    const stopped = copyDatabase(source, there, ({ table }) => {
      if (table === 'orders') throw new Error('stopped');
    });
    await expect(stopped).rejects.toThrow('stopped');
    await copyDatabase(source, there);
    await source.write(async (tx) => {
      await tx.db.deleteFrom('access_tokens').where('token_hash', '=', tokenHash).execute();
      await tx.db
        .updateTable('organisers')
        .set({ display_name: 'Renamed', updated_at: tx.timestamp() })
        .execute();
      await createOrganiser(tx, { name: 'New', plan: 'pro', email: null });
    });
    await copyDatabase(source, there);
    expect(await contents(there)).toEqual(await contents(source));
  });

  it('numbers and timestamps new rows after the copied ones', async () => {
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

  it.each(['SQLite', 'PostgreSQL'])(
    'never overwrites later changes of the target database, on %s',
    async (engine) => {
      for (const change of ['a new row', 'a changed row', 'another row in the same place']) {
        const there = engine === 'SQLite' ? await open(change) : await openEmptyPostgres();
        await copyDatabase(source, there);
        // Both give the same timestamp to what comes next.
        const { last_stamp } = await source.read((tx) =>
          tx.db.selectFrom('clock').select('last_stamp').executeTakeFirstOrThrow(),
        );
        const ahead = { last_stamp: addMicros(last_stamp, MICROS_PER_HOUR) };
        for (const one of [source, there]) {
          await one.write((tx) => tx.db.updateTable('clock').set(ahead).execute());
        }
        await there.write(async (tx) => {
          if (change === 'a changed row') {
            const later = { display_name: 'Renamed', updated_at: tx.timestamp() };
            await tx.db.updateTable('organisers').set(later).execute();
          } else {
            await addLocation(tx);
          }
        });
        if (change === 'another row in the same place') await source.write(addLocation);
        const before = await contents(there);
        await expect(copyDatabase(source, there)).rejects.toMatchObject({
          code: 'database.unusable',
        });
        expect(await contents(there)).toEqual(before);
      }
    },
  );

  it("never overwrites another organiser's data", async () => {
    const other = await openEmptyPostgres();
    await other.write((tx) => createOrganiser(tx, { name: 'Other', plan: 'pro', email: null }));
    const before = await contents(other);
    await expect(copyDatabase(source, other)).rejects.toMatchObject({ code: 'database.unusable' });
    expect(await contents(other)).toEqual(before);
  });
});
