import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { openBenchApi, startServer, type BenchApi } from './bench-api.ts';
import type { BenchOptions, BenchPart, BenchRow } from './bench-part.ts';
import { offerLoad, type OfferedRequest } from './offer-load.ts';
import { startProcess } from './start-process.ts';
import { spreadOf } from './statistics.ts';

const DEFAULT_TICKETS = 100_000;
const CONNECTIONS = 32;
const CHECK_INS = 4_000;
const CHECK_INS_ALONE = 800;
const PAGES = 2_000;
/** So many until the compiler has settled; a server runs for days. */
const WARM_UP = 12_000;
const WARM_UP_TICKETS = 2_000;
const READY_WITHIN_MS = 1_500;
/** A verdict that denies is recorded just as one that allows. */
const VERDICTS = [200, 422];

const BareReady = Type.Object({ base_url: Type.String() });

/** Check-ins, pages of tickets and the start of the companion server, each beside a bare server. */
export const apiPart: BenchPart = {
  name: 'api',
  summary: 'check-ins, ticket pages and start of the companion server, beside a bare node:http',
  run: async ({ repetitions, size }) => {
    const directory = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
    try {
      return await measure(directory, { repetitions, size: size ?? DEFAULT_TICKETS });
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
};

async function measure(
  directory: string,
  { repetitions, size }: BenchOptions & { readonly size: number },
): Promise<readonly BenchRow[]> {
  const data = join(directory, 'data');
  const pageFile = join(directory, 'page.json');
  const api = await openBenchApi(data, size);
  const rows: BenchRow[] = [];
  try {
    writeFileSync(pageFile, await api.read(api.ticketsPage(1)));
    const bare = await startBare(join(directory, 'bare.db'), pageFile);
    try {
      rows.push(...(await measureLoads(api, bare.origin, repetitions)));
    } finally {
      await bare.stop();
    }
  } finally {
    await api.process.stop();
  }
  rows.push(await measureStart({ data, directory, pageFile, repetitions, size }));
  return rows;
}

interface Comparison {
  readonly what: string;
  readonly baseline: string;
  /** The least ratio that is within the goal. */
  readonly least: number;
  readonly connections: number;
  /** What is asked of both before the first repetition, and what in each. */
  readonly warmUp: () => readonly OfferedRequest[];
  readonly requests: () => readonly OfferedRequest[];
}

async function measureLoads(
  api: BenchApi,
  bareOrigin: string,
  repetitions: number,
): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const comparison of await comparisonsOf(api, repetitions)) {
    rows.push(await compare(comparison, { subject: api.origin, bare: bareOrigin, repetitions }));
  }
  return rows;
}

async function comparisonsOf(api: BenchApi, repetitions: number): Promise<readonly Comparison[]> {
  const count = repetitions * (CHECK_INS + CHECK_INS_ALONE);
  const tickets = await api.listTickets(WARM_UP_TICKETS + count);
  const fresh = tickets.slice(WARM_UP_TICKETS);
  let used = 0;
  const nextFresh = () => fresh[(used += 1) % fresh.length] ?? '';
  const checkIns = (length: number) => () => api.checkIns(Array.from({ length }, nextFresh));
  const repeated = () =>
    api.checkIns(Array.from({ length: WARM_UP }, (_, n) => tickets[n % WARM_UP_TICKETS] ?? ''));
  const pages = (length: number) => () => Array.from({ length }, () => api.ticketsPage(1));
  const scans = {
    baseline: 'node:http and one durable insert a request',
    warmUp: repeated,
  };
  return [
    {
      ...scans,
      what: `POST /integration/scans, ${CONNECTIONS} connections`,
      least: 2.5,
      connections: CONNECTIONS,
      requests: checkIns(CHECK_INS),
    },
    {
      ...scans,
      what: 'POST /integration/scans, 1 connection',
      least: 0.6,
      connections: 1,
      requests: checkIns(CHECK_INS_ALONE),
    },
    {
      what: 'GET …/tickets?per_page=100',
      baseline: 'node:http and the same bytes prebuilt',
      least: 0.2,
      connections: CONNECTIONS,
      warmUp: pages(PAGES),
      requests: pages(PAGES),
    },
  ];
}

async function compare(
  { what, baseline, least, connections, warmUp, requests }: Comparison,
  { subject, bare, repetitions }: Sides,
): Promise<BenchRow> {
  const warming = { connections: CONNECTIONS, requests: warmUp(), statuses: VERDICTS };
  await offerLoad({ ...warming, origin: subject });
  await offerLoad({ ...warming, origin: bare });
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    const load = { connections, requests: requests(), statuses: VERDICTS };
    ours.push(await offerLoad({ ...load, origin: subject }));
    theirs.push(await offerLoad({ ...load, origin: bare }));
  }
  const ratio = spreadOf(ours.map((rate, index) => rate / (theirs[index] ?? Number.NaN)));
  return {
    what,
    baseline,
    goal: `≥ ${least}×`,
    ratio,
    met: ratio.median >= least,
    figures: { server: perSecond(ours), bare: perSecond(theirs) },
    repetitions,
  };
}

interface Sides {
  readonly subject: string;
  readonly bare: string;
  readonly repetitions: number;
}

interface Start {
  readonly data: string;
  readonly directory: string;
  readonly pageFile: string;
  readonly repetitions: number;
  readonly size: number;
}

/** From the spawning of the process to the line that says that it takes requests. */
async function measureStart({
  data,
  directory,
  pageFile,
  repetitions,
  size,
}: Start): Promise<BenchRow> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    const server = await startServer(data, size);
    ours.push(server.startMs);
    await server.stop();
    const bare = await startBare(join(directory, `bare-${repetition}.db`), pageFile);
    theirs.push(bare.startMs);
    await bare.stop();
  }
  const { median } = spreadOf(ours);
  return {
    what: `server start to ready, ${size.toLocaleString('en')} tickets`,
    baseline: 'start of the bare server',
    goal: `< ${READY_WITHIN_MS / 1_000} s`,
    ratio: spreadOf(ours.map((ms, index) => ms / (theirs[index] ?? Number.NaN))),
    met: median < READY_WITHIN_MS,
    figures: { server: seconds(median), bare: seconds(spreadOf(theirs).median) },
    repetitions,
  };
}

async function startBare(path: string, pageFile: string) {
  const script = join(import.meta.dirname, 'bare-server.ts');
  const { ready, startMs, stop } = await startProcess(script, [path, pageFile]);
  return { origin: Value.Parse(BareReady, ready).base_url, startMs, stop };
}

function perSecond(rates: readonly number[]): string {
  return `${Math.round(spreadOf(rates).median).toLocaleString('en')}/s`;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`;
}
