import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { openBareInsert } from './bare-insert.ts';
import {
  ADMISSIBLE_TICKETS,
  openBenchApi,
  type AdmissibleTicket,
  type BenchApi,
} from './bench-api.ts';
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
import { rotated } from './rotated.ts';
import { arePeersInstalled, INSTALL_PEERS } from './station-peers.ts';
import { spreadOf } from './statistics.ts';

const DEFAULT_TICKETS = 100_000;
const CONNECTIONS = 32;
/**
 * How many of each in a repetition, and before the first, until the compiler has settled: a server runs for days. The textbook, which is slower,
 * meets the first of each `textbook` of them.
 */
const FULL = {
  checkIns: 10_500,
  alone: 1_500,
  textbook: 5,
  pages: 1_000,
  walks: 200,
  warmUp: 6_000,
  warmUpPages: 1_500,
};
const QUICK: typeof FULL = {
  checkIns: 200,
  alone: 30,
  textbook: 3,
  pages: 40,
  walks: 8,
  warmUp: 300,
  warmUpPages: 40,
};
const PAGES_OF_A_WALK = 5;
/** In a quick run: it takes a second to make some thousands. */
const QUICKLY_MOST_TICKETS = 5_000;
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
      const most = options.quick ? QUICKLY_MOST_TICKETS : Infinity;
      const size = Math.min(options.size ?? DEFAULT_TICKETS, most);
      return await measure(directory, { ...options, size });
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
    const tickets = readTickets(join(data, 'server.db'), api.event);
    const rowBytes = await measureCheckIn(join(data, 'server.db'), api, tickets.pop());
    others.push(await openBareServer(join(directory, 'bare.db'), pageFile, rowBytes));
    if (arePeersInstalled()) {
      const copy = join(directory, 'textbook.db');
      await copyDatabase(join(data, 'server.db'), copy);
      const script = join('peers', 'textbook-server.js');
      others.push(await openSubject('textbook', script, [copy]));
    } else {
      const because = `its libraries are not installed (${INSTALL_PEERS})`;
      options.notMeasured('the textbook server', because);
    }
    const ours = { name: 'server', origin: api.origin, process: api.process };
    const subjects = { ours, others };
    const flushMs = measureFlush(directory);
    for (const load of loadsOf({ api, tickets, options, flushMs, rowBytes })) {
      rows.push(...(await compare(load, subjects, options)));
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

function readTickets(path: string, event: string): AdmissibleTicket[] {
  const database = new BetterSqlite(path, { readonly: true });
  try {
    return database.prepare<[string], AdmissibleTicket>(ADMISSIBLE_TICKETS).all(event);
  } finally {
    database.close();
  }
}

/** Checks a ticket in and gives the bytes of the rows that it left: the scan, and the answer kept for its idempotency key. */
async function measureCheckIn(
  path: string,
  api: BenchApi,
  ticket: AdmissibleTicket | undefined,
): Promise<number> {
  if (ticket === undefined) throw new Error('expected a ticket that would be admitted');
  await rateOf(api, { connections: 1, requests: api.checkIns([ticket]) });
  const database = new BetterSqlite(path, { readonly: true });
  try {
    const rows = ['entry_scans', 'idempotency_keys'].map((table) =>
      database
        .prepare<[], Readonly<Record<string, unknown>>>(
          `select * from ${table} order by id desc limit 1`,
        )
        .get(),
    );
    return rows.flatMap((row) => Object.values(row ?? {})).reduce<number>(addBytes, 0);
  } finally {
    database.close();
  }
}

/** A number is stored in at most eight bytes. */
function addBytes(sum: number, value: unknown): number {
  if (value === null) return sum;
  return sum + (typeof value === 'string' || Buffer.isBuffer(value) ? Buffer.byteLength(value) : 8);
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
  /** What the baselines do for it, by their names. */
  readonly baselines: Readonly<Record<string, string>>;
  /** The baseline whose row the README shows. */
  readonly headline?: string;
  /** What is asked of all before the first repetition, and of all alike in each. */
  readonly warmUp: readonly OfferedRequest[];
  readonly requests: () => readonly OfferedRequest[];
}

function atLeast(least: number): Goal {
  return { of: 'ratio', least };
}

const TEXTBOOK = 'Express, Kysely and better-sqlite3, same tables and checks';

interface LoadOptions {
  readonly api: BenchApi;
  readonly tickets: readonly AdmissibleTicket[];
  readonly options: Options;
  readonly flushMs: number;
  readonly rowBytes: number;
}

function loadsOf({ api, tickets, options, flushMs, rowBytes }: LoadOptions): readonly Load[] {
  const amounts = options.quick ? QUICK : FULL;
  // A small event has fewer tickets than that; no ticket is checked in twice.
  const wanted = amounts.warmUp + options.repetitions * (amounts.checkIns + amounts.alone);
  const share = Math.min(1, tickets.length / wanted);
  let used = 0;
  const checkIns = (count: number) => () => {
    const first = used;
    used += Math.floor(count * share);
    return api.checkIns(tickets.slice(first, used));
  };
  const pages = (count: number, page: () => number) => () =>
    Array.from({ length: count }, () => api.ticketsPage(page()));
  const anyPage = () => randomInt(1, api.lastPage + 1);
  const walks = () =>
    Array.from({ length: amounts.walks }, () => {
      const ticket = tickets[randomInt(tickets.length)];
      if (ticket === undefined) throw new Error('expected a ticket');
      return api.walk(ticket, PAGES_OF_A_WALK);
    });
  const size = options.size.toLocaleString('en');
  const writes = {
    bare: `node:http, a durable insert of one row of ${rowBytes} bytes`,
    textbook: TEXTBOOK,
  };
  const reads = { bare: 'node:http, the bytes of the first page prebuilt', textbook: TEXTBOOK };
  return [
    {
      what: `POST /integration/scans, ${CONNECTIONS} connections, limit off, all tickets different`,
      connections: CONNECTIONS,
      goals: {
        bare: [
          { of: 'cpu', most: 100 },
          { of: 'cpu ratio', most: 1.6 },
          atLeast(flushMs >= SLOW_FLUSH_MS ? 2.5 : 1),
        ],
        textbook: [atLeast(4)],
      },
      baselines: writes,
      headline: 'textbook',
      warmUp: checkIns(amounts.warmUp)(),
      requests: checkIns(amounts.checkIns),
    },
    {
      what: 'POST /integration/scans, 1 connection, limit off, all tickets different',
      connections: 1,
      goals: { bare: [atLeast(0.6)], textbook: [atLeast(2)] },
      baselines: writes,
      warmUp: [],
      requests: checkIns(amounts.alone),
    },
    {
      what: `GET …/tickets?per_page=100, random pages of ${size} tickets`,
      connections: CONNECTIONS,
      goals: { bare: [atLeast(0.1)], textbook: [atLeast(4)] },
      baselines: reads,
      warmUp: pages(amounts.warmUpPages, anyPage)(),
      requests: pages(amounts.pages, anyPage),
    },
    {
      what: `GET …/tickets?per_page=100, first page of ${size} tickets`,
      connections: CONNECTIONS,
      goals: { bare: [atLeast(0.2)], textbook: [atLeast(4)] },
      baselines: reads,
      warmUp: [],
      requests: pages(amounts.pages, () => 1),
    },
    {
      what: `GET …/tickets?per_page=100, incremental walks of ${PAGES_OF_A_WALK} pages from any change of ${size} tickets`,
      connections: CONNECTIONS,
      goals: { bare: [atLeast(0.1)], textbook: [atLeast(1.3)] },
      baselines: reads,
      warmUp: [],
      requests: walks,
    },
  ];
}

async function compare(
  { what, connections, goals, baselines, headline, warmUp, requests }: Load,
  { ours, others }: { readonly ours: Subject; readonly others: readonly Subject[] },
  { repetitions, quick }: Options,
): Promise<readonly BenchRow[]> {
  const subjects = [ours, ...others];
  const { textbook } = quick ? QUICK : FULL;
  const shareOf = (name: string, all: readonly OfferedRequest[]) =>
    name === 'textbook' ? all.slice(0, Math.ceil(all.length / textbook)) : all;
  const samples = new Map<string, Sample[]>(subjects.map(({ name }) => [name, []]));
  if (warmUp.length > 0) {
    for (const subject of subjects) {
      const shared = shareOf(subject.name, warmUp);
      await rateOf(subject, { connections: CONNECTIONS, requests: shared });
    }
  }
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    const all = requests();
    for (const subject of rotated(subjects, repetition)) {
      const load = { connections, requests: shareOf(subject.name, all) };
      samples.get(subject.name)?.push(await rateOf(subject, load));
    }
  }
  const sampled = (name: string) => samples.get(name) ?? [];
  return others.map(({ name }) =>
    rowOf({
      what,
      unit: 'request',
      measure: 'per second',
      subject: { name: ours.name, samples: sampled(ours.name) },
      baseline: { name: baselines[name] ?? name, samples: sampled(name) },
      goals: goals[name] ?? [],
      headline: name === headline,
    }),
  );
}
