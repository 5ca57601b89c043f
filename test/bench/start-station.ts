import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { START_OPTIONS } from '../support/node-options.ts';
import { passIn, visitPage } from '../support/page-visitor.ts';
import { startBareNode } from './bare-node.ts';
import { referenceAt } from './bench-replica.ts';
import { rowOf, type BenchOptions, type BenchRow, type Sample } from './bench-part.ts';
import { furnishStation } from './furnish-station.ts';
import { guestAt, untilIndexed } from './search.ts';
import { startProcess } from './start-process.ts';

const STARTS_WITHIN_MS = 1_500;
const MEMORY_WITHIN_MIB = 250;
/** Of one run of the station, each scan of another ticket. */
const FULL = { scans: 1_000, searches: 100 };
const QUICK = { scans: 100, searches: 10 };

const Ready = Type.Object({ url: Type.String() });

interface Round {
  readonly start: Sample;
  readonly memory: Sample;
}

/**
 * The station of `product` as `npm start` runs it, on a replica with an index of words that is there: from the start of its process to the first
 * verdict, and the most memory that the process has had after many scans and searches.
 */
export async function measureStation(
  directory: string,
  product: string,
  { repetitions, size, quick }: BenchOptions & { readonly size: number },
): Promise<readonly BenchRow[]> {
  const data = join(directory, 'station');
  await furnishStation(data, { tickets: size, rowAt: guestAt, onFilled: untilIndexed });
  const work = quick ? QUICK : FULL;
  const ours: Round[] = [];
  const bare: Round[] = [];
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    const first = repetition * work.scans;
    ours.push(await stationRound({ product, data, first, ...work }));
    bare.push(await startBareNode());
  }
  const samples = (of: keyof Round) => ({
    subject: { name: 'station', samples: ours.map((round) => round[of]) },
    baseline: { name: 'bare node', samples: bare.map((round) => round[of]) },
  });
  const tickets = `${size.toLocaleString('en')} tickets`;
  return [
    rowOf({
      what: `station start to first verdict, ${tickets}`,
      unit: 'start',
      measure: 'ms',
      ...samples('start'),
      goals: [{ of: 'wall', most: STARTS_WITHIN_MS }],
    }),
    rowOf({
      what: `most memory of a station with ${tickets}, after ${work.scans.toLocaleString('en')} scans and ${work.searches} searches`,
      unit: 'scan or search',
      measure: 'MiB',
      ...samples('memory'),
      goals: [{ of: 'wall', most: MEMORY_WITHIN_MIB }],
    }),
  ];
}

interface Life {
  readonly product: string;
  readonly data: string;
  /** The first ticket that is scanned. */
  readonly first: number;
  readonly scans: number;
  readonly searches: number;
}

async function stationRound({ product, data, first, scans, searches }: Life): Promise<Round> {
  const begun = performance.now();
  const args = ['start', '--host=browser', '--json', '--no-open', '--data', data];
  const options = { folder: product, nodeOptions: START_OPTIONS };
  const host = await startProcess(join('bin', 'gatehouse.js'), args, options);
  try {
    const page = await openPage(Value.Parse(Ready, host.ready).url);
    await page.scan(referenceAt(first));
    const start = { wall: performance.now() - begun, cpuMicros: await host.cpuMicros() };
    for (let more = 1; more < scans; more += 1) await page.scan(referenceAt(first + more));
    for (let search = 0; search < searches; search += 1) {
      await page.search(guestAt(first + search).holder?.last_name ?? '');
    }
    const cpuMicros = ((await host.cpuMicros()) ?? Number.NaN) - (start.cpuMicros ?? Number.NaN);
    const memory = {
      wall: (await host.peakMib()) ?? Number.NaN,
      cpuMicros: Number.isNaN(cpuMicros) ? null : cpuMicros / (scans + searches),
    };
    page.close();
    return { start, memory };
  } finally {
    await host.stop();
  }
}

const Message = Type.Union([
  Type.Object({
    kind: Type.Literal('outcome'),
    outcome: Type.Object({ kind: Type.String() }),
  }),
  Type.Object({
    kind: Type.Literal('reply'),
    result: Type.Object({ ok: Type.Boolean(), found: Type.Optional(Type.Unknown()) }),
  }),
]);

interface Page {
  /** Resolves when the ticket is admitted. */
  readonly scan: (code: string) => Promise<void>;
  /** Resolves with the hits. */
  readonly search: (query: string) => Promise<void>;
  readonly close: () => void;
}

/** The connection that the screen has, without a browser. */
async function openPage(url: string): Promise<Page> {
  const { socket, outcome } = await visitPage(url, { pass: passIn(url) });
  if (outcome !== 'entered') throw new Error(`expected the station to let the page in: ${outcome}`);
  let waiting: PromiseWithResolvers<boolean> | null = null;
  socket.on('message', (data: Buffer) => {
    const said: unknown = JSON.parse(data.toString());
    if (!Value.Check(Message, said)) return;
    if (said.kind === 'outcome') waiting?.resolve(said.outcome.kind === 'admitted');
    else if (said.result.found !== undefined) waiting?.resolve(true);
    else if (!said.result.ok) waiting?.resolve(false);
  });
  socket.on('close', () => waiting?.resolve(false));
  const ask = async (command: Readonly<Record<string, unknown>>) => {
    // A scan with an id of an earlier run would not be another one.
    waiting = Promise.withResolvers<boolean>();
    socket.send(JSON.stringify({ id: randomUUID(), command }));
    if (!(await waiting.promise)) throw new Error(`the station refused ${JSON.stringify(command)}`);
  };
  return {
    scan: (code) => ask({ kind: 'scan', code, symbology: null, source: 'keyboard' }),
    search: (query) => ask({ kind: 'search_tickets', query }),
    close: () => socket.terminate(),
  };
}
