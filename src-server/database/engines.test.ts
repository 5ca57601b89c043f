import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingPostgres, withReason } from '../../test/support/has-tool.ts';
import { startPostgres, type TestPostgres } from '../../test/support/postgres.ts';
import { openPostgres } from './postgres/open-postgres.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';
import { timestampedTables } from './schema.ts';
import { topics, watched } from './topics.ts';

let dataDir: string;
let sqlite: BetterSqlite.Database;
let postgres: TestPostgres;
let client: pg.Client;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-db-'));
  await openSqlite({ dataDir }).close();
  sqlite = new BetterSqlite(join(dataDir, 'server.db'), { readonly: true });
  postgres = await startPostgres();
  const url = await postgres.createDatabase();
  await (await openPostgres({ url })).close();
  client = new pg.Client({ connectionString: url });
  await client.connect();
}, 60_000);

afterAll(async () => {
  sqlite.close();
  rmSync(dataDir, { recursive: true, force: true });
  await client.end();
  await postgres[Symbol.asyncDispose]();
});

async function select(query: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ text: string }>(query);
  return rows.map(({ text }) => text).toSorted();
}

function selectSqlite(query: string): readonly string[] {
  return sqlite
    .prepare<[], { text: string }>(query)
    .all()
    .map(({ text }) => text)
    .toSorted();
}

/** The triggers that the table of topics requires. */
function expectedTriggers(): readonly string[] {
  return topics.flatMap((topic) =>
    watched[topic].flatMap(({ table, on, columns }) =>
      on.map((event) => {
        const of = event === 'update' && columns !== undefined ? ` of ${columns.join(', ')}` : '';
        return `${topic}: after ${event}${of} on ${table}`;
      }),
    ),
  );
}

const missing = missingPostgres();
describe.skipIf(missing !== null)(withReason('The two engines', missing), () => {
  it('have the same tables and columns, of the same kinds', async () => {
    const ofPostgres = await select(`
      select table_name || '.' || column_name || ' ' || case data_type when 'bigint' then 'INTEGER' when 'bytea' then 'BLOB' else 'TEXT' end
        || case when is_nullable = 'YES' then '' else ' not null' end as text
      from information_schema.columns where table_schema = 'public' and table_name not in ('schema_version', 'request_counts')`);
    const ofSqlite = selectSqlite(`
      select t.name || '.' || c.name || ' ' || c.type || iif(c."notnull" or c.pk, ' not null', '') as text
      from sqlite_schema t join pragma_table_info(t.name) c where t.type = 'table' and t.name not like 'sqlite_%'`);
    expect(ofPostgres.length).toBeGreaterThan(200);
    expect(ofPostgres).toEqual(ofSqlite);
  });

  it('have the same indices', async () => {
    const ofPostgres = await select(
      "select indexname as text from pg_indexes where schemaname = 'public' and indexname not in (select conname from pg_constraint)",
    );
    const ofSqlite = selectSqlite(
      "select name as text from sqlite_schema where type = 'index' and sql is not null",
    );
    expect(ofPostgres).toEqual(ofSqlite);
  });

  it('increment the versions of topics for the changes in the table of topics', async () => {
    const ofSqlite = selectSqlite(
      "select sql as text from sqlite_schema where type = 'trigger' and name <> 'webhook_deliveries_wake' order by rowid",
    );
    const parsed = ofSqlite.map((sql) => {
      const [, change = '', topic = ''] =
        /^CREATE TRIGGER \w+ (after .*?) begin\s+update change_versions set (\w+) =/.exec(sql) ??
        [];
      return `${topic}: ${change}`;
    });
    expect(parsed.toSorted()).toEqual(expectedTriggers().toSorted());
    const ofPostgres = await select(
      "select pg_get_triggerdef(oid) as text from pg_trigger where not tgisinternal and tgname not like '%_updated_at' and tgname <> 'webhook_deliveries_wake'",
    );
    const parsedToo = ofPostgres.map((definition) => {
      const [, change = '', table = '', topic = ''] =
        /^CREATE TRIGGER \w+ AFTER (.*?) ON public\.(\w+) FOR EACH STATEMENT EXECUTE FUNCTION move_(\w+)_version/.exec(
          definition,
        ) ?? [];
      return `${topic}: after ${change.replace(/^[A-Z]+( OF)?/, (words) => words.toLowerCase())} on ${table}`;
    });
    expect(parsedToo.toSorted()).toEqual(expectedTriggers().toSorted());
  });

  it('keep the timestamps of every timestamped table increasing on PostgreSQL', async () => {
    const guarded = await select(
      "select replace(tgname, '_updated_at', '') as text from pg_trigger where tgname like '%_updated_at'",
    );
    expect(guarded.toSorted()).toEqual(timestampedTables.toSorted());
  });
});
