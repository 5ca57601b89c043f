import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBareNode } from './bare-node.ts';
import { QUICK_RUN, rowOf, type BenchOptions, type BenchRow, type Sample } from './bench-part.ts';
import { openBareServer, rateOf } from './api-subject.ts';
import { openBenchApi } from './bench-api.ts';
import { evictFile } from './evict-file.ts';
import type { StartedProcess } from './start-process.ts';

const READY_WITHIN_MS = 1_000;
const MEMORY_WITHIN_MIB = 250;
const PAGES = 20;

interface Pair<Of> {
  readonly server: Of;
  readonly bare: Of;
}

interface Start {
  readonly start: Sample;
  readonly memory: Sample;
}

/** With its database not in memory. */
interface ColdStart {
  readonly start: Sample;
  readonly pages: Sample;
}

/**
 * Starts of the server of `product` over an event of so many tickets, its memory when a station takes the snapshot, and, unless the run is
 * quick, starts with its database not in memory and the first pages after one.
 */
export async function measureServer(
  directory: string,
  product: string,
  { repetitions, size, quick, notMeasured }: BenchOptions & { readonly size: number },
): Promise<readonly BenchRow[]> {
  const data = join(directory, 'server');
  const pageFile = join(directory, 'page.json');
  const made = await openBenchApi(data, size, { product });
  writeFileSync(pageFile, await made.read(made.ticketsPage(1)));
  await made.process.stop();
  if (quick) notMeasured('a server whose database is not in memory', QUICK_RUN);
  const starts: Pair<Start>[] = [];
  const coldStarts: Pair<ColdStart>[] = [];
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    const server = await startAndStream(data, size, product);
    const cold = quick ? null : await startCold(data, size, product);
    const pages = quick ? null : await readBare(join(directory, `bare-${repetition}.db`), pageFile);
    const bare = await startBareNode();
    starts.push({ server, bare });
    if (cold === null || pages === null) continue;
    coldStarts.push({ server: cold, bare: { start: bare.start, pages } });
  }
  const tickets = `${size.toLocaleString('en')} tickets`;
  const rows = [
    rowOf({
      what: `server start to ready, ${tickets}`,
      unit: 'start',
      measure: 'ms',
      ...compared('bare node', starts, ({ start }) => start),
      goals: [{ of: 'wall', most: READY_WITHIN_MS }],
      headline: true,
    }),
    rowOf({
      what: `most memory of a server that streams a snapshot of ${tickets}`,
      unit: 'ticket',
      measure: 'MiB',
      ...compared('bare node', starts, ({ memory }) => memory),
      goals: [{ of: 'wall', most: MEMORY_WITHIN_MIB }],
    }),
  ];
  if (quick) return rows;
  return [
    ...rows,
    rowOf({
      what: `server start to ready, ${tickets}, its database not in memory`,
      unit: 'start',
      measure: 'ms',
      ...compared('bare node, its files in memory', coldStarts, ({ start }) => start),
      goals: [],
    }),
    rowOf({
      what: `first ${PAGES} random ticket pages of a server whose database was not in memory, 1 connection`,
      unit: 'request',
      measure: 'per second',
      ...compared('node:http, the first page prebuilt', coldStarts, ({ pages }) => pages),
      goals: [],
    }),
  ];
}

function compared<Of>(baseline: string, pairs: readonly Pair<Of>[], of: (one: Of) => Sample) {
  return {
    subject: { name: 'server', samples: pairs.map(({ server }) => of(server)) },
    baseline: { name: baseline, samples: pairs.map(({ bare }) => of(bare)) },
  };
}

async function startAndStream(data: string, size: number, product: string): Promise<Start> {
  const { process, readSnapshot } = await openBenchApi(data, size, { product });
  const before = await process.cpuMicros();
  await readSnapshot();
  const after = await process.cpuMicros();
  const cpuMicros = before === null || after === null ? null : (after - before) / size;
  const memory = { wall: (await process.peakMib()) ?? Number.NaN, cpuMicros };
  await process.stop();
  return { start: startOf(process), memory };
}

async function startCold(data: string, size: number, product: string): Promise<ColdStart> {
  evictFile(join(data, 'server.db'));
  const cold = await openBenchApi(data, size, { product });
  const pages = await rateOf(cold, {
    connections: 1,
    requests: Array.from({ length: PAGES }, () =>
      cold.ticketsPage(randomInt(1, cold.lastPage + 1)),
    ),
  });
  await cold.process.stop();
  return { start: startOf(cold.process), pages };
}

async function readBare(database: string, pageFile: string): Promise<Sample> {
  const bare = await openBareServer(database, pageFile, 0);
  const page = { method: 'GET', path: '/', headers: {}, body: null } as const;
  const requests = Array.from({ length: PAGES }, () => page);
  const pages = await rateOf(bare, { connections: 1, requests });
  await bare.process.stop();
  return pages;
}

function startOf({ startMs, startCpuMicros }: StartedProcess): Sample {
  return { wall: startMs, cpuMicros: startCpuMicros };
}
