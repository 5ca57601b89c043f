import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { startPostgres } from '../support/postgres.ts';
import { ADMISSIBLE_TICKETS, openBenchApi, type BenchApi } from './bench-api.ts';
import { offerLoad, type OfferedRequest } from './offer-load.ts';

const LOGGING = ['logging_collector=on', 'log_destination=jsonlog'];
const LOGGED_WITHIN_MS = 500;
const LogLine = Type.Object({ pid: Type.Optional(Type.Integer()), message: Type.String() });

it(
  'the scripts of pgbench send the statements that the server sends',
  { tags: ['long'], timeout: 600_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-pgbench-'));
    await using postgres = await startPostgres(LOGGING.flatMap((setting) => ['-c', setting]));
    const databaseUrl = await postgres.createDatabase();
    const database = new pg.Client({ connectionString: databaseUrl });
    await database.connect();
    const api = await openBenchApi(folder, 300, { databaseUrl });
    try {
      // Not before: the tickets of the demo take thousands of statements.
      await database.query(`alter system set log_statement = 'all'`);
      await database.query('select pg_reload_conf()');
      await sleep(LOGGED_WITHIN_MS);
      const { rows } = await database.query<{ reference: string }>(
        ADMISSIBLE_TICKETS.replace('?', '$1'),
        [api.event],
      );
      // The second of each, because the first fills caches and prepares statements.
      const [first, second] = [
        api.checkIns(rows.slice(0, 1)),
        api.checkIns(rows.slice(1, 2)),
      ] as const;
      await send(api, first);
      const checkIn = await statementsDuring(database, () => send(api, second));
      expect(scriptOf('check-in.sql')).toEqual(transactionWith('insert into entry_scans', checkIn));
      await send(api, [api.ticketsPage(1)]);
      const page = await statementsDuring(database, () => send(api, [api.ticketsPage(2)]));
      expect(scriptOf('page.sql')).toEqual(transactionWith('offset', page));
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

interface Statement {
  readonly pid: number;
  readonly sql: string;
}

/** What the database server logged meanwhile. */
async function statementsDuring(
  database: pg.Client,
  work: () => Promise<unknown>,
): Promise<readonly Statement[]> {
  const read = async () => {
    const { rows } = await database.query<{ log: string }>(
      `select pg_read_file(pg_current_logfile('jsonlog')) as log`,
    );
    return rows[0]?.log ?? '';
  };
  const before = await read();
  await work();
  await sleep(LOGGED_WITHIN_MS);
  const lines = (await read()).slice(before.length).split('\n');
  return lines
    .filter((line) => line !== '')
    .flatMap((line) => {
      const { pid = 0, message } = Value.Parse(LogLine, JSON.parse(line));
      const [, sql] = /^(?:statement|execute [^:]+): ([^]*)$/.exec(message) ?? [];
      return sql === undefined ? [] : [{ pid, sql: normalise(sql) }];
    });
}

/** The transaction in which such a statement was sent, by its connection alone. */
function transactionWith(part: string, statements: readonly Statement[]): readonly string[] {
  const pid = statements.find(({ sql }) => sql.includes(part))?.pid;
  return transactionOf(statements.filter((one) => one.pid === pid).map(({ sql }) => sql));
}

function scriptOf(name: string): readonly string[] {
  const text = readFileSync(join(import.meta.dirname, 'pgbench', name), 'utf8');
  const statements = text
    .replaceAll(/^(?:--|\\).*$/gm, '')
    .split(';')
    .map(normalise);
  return transactionOf(statements.filter((sql) => sql !== ''));
}

/** What a server sends outside of transactions is also sent for others, at times of its own. */
function transactionOf(statements: readonly string[]): readonly string[] {
  const begin = statements.findIndex((sql) => sql.startsWith('begin'));
  const end = statements.findIndex((sql) => /^(?:commit|rollback)/.test(sql));
  return statements.slice(begin, end + 1);
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
      // A script computes what a server is given.
      .replaceAll(/values\(.*\)(?=returning|on conflict|$)/g, 'values(…)')
      .replaceAll(/values\(.*\) (?=returning|on conflict)/g, 'values(…)')
      .trim()
  );
}
