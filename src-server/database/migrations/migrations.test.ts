import { hash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newTestDatabase } from '../../../test/support/test-config.ts';
import { id, table, text } from '../column.ts';
import type { Database } from '../database.ts';
import { postgresDialect, sqliteDialect } from '../dialect.ts';
import { migratePostgres } from '../postgres/migrate.ts';
import { openPostgres } from '../postgres/open-postgres.ts';
import { SqliteConnection } from '../sqlite/connection.ts';
import { migrateSqlite } from '../sqlite/migrate.ts';
import { openSqlite } from '../sqlite/open-sqlite.ts';
import { baseline } from './0001-baseline.ts';
import { createTables } from './create-tables.ts';
import { migrations, schemaAfter, type Migration } from './migrations.ts';

// What changes a digest, such as another status, changes what databases have already run. Until the first release it may: put the new one here.
it.each([
  ['SQLite', sqliteDialect, 'd5223d7995374604'],
  ['PostgreSQL', postgresDialect, 'e76cb578b473fbfe'],
])('the first migration for %s stays as it was released', (_, dialect, digest) => {
  expect(hash('sha256', baseline(dialect)).slice(0, 16)).toBe(digest);
});

/** A new database, and what other versions of the program do with it. */
interface Place {
  readonly open: () => Promise<Database>;
  readonly migrate: (steps: readonly Migration[]) => Promise<void>;
  readonly readSchema: () => Promise<number>;
  readonly writeSchema: (schema: number) => Promise<void>;
  readonly count: (table: string) => Promise<number>;
  /** Everything in it. */
  readonly contents: () => Promise<unknown>;
}

/** On SQLite; `npm run test:postgres` runs the same tests on PostgreSQL. */
async function newPlace(dataDir: string): Promise<Place> {
  const url = await newTestDatabase();
  return url === null ? inFolder(dataDir) : atAddress(url);
}

function inFolder(dataDir: string): Place {
  const withConnection = async <T>(work: (sqlite: BetterSqlite.Database) => T) => {
    const sqlite = new BetterSqlite(join(dataDir, 'server.db'));
    try {
      return work(sqlite);
    } finally {
      sqlite.close();
    }
  };
  return {
    open: async () => openSqlite({ dataDir }),
    migrate: (steps) =>
      withConnection((sqlite) => migrateSqlite(new SqliteConnection(sqlite), steps)),
    readSchema: () =>
      withConnection((sqlite) => Number(sqlite.pragma('user_version', { simple: true }))),
    // As in a backup: opening it to be written would change the file.
    writeSchema: (schema) =>
      withConnection((sqlite) => {
        sqlite.exec(`pragma journal_mode = delete; pragma user_version = ${schema}`);
      }),
    count: (table) =>
      withConnection((sqlite) =>
        Number(sqlite.prepare(`select count(*) from ${table}`).pluck().get()),
      ),
    contents: async () =>
      readdirSync(dataDir).map((name) => [name, readFileSync(join(dataDir, name))]),
  };
}

function atAddress(url: string): Place {
  const withConnection = async <T>(work: (client: pg.Client) => Promise<T>) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  const read = (statement: string) =>
    withConnection(async (client) => (await client.query(statement)).rows);
  const readSchema = async () =>
    Number((await read('select version from schema_version'))[0].version);
  return {
    open: () => openPostgres({ url }),
    migrate: (steps) => withConnection((client) => migratePostgres(client, steps)),
    readSchema,
    writeSchema: async (schema) => {
      await read(`update schema_version set version = ${schema}`);
    },
    count: async (table) => Number((await read(`select count(*) from ${table}`))[0].count),
    contents: async () => [
      await readSchema(),
      await read("select relname from pg_class where relnamespace = 'public'::regnamespace"),
    ],
  };
}

const addSeats: Migration = (dialect) =>
  `${createTables({ seats: table({ id, label: text }) }, dialect)} insert into seats (label) values ('A1')`;

describe('A database', () => {
  let dataDir: string;
  let place: Place;

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-migrations-'));
    place = await newPlace(dataDir);
    await (await place.open()).close();
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('runs the later steps that it lacks, each once', async () => {
    const later = [...migrations, addSeats];
    expect(await place.readSchema()).toBe(schemaAfter());
    await place.migrate(later);
    await place.migrate(later);
    expect(await place.count('seats')).toBe(1);
    expect(await place.readSchema()).toBe(schemaAfter(later));
  });

  it('stays at the step before one that fails, and goes on from there', async () => {
    const failing: Migration = (dialect) => `${addSeats(dialect)}; insert into nowhere values (1)`;
    await expect(place.migrate([...migrations, failing])).rejects.toThrow('nowhere');
    expect(await place.readSchema()).toBe(schemaAfter());
    await place.migrate([...migrations, addSeats]);
    expect(await place.count('seats')).toBe(1);
  });

  it.each([
    [
      'a newer version',
      999,
      'database.newer_version',
      /^This .+ newer version \(schema 999; .+\.$/,
    ],
    [
      'an early unreleased version',
      1,
      'database.unusable',
      /^This .+ never released.+ import .+\.$/,
    ],
    [
      'the last unreleased version',
      20,
      'database.unusable',
      /^This .+ never released.+ import .+\.$/,
    ],
  ])(
    'of %s is refused with a sentence that says what to do, and not changed',
    async (_, schema, code, message) => {
      await place.writeSchema(schema);
      const before = await place.contents();
      const failure = { code, message: expect.stringMatching(message) };
      await expect(place.open()).rejects.toMatchObject(failure);
      expect(await place.contents()).toEqual(before);
    },
  );
});
