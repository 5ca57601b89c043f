import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { openBareInsert } from './bare-insert.ts';
import { openBenchApi, type BenchApi } from './bench-api.ts';
import {
  rowOf,
  type BenchOptions,
  type BenchPart,
  type BenchRow,
  type Goal,
  type Sample,
} from './bench-part.ts';
import { openBareServer, openSubject, rateOf, type Subject } from './api-subject.ts';
import type { OfferedRequest } from './offer-load.ts';
import { arePeersInstalled, INSTALL_PEERS } from './station-peers.ts';
import { spreadOf } from './statistics.ts';

const DEFAULT_TICKETS = 100_000;
const CONNECTIONS = 32;
/** How many of each in a repetition, and before the first, until the compiler has settled: a server runs for days. */
const FULL = { checkIns: 3_000, alone: 500, pages: 1_000, warmUp: 8_000, warmUpPages: 1_500 };
const QUICK = { checkIns: 300, alone: 50, pages: 100, warmUp: 1_000, warmUpPages: 100 };
const WARM_UP_TICKETS = 1_000;
/** From here on a flush costs so much that commits of many requests have to be one. */
const SLOW_FLUSH_MS = 0.15;

/** Check-ins and pages of tickets, each beside a bare server and the one of the textbook. */
export const apiPart: BenchPart = {
  name: 'api',
  summary:
    'check-ins and ticket pages of the companion server, beside a bare node:http and a textbook server',
  run: async (options) => {
    const directory = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
    try {
      return await measure(directory, { ...options, size: options.size ?? DEFAULT_TICKETS });
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
};

type Options = BenchOptions & { readonly size: number };

async function measure(directory: string, options: Options): Promise<readonly BenchRow[]> {
  const data = join(directory, 'data');
  const pageFile = join(directory, 'page.json');
  const api = await openBenchApi(data, options.size);
  const others: Subject[] = [];
  const rows: BenchRow[] = [];
  try {
    writeFileSync(pageFile, await api.read(api.ticketsPage(1)));
    others.push(await openBareServer(join(directory, 'bare.db'), pageFile));
    if (arePeersInstalled()) {
      const copy = join(directory, 'textbook.db');
      await copyDatabase(join(data, 'server.db'), copy);
      const script = join('peers', 'textbook-server.js');
      others.push(await openSubject('textbook', script, [copy]));
    } else console.error(`without the textbook server, which is not installed: ${INSTALL_PEERS}`);
    const ours = { name: 'server', origin: api.origin, process: api.process };
    const subjects = { ours, others };
    for (const load of await loadsOf(api, options, measureFlush(directory))) {
      rows.push(...(await compare(load, subjects, options.repetitions)));
    }
  } finally {
    for (const { process } of others) await process.stop();
    await api.process.stop();
  }
  return rows;
}

/** The server has it open; a copy of its file alone would miss what is still in its log. */
async function copyDatabase(from: string, to: string): Promise<void> {
  const database = new BetterSqlite(from);
  await database.backup(to);
  database.close();
}

/** Milliseconds of one durable insert. */
function measureFlush(directory: string): number {
  const bare = openBareInsert(join(directory, 'flush.db'));
  try {
    const times = Array.from({ length: 200 }, () => {
      const begun = performance.now();
      bare.insert();
      return performance.now() - begun;
    });
    return spreadOf(times).median;
  } finally {
    bare.close();
  }
}

interface Load {
  readonly what: string;
  readonly connections: number;
  /** By the name of the subject beside ours. */
  readonly goals: Readonly<Record<string, readonly Goal[]>>;
  /** What is asked of all before the first repetition, and of all alike in each. */
  readonly warmUp: readonly OfferedRequest[];
  readonly requests: () => readonly OfferedRequest[];
}

function atLeast(least: number): Goal {
  return { of: 'ratio', least };
}

const BASELINES: Readonly<Record<string, string>> = {
  bare: 'node:http: one durable insert a POST, the first page prebuilt',
  textbook: 'Express, Kysely and better-sqlite3, same tables and checks',
};

async function loadsOf(
  api: BenchApi,
  { repetitions, quick }: Options,
  flushMs: number,
): Promise<readonly Load[]> {
  const { checkIns: together, alone, pages: pageCount, warmUp, warmUpPages } = quick ? QUICK : FULL;
  const count = repetitions * (together + alone);
  const tickets = await api.listTickets(WARM_UP_TICKETS + count);
  const known = tickets.slice(0, WARM_UP_TICKETS);
  let used = WARM_UP_TICKETS;
  // A small database has too few: then the first are checked in again.
  const checkIns = (length: number) => () =>
    api.checkIns(Array.from({ length }, () => at(tickets, (used += 1))));
  const repeated = Array.from({ length: warmUp / WARM_UP_TICKETS }, () => api.checkIns(known));
  const pages = (length: number, page: () => number) => () =>
    Array.from({ length }, () => api.ticketsPage(page()));
  const anyPage = () => randomInt(1, api.lastPage + 1);
  const changed = () =>
    Array.from({ length: pageCount }, () =>
      api.changedPage(at(tickets, randomInt(tickets.length))),
    );
  return [
    {
      what: `POST /integration/scans, ${CONNECTIONS} connections`,
      connections: CONNECTIONS,
      goals: {
        bare: [{ of: 'cpu ratio', most: 1.6 }, atLeast(flushMs >= SLOW_FLUSH_MS ? 2.5 : 1)],
        textbook: [atLeast(4)],
      },
      warmUp: repeated.flat(),
      requests: checkIns(together),
    },
    {
      what: 'POST /integration/scans, 1 connection',
      connections: 1,
      goals: { bare: [atLeast(0.6)], textbook: [atLeast(2)] },
      warmUp: [],
      requests: checkIns(alone),
    },
    {
      what: 'GET …/tickets?per_page=100, random pages',
      connections: CONNECTIONS,
      goals: { bare: [atLeast(0.1)], textbook: [atLeast(4)] },
      warmUp: pages(warmUpPages, anyPage)(),
      requests: pages(pageCount, anyPage),
    },
    {
      what: 'the same, first page',
      connections: CONNECTIONS,
      goals: { bare: [atLeast(0.2)], textbook: [atLeast(4)] },
      warmUp: [],
      requests: pages(pageCount, () => 1),
    },
    {
      what: 'the same, incremental walk',
      connections: CONNECTIONS,
      goals: { bare: [atLeast(0.1)], textbook: [atLeast(4)] },
      warmUp: [],
      requests: changed,
    },
  ];
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new RangeError('expected at least one');
  return item;
}

async function compare(
  { what, connections, goals, warmUp, requests }: Load,
  { ours, others }: { readonly ours: Subject; readonly others: readonly Subject[] },
  repetitions: number,
): Promise<readonly BenchRow[]> {
  const subjects = [ours, ...others];
  const samples = new Map<string, Sample[]>(subjects.map(({ name }) => [name, []]));
  if (warmUp.length > 0) {
    const warming = { connections: CONNECTIONS, requests: warmUp };
    for (const subject of subjects) await rateOf(subject, warming);
  }
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    const load = { connections, requests: requests() };
    for (const subject of subjects) samples.get(subject.name)?.push(await rateOf(subject, load));
  }
  const sampled = (name: string) => samples.get(name) ?? [];
  return others.map(({ name }) =>
    rowOf({
      what,
      unit: 'request',
      measure: 'per second',
      subject: { name: ours.name, samples: sampled(ours.name) },
      baseline: { name: BASELINES[name] ?? name, samples: sampled(name) },
      goals: goals[name] ?? [],
    }),
  );
}
