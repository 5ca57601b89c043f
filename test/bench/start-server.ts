import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBareNode } from './bare-node.ts';
import { rowOf, type BenchOptions, type BenchRow, type Sample } from './bench-part.ts';
import { openBareServer, rateOf } from './api-subject.ts';
import { openBenchApi } from './bench-api.ts';
import { evictFile } from './evict-file.ts';
import type { StartedProcess } from './start-process.ts';

const READY_WITHIN_MS = 1_000;
const MEMORY_WITHIN_MIB = 250;
const PAGES = 20;
const BASELINES = {
  start: 'bare node',
  coldStart: 'bare node, its files in memory',
  pages: 'node:http, the first page prebuilt',
  memory: 'bare node',
} as const;

interface Round {
  readonly start: Sample;
  readonly coldStart: Sample;
  readonly pages: Sample;
  readonly memory: Sample;
}

/** Starts of the server of `product` over an event of so many tickets, its first pages after one, and its memory when a station takes the snapshot. */
export async function measureServer(
  directory: string,
  product: string,
  { repetitions, size }: BenchOptions & { readonly size: number },
): Promise<readonly BenchRow[]> {
  const data = join(directory, 'server');
  const pageFile = join(directory, 'page.json');
  const made = await openBenchApi(data, size, { product });
  writeFileSync(pageFile, await made.read(made.ticketsPage(1)));
  await made.process.stop();
  const server: Round[] = [];
  const bare: Round[] = [];
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    server.push(await serverRound(data, size, product));
    bare.push(await bareRound(join(directory, `bare-${repetition}.db`), pageFile));
  }
  const samples = (of: keyof Round) => ({
    subject: { name: 'server', samples: server.map((round) => round[of]) },
    baseline: {
      name: BASELINES[of],
      samples: bare.map((round) => round[of]),
    },
  });
  const tickets = `${size.toLocaleString('en')} tickets`;
  return [
    rowOf({
      what: `server start to ready, ${tickets}`,
      unit: 'start',
      measure: 'ms',
      ...samples('start'),
      goals: [{ of: 'wall', most: READY_WITHIN_MS }],
      headline: true,
    }),
    rowOf({
      what: `server start to ready, ${tickets}, its database not in memory`,
      unit: 'start',
      measure: 'ms',
      ...samples('coldStart'),
      goals: [],
    }),
    rowOf({
      what: `first ${PAGES} random ticket pages of a server whose database was not in memory, 1 connection`,
      unit: 'request',
      measure: 'per second',
      ...samples('pages'),
      goals: [],
    }),
    rowOf({
      what: `most memory of a server that streams a snapshot of ${tickets}`,
      unit: 'ticket',
      measure: 'MiB',
      ...samples('memory'),
      goals: [{ of: 'wall', most: MEMORY_WITHIN_MIB }],
    }),
  ];
}

async function serverRound(data: string, size: number, product: string): Promise<Round> {
  const warm = await openBenchApi(data, size, { product });
  const before = await warm.process.cpuMicros();
  await warm.readSnapshot();
  const after = await warm.process.cpuMicros();
  const cpuMicros = before === null || after === null ? null : (after - before) / size;
  const memory = { wall: (await warm.process.peakMib()) ?? Number.NaN, cpuMicros };
  await warm.process.stop();
  evictFile(join(data, 'server.db'));
  const cold = await openBenchApi(data, size, { product });
  const pages = await rateOf(cold, {
    connections: 1,
    requests: Array.from({ length: PAGES }, () =>
      cold.ticketsPage(randomInt(1, cold.lastPage + 1)),
    ),
  });
  await cold.process.stop();
  return { start: startOf(warm.process), coldStart: startOf(cold.process), pages, memory };
}

async function bareRound(database: string, pageFile: string): Promise<Round> {
  const bare = await openBareServer(database, pageFile, 0);
  const page = { method: 'GET', path: '/', headers: {}, body: null } as const;
  const requests = Array.from({ length: PAGES }, () => page);
  const pages = await rateOf(bare, { connections: 1, requests });
  await bare.process.stop();
  const { start, memory } = await startBareNode();
  return { start, coldStart: start, pages, memory };
}

function startOf({ startMs, startCpuMicros }: StartedProcess): Sample {
  return { wall: startMs, cpuMicros: startCpuMicros };
}
