import { randomInt } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { startPostgres } from '../support/postgres.ts';
import { openBenchApi, startServer, type BenchApi } from './bench-api.ts';
import { rowOf, type BenchPart, type BenchRow, type Goal, type Sampled } from './bench-part.ts';
import { isPgbenchInstalled, runPgbench } from './pgbench.ts';
import { offerLoad, type OfferedRequest } from './offer-load.ts';

const DEFAULT_TICKETS = 40_000;
const CONNECTIONS = 32;
/** As many as a server holds in its pool. */
const CONNECTIONS_EACH = 10;
const FULL = {
  mostTickets: Infinity,
  processes: [1, 2, 4],
  checkIns: 1_000,
  pages: 500,
  warmUp: 2_000,
  pgbenchSeconds: 2,
};
const QUICK: typeof FULL = {
  // It takes a second to make 700.
  mostTickets: 2_000,
  processes: [1, 4],
  checkIns: 100,
  pages: 50,
  warmUp: 150,
  pgbenchSeconds: 1,
};
const VERDICTS = [200, 422];
const Ready = Type.Object({ base_url: Type.String() });

/** The server on PostgreSQL, in several processes. */
export const postgresPart: BenchPart = {
  name: 'postgres',
  summary:
    'check-ins and ticket pages by 1, 2 and 4 servers on PostgreSQL, beside pgbench of the same statements',
  run: async ({ repetitions, size, quick }) => {
    const directory = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
    const amounts = quick ? QUICK : FULL;
    const tickets = Math.min(size ?? DEFAULT_TICKETS, amounts.mostTickets);
    try {
      return await measure({ directory, repetitions, amounts, size: tickets });
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
};

interface Settings {
  readonly directory: string;
  readonly repetitions: number;
  readonly size: number;
  readonly amounts: typeof FULL;
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
}: Settings): Promise<readonly BenchRow[]> {
  await using postgres = await startPostgres(['-c', 'fsync=on', '-c', 'max_connections=200']);
  const url = await postgres.createDatabase();
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  const apis: BenchApi[] = [];
  try {
    apis.push(await openBenchApi(join(directory, 'first'), size, url));
    for (let more = 1; more < Math.max(...amounts.processes); more += 1) {
      const process = await startServer(join(directory, `more-${more}`), size, url);
      const { origin } = new URL(Value.Parse(Ready, process.ready).base_url);
      const [first] = apis;
      if (first !== undefined) apis.push({ ...first, origin, process });
    }
    const rows: BenchRow[] = [];
    for (const kind of ['check-ins', 'pages'] as const) {
      rows.push(...(await compare({ kind, apis, url, repetitions, database, amounts })));
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
  readonly repetitions: number;
  readonly database: pg.Client;
  readonly amounts: typeof FULL;
}

async function compare(comparison: Comparison): Promise<readonly BenchRow[]> {
  const { kind, apis, repetitions, database, amounts } = comparison;
  const requests = kind === 'pages' ? amounts.pages : amounts.checkIns;
  const tickets = await ticketsOf(database, apis[0]?.event ?? '');
  let used = 0;
  const next = (length: number) =>
    Array.from({ length }, () => tickets.references[used++ % tickets.references.length] ?? '');
  // Each by itself, until its compiler has settled: with fewer processes some of them would rest.
  for (const api of apis) await serve(comparison, [api], next(amounts.warmUp));
  const ours = new Map<number, Run[]>(amounts.processes.map((count) => [count, []]));
  const theirs = new Map<number, Run[]>(amounts.processes.map((count) => [count, []]));
  const isBeside = isPgbenchInstalled();
  if (!isBeside) console.error('without pgbench, which is not installed');
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    for (const processes of amounts.processes) {
      ours.get(processes)?.push(await serve(comparison, apis.slice(0, processes), next(requests)));
      if (!isBeside) continue;
      theirs.get(processes)?.push(await sendBare(comparison, processes, tickets.ids));
    }
  }
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
    const what = `${name} on PostgreSQL, ${processes} ${processes === 1 ? 'process' : 'processes'}`;
    const mine = sampled('servers', ours.get(processes));
    const bare = sampled(
      `pgbench of the same statements, ${processes * CONNECTIONS_EACH} connections`,
      theirs.get(processes),
    );
    const one = sampled('one process', ours.get(1));
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

function row(what: string, goal: Goal, subject: Sampled, baseline: Sampled): BenchRow {
  const of = { what, unit: 'request', measure: 'per second' } as const;
  return rowOf({ ...of, subject, baseline, goals: [goal] });
}

async function serve(
  { kind, database }: Comparison,
  apis: readonly BenchApi[],
  tickets: readonly string[],
): Promise<Run> {
  const requests: readonly OfferedRequest[] =
    kind === 'pages'
      ? tickets.flatMap(() => apis[0]?.ticketsPage(randomInt(1, apis[0].lastPage + 1)) ?? [])
      : (apis[0]?.checkIns(tickets.map((reference) => ({ reference }))) ?? []);
  const before = [await serverCpu(apis), await databaseCpu(database)] as const;
  const begun = performance.now();
  await Promise.all(
    apis.map(({ origin }, part) =>
      offerLoad({
        origin,
        connections: CONNECTIONS / apis.length,
        requests: requests.filter((_request, index) => index % apis.length === part),
        statuses: VERDICTS,
      }),
    ),
  );
  const seconds = (performance.now() - begun) / 1_000;
  return {
    rate: requests.length / seconds,
    serverMicros: ((await serverCpu(apis)) - before[0]) / requests.length,
    databaseMicros: ((await databaseCpu(database)) - before[1]) / requests.length,
  };
}

async function sendBare(
  { kind, url, database, amounts }: Comparison,
  threads: number,
  ids: Readonly<Record<'event' | 'first' | 'last', number>>,
): Promise<Run> {
  const cpu = await databaseCpu(database);
  const { perSecond, transactions, cpuMicros } = await runPgbench(url, {
    script: kind === 'pages' ? 'page.sql' : 'check-in.sql',
    connections: threads * CONNECTIONS_EACH,
    threads,
    seconds: amounts.pgbenchSeconds,
    variables: { ...ids, now: Date.now() * 1_000 },
  });
  return {
    rate: perSecond,
    serverMicros: (cpuMicros ?? Number.NaN) / transactions,
    databaseMicros: ((await databaseCpu(database)) - cpu) / transactions,
  };
}

/** The tickets of an event, at random, and their ids, which follow one another. */
async function ticketsOf(database: pg.Client, event: string) {
  const { rows } = await database.query<{ reference: string; id: string; event_id: string }>(
    `select t.reference, t.id, t.event_id from tickets as t inner join events as e on e.id = t.event_id
     where e.reference = $1 order by random()`,
    [event],
  );
  const ids = rows.map(({ id }) => Number(id)).toSorted((a, b) => a - b);
  const [first = 0, last = 0] = [ids[0], ids.at(-1)];
  if (last - first + 1 !== ids.length) throw new Error('expected tickets made one after the other');
  const references = rows.map(({ reference }) => reference);
  return { references, ids: { event: Number(rows[0]?.event_id), first, last } };
}

async function serverCpu(apis: readonly BenchApi[]): Promise<number> {
  const times = await Promise.all(apis.map((api) => api.process.cpuMicros()));
  return times.reduce<number>((total, micros) => total + (micros ?? Number.NaN), 0);
}

/** Of all processes of the database server, those that have ended included. */
async function databaseCpu(database: pg.Client): Promise<number> {
  const [main = 0, ...rest] = await processesOf(database);
  return cpuMicros([main, ...rest]) + cpuMicros([main], true);
}

/** The database server's first process, and those that it has started. */
async function processesOf(database: pg.Client): Promise<readonly number[]> {
  const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid');
  const main = Number(fieldsOf(rows[0]?.pid ?? 0)[1]);
  const children = readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && Number(fieldsOf(pid)[1]) === main);
  return [main, ...children];
}

const MICROS_PER_TICK = 10_000;
/** Places in /proc/PID/stat after the name: proc_pid_stat(5). */
const OWN = 11;
const OF_CHILDREN = 13;

function cpuMicros(pids: readonly number[], isOfEnded = false): number {
  const place = isOfEnded ? OF_CHILDREN : OWN;
  return pids.reduce((total, pid) => {
    const fields = fieldsOf(pid);
    return total + (Number(fields[place] ?? 0) + Number(fields[place + 1] ?? 0)) * MICROS_PER_TICK;
  }, 0);
}

function fieldsOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  } catch {
    // It has ended.
    return [];
  }
}
