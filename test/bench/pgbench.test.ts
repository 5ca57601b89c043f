import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { missingPostgres, withReason } from '../support/has-tool.ts';
import { startPostgres } from '../support/postgres.ts';
import { ADMISSIBLE_TICKETS, openBenchApi, type BenchApi } from './bench-api.ts';
import { offerLoad, type OfferedRequest } from './offer-load.ts';

const COUNTING = ['-c', 'shared_preload_libraries=pg_stat_statements'];
/** Most of what the server does at times of its own is about other tables. */
const OF_REQUESTS = /\b(?:tickets|events|entry_scans|idempotency_keys)\b/;

const missing = missingPostgres();
it.skipIf(missing !== null)(
  withReason('the scripts of pgbench send the statements that the server sends', missing),
  { tags: ['long'] },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-pgbench-'));
    await using postgres = await startPostgres(COUNTING);
    const databaseUrl = await postgres.createDatabase();
    const database = new pg.Client({ connectionString: databaseUrl });
    await database.connect();
    await database.query('create extension pg_stat_statements');
    const api = await openBenchApi(folder, 300, { databaseUrl });
    try {
      const { rows } = await database.query<{ reference: string }>(
        ADMISSIBLE_TICKETS.replace('?', '$1'),
        [api.event],
      );
      // The second of each, because the first fills caches.
      await send(api, api.checkIns(rows.slice(0, 1)));
      const checkIn = await sentByEach(database, [
        () => send(api, api.checkIns(rows.slice(1, 2))),
        () => send(api, api.checkIns(rows.slice(2, 3))),
      ]);
      await send(api, [api.ticketsPage(1)]);
      const page = await sentByEach(database, [
        () => send(api, [api.ticketsPage(2)]),
        () => send(api, [api.ticketsPage(3)]),
      ]);
      expect({
        checkIn: differences('check-in.sql', checkIn),
        page: differences('page.sql', page),
      }).toEqual({ checkIn: SAME, page: SAME });
    } finally {
      await api.process.stop();
      await database.end();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

function send({ origin }: BenchApi, requests: readonly OfferedRequest[]): Promise<number> {
  return offerLoad({ origin, connections: 1, requests, statuses: [200] });
}

/** What is sent each time: a statement of a sweep that came between is sent once. */
async function sentByEach(
  database: pg.Client,
  works: readonly (() => Promise<unknown>)[],
): Promise<readonly string[]> {
  let sent: readonly string[] | null = null;
  for (const work of works) {
    const now = await sentDuring(database, work);
    sent = sent === null ? now : sent.filter((sql) => now.includes(sql));
  }
  return sent ?? [];
}

/** What all connections to this database sent meanwhile, normalised. */
async function sentDuring(
  database: pg.Client,
  work: () => Promise<unknown>,
): Promise<readonly string[]> {
  await database.query('select pg_stat_statements_reset()');
  await work();
  const { rows } = await database.query<{ query: string }>(
    `select query from pg_stat_statements
     where dbid = (select oid from pg_database where datname = current_database())`,
  );
  return rows.map(({ query }) => normalise(query));
}

const SAME = { onlyInTheScript: [], onlyAtTheServer: [] };

function differences(script: string, sent: readonly string[]) {
  const text = readFileSync(join(import.meta.dirname, 'pgbench', script), 'utf8');
  const written = text
    .replaceAll(/^(?:--|\\).*$/gm, '')
    .split(';')
    .map(normalise)
    .filter((sql) => sql !== '');
  return {
    onlyInTheScript: written.filter((sql) => !sent.includes(sql)),
    onlyAtTheServer: sent.filter((sql) => OF_REQUESTS.test(sql) && !written.includes(sql)),
  };
}

/** Without names of values, their casts, and how it is laid out. */
function normalise(sql: string): string {
  return (
    sql
      .toLowerCase()
      .replaceAll('"', '')
      .replaceAll(/'(?:[^']|'')*'/g, '?')
      .replaceAll(/\$\d+|(?<!:):[a-z]\w*|\b\d+\b/g, '?')
      .replaceAll('(?)::', '?::')
      .replaceAll(/\?(?:::\w+)+/g, '?')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/ ?([(),=]) ?/g, '$1')
      .replaceAll('extract(epoch from', 'extract(? from')
      // A script knows tickets and events by their ids, and the last row before a page by its ticket's.
      .replaceAll(/\breference=\?/g, 'id=?')
      .replace(/\(\(select created_at from tickets where id=\?\),\(.*?\)\)/, '(?,?)')
      // A script computes what a server is given.
      .replaceAll(/values\(.*\)(?=returning|on conflict|$)/g, 'values(…)')
      .replaceAll(/values\(.*\) (?=returning|on conflict)/g, 'values(…)')
      .trim()
  );
}
