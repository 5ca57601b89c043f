import { randomInt } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { startPostgres } from '../support/postgres.ts';
import { ADMISSIBLE_TICKETS, openBenchApi, startServer, type BenchApi } from './bench-api.ts';
import {
  QUICK_RUN,
  rowOf,
  type BenchOptions,
  type BenchPart,
  type BenchRow,
  type Goal,
  type Sampled,
} from './bench-part.ts';
import { isPgbenchInstalled, runPgbench, type PgbenchLength } from './pgbench.ts';
import { openConnections, type OfferedRequest } from './offer-load.ts';
import { timesOf } from './process-usage.ts';
import { rotated } from './rotated.ts';

const DEFAULT_TICKETS = 40_000;
const CONNECTIONS = 32;
/** As many as a server holds in its pool. pgbench has as many, but not more than requests are under way at the servers. */
const CONNECTIONS_EACH = 10;
interface Amounts {
  readonly mostTickets: number;
  readonly processes: readonly number[];
  /** In a repetition. */
  readonly checkIns: number;
  readonly pages: number;
  /** By each process, before the first. */
  readonly warmUp: number;
  readonly pgbench: PgbenchLength;
}
const FULL: Amounts = {
  mostTickets: Infinity,
  processes: [1, 2, 4],
  checkIns: 1_000,
  pages: 500,
  warmUp: 2_000,
  pgbench: { seconds: 2 },
};
const QUICK: Amounts = {
  // It takes a second to make 700.
  mostTickets: 1_000,
  processes: [1],
  checkIns: 40,
  pages: 40,
  warmUp: 40,
  pgbench: { transactionsEach: 20 },
};
/** Of a page, and of a ticket that is admitted. */
const STATUSES = [200];
const UNKNOWN = { cpuMicros: Number.NaN, endedCpuMicros: Number.NaN };
const Ready = Type.Object({ base_url: Type.String() });

/** The server on PostgreSQL, in several processes. */
export const postgresPart: BenchPart = {
  name: 'postgres',
  summary:
    'check-ins and ticket pages by 1, 2 and 4 servers on PostgreSQL, beside pgbench of the same statements',
  run: async ({ repetitions, size, quick, notMeasured }) => {
    const directory = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
    const amounts = quick ? QUICK : FULL;
    if (quick) {
      notMeasured('servers in several processes on PostgreSQL', QUICK_RUN);
      if (!isPgbenchInstalled()) {
        notMeasured('one server on PostgreSQL', 'pgbench is not installed');
        return [];
      }
    }
    const tickets = Math.min(size ?? DEFAULT_TICKETS, amounts.mostTickets);
    try {
      return await measure({ directory, repetitions, amounts, size: tickets, notMeasured });
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
};

interface Settings {
  readonly directory: string;
  readonly repetitions: number;
  readonly size: number;
  readonly amounts: Amounts;
  readonly notMeasured: BenchOptions['notMeasured'];
}

/** What a number of processes did: requests a second, and processor time of each request in microseconds. */
interface Run {
  readonly rate: number;
  readonly serverMicros: number;
  readonly databaseMicros: number;
}

/**
 * Check-ins and pages by 1, 2 and 4 server processes on one PostgreSQL that flushes, beside as many threads of pgbench that send the same
 * statements.
 */
async function measure({
  directory,
  repetitions,
  size,
  amounts,
  notMeasured,
}: Settings): Promise<readonly BenchRow[]> {
  await using postgres = await startPostgres(['-c', 'fsync=on', '-c', 'max_connections=200']);
  const url = await postgres.createDatabase();
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  const apis: BenchApi[] = [];
  try {
    apis.push(await openBenchApi(join(directory, 'first'), size, { databaseUrl: url }));
    for (let more = 1; more < Math.max(...amounts.processes); more += 1) {
      const folder = join(directory, `more-${more}`);
      const process = await startServer(folder, size, { databaseUrl: url });
      const { origin } = new URL(Value.Parse(Ready, process.ready).base_url);
      const [first] = apis;
      if (first !== undefined) apis.push({ ...first, origin, process });
    }
    if (!isPgbenchInstalled()) notMeasured('the same statements by pgbench', 'it is not installed');
    const rows: BenchRow[] = [];
    for (const kind of ['check-ins', 'pages'] as const) {
      rows.push(...(await compare({ kind, apis, url, size, repetitions, database, amounts })));
    }
    return rows;
  } finally {
    await Promise.all(apis.map((api) => api.process.stop()));
    await database.end();
  }
}

interface Comparison {
  readonly kind: 'check-ins' | 'pages';
  readonly apis: readonly BenchApi[];
  readonly url: string;
  readonly size: number;
  readonly repetitions: number;
  readonly database: pg.Client;
  readonly amounts: Amounts;
}

async function compare(comparison: Comparison): Promise<readonly BenchRow[]> {
  const { kind, apis, repetitions, database, amounts } = comparison;
  const requests = kind === 'pages' ? amounts.pages : amounts.checkIns;
  const tickets = await ticketsOf(database, apis[0]?.event ?? '');
  let used = 0;
  // No ticket is checked in twice.
  const rounds = repetitions * amounts.processes.length;
  const wanted = apis.length * amounts.warmUp + rounds * requests;
  const share = Math.min(1, tickets.references.length / wanted);
  const next = (count: number): readonly OfferedRequest[] => {
    const [api] = apis;
    if (api === undefined) throw new Error('expected a server');
    if (kind === 'pages') {
      return Array.from({ length: count }, () => api.ticketsPage(randomInt(1, api.lastPage + 1)));
    }
    const first = used;
    used += Math.floor(count * share);
    return api.checkIns(tickets.references.slice(first, used).map((reference) => ({ reference })));
  };
  // Each by itself, until its compiler has settled: with fewer processes some of them would rest.
  for (const api of apis) await serve(comparison, [api], next(amounts.warmUp));
  const ours = new Map<number, Run[]>(amounts.processes.map((count) => [count, []]));
  const theirs = new Map<number, Run[]>(amounts.processes.map((count) => [count, []]));
  const isBeside = isPgbenchInstalled();
  const subjects = amounts.processes.flatMap((processes) => [
    async () =>
      ours.get(processes)?.push(await serve(comparison, apis.slice(0, processes), next(requests))),
    async () =>
      isBeside && theirs.get(processes)?.push(await sendBare(comparison, processes, tickets)),
  ]);
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    for (const measureOne of rotated(subjects, repetition)) await measureOne();
  }
  const size = comparison.size.toLocaleString('en');
  const name = kind === 'pages' ? 'GET …/tickets?per_page=100' : 'POST /integration/scans';
  const sampled = (by: string, runs: readonly Run[] = []): Sampled => ({
    name: by,
    samples: runs.map((run) => ({
      wall: run.rate,
      cpuMicros: run.serverMicros,
      databaseCpuMicros: run.databaseMicros,
    })),
  });
  return amounts.processes.flatMap((processes) => {
    const what = `${name} on PostgreSQL, ${size} tickets, ${processes} ${processes === 1 ? 'process' : 'processes'}`;
    const mine = sampled(`servers, ${CONNECTIONS} requests at once`, ours.get(processes));
    const bare = sampled(
      `pgbench of the same statements, ${connectionsOf(processes)} connections`,
      theirs.get(processes),
    );
    const one = sampled(`one process, ${CONNECTIONS} requests at once`, ours.get(1));
    return [
      ...(isBeside ? [row(what, { of: 'ratio', least: 0.5 }, mine, bare)] : []),
      ...(processes > 1
        ? [
            {
              ...row(what, { of: 'ratio', least: 1 }, mine, one),
              curve: { name: kind, x: processes, baselineX: 1 },
            },
          ]
        : []),
    ];
  });
}

function connectionsOf(processes: number): number {
  return Math.min(CONNECTIONS, processes * CONNECTIONS_EACH);
}

function row(what: string, goal: Goal, subject: Sampled, baseline: Sampled): BenchRow {
  const of = { what, unit: 'request', measure: 'per second' } as const;
  return rowOf({ ...of, subject, baseline, goals: [goal] });
}

async function serve(
  { database }: Comparison,
  apis: readonly BenchApi[],
  requests: readonly OfferedRequest[],
): Promise<Run> {
  const connections = await Promise.all(
    apis.map(({ origin }) => openConnections(origin, CONNECTIONS / apis.length)),
  );
  const before = [await serverCpu(apis), await databaseCpu(database)] as const;
  const begun = performance.now();
  await Promise.all(
    connections.map(({ send }, part) =>
      send(
        requests.filter((_request, index) => index % apis.length === part),
        STATUSES,
      ),
    ),
  );
  const seconds = (performance.now() - begun) / 1_000;
  const after = [await serverCpu(apis), await databaseCpu(database)] as const;
  await Promise.all(connections.map(({ close }) => close()));
  return {
    rate: requests.length / seconds,
    serverMicros: (after[0] - before[0]) / requests.length,
    databaseMicros: (after[1] - before[1]) / requests.length,
  };
}

async function sendBare(
  { kind, url, database, amounts }: Comparison,
  threads: number,
  { ids, middle }: Awaited<ReturnType<typeof ticketsOf>>,
): Promise<Run> {
  const cpu = await databaseCpu(database);
  const { perSecond, transactions, cpuMicros } = await runPgbench(url, {
    script: kind === 'pages' ? 'page.sql' : 'check-in.sql',
    connections: connectionsOf(threads),
    threads,
    length: amounts.pgbench,
    variables: {
      ...ids,
      first: kind === 'pages' ? ids.first : middle,
      now: Date.now() * 1_000,
    },
  });
  return {
    rate: perSecond,
    serverMicros: (cpuMicros ?? Number.NaN) / transactions,
    databaseMicros: ((await databaseCpu(database)) - cpu) / transactions,
  };
}

/**
 * Of an event: the ids of its tickets, which follow one another, and those of the first half that would be admitted. pgbench admits those of
 * the second half.
 */
async function ticketsOf(database: pg.Client, event: string) {
  const { rows } = await database.query<{ id: string; reference: string }>(
    ADMISSIBLE_TICKETS.replace('?', '$1'),
    [event],
  );
  const all = await database.query<Record<'event' | 'first' | 'last' | 'count', string>>(
    `select t.event_id as event, min(t.id) as first, max(t.id) as last, count(*) as count
     from tickets as t inner join events as e on e.id = t.event_id where e.reference = $1 group by t.event_id`,
    [event],
  );
  const ids = {
    event: Number(all.rows[0]?.event),
    first: Number(all.rows[0]?.first),
    last: Number(all.rows[0]?.last),
  };
  if (ids.last - ids.first + 1 !== Number(all.rows[0]?.count)) {
    throw new Error('expected tickets made one after the other');
  }
  const middle = Math.floor((ids.first + ids.last) / 2);
  const references = rows.filter(({ id }) => Number(id) < middle).map(({ reference }) => reference);
  return { references, ids, middle };
}

async function serverCpu(apis: readonly BenchApi[]): Promise<number> {
  const times = await Promise.all(apis.map((api) => api.process.cpuMicros()));
  return times.reduce<number>((total, micros) => total + (micros ?? Number.NaN), 0);
}

/** Of all processes of the database server, those that have ended included. */
async function databaseCpu(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid');
  const main = timesOf(rows[0]?.pid ?? 0)?.parent ?? Number.NaN;
  const { cpuMicros, endedCpuMicros } = timesOf(main) ?? UNKNOWN;
  const children = readdirSync('/proc')
    .map(Number)
    .flatMap((pid) => (Number.isInteger(pid) ? (timesOf(pid) ?? []) : []))
    .filter(({ parent }) => parent === main);
  return children.reduce((sum, child) => sum + child.cpuMicros, cpuMicros + endedCpuMicros);
}
