import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import { request } from 'undici';
import { GATEHOUSE_OPTIONS } from '../support/node-options.ts';
import { ADMISSIBLE_TICKETS, openBenchApi, type AdmissibleTicket } from './bench-api.ts';
import {
  rowOf,
  type BenchOptions,
  type BenchPart,
  type BenchRow,
  type Sample,
} from './bench-part.ts';
import { cpuMicrosPerRow, rowsPerSecond } from './measured.ts';
import { endedCpuMicros, peakMibOf } from './process-usage.ts';
import { installProduct } from './product.ts';
import { runMeasured } from './run-program.ts';
import { writeShopFile } from './shop-file.ts';
import { quantile } from './statistics.ts';

const DEFAULT_LINES = 100_000;
/** A file with so many times fewer lines, for the memory. */
const SMALLER = 10;
const WITHIN_SECONDS = 60;
/** The server's own tickets, which are checked in meanwhile. */
const TICKETS = 5_000;
const CHECK_INS_AT_REST = 300;
const PAUSE_MS = 20;
const PEAK_LOOK_MS = 50;

/** The import of a shop's file with the command, and the doors meanwhile. */
export const importPart: BenchPart = {
  name: 'import',
  summary: 'a shop’s file becomes tickets, beside the same rows inserted; check-ins meanwhile',
  run: async (options) => {
    const directory = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
    try {
      return await measure(directory, options);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
};

interface Repetition {
  readonly imported: Sample;
  readonly bare: Sample;
  readonly peak: Sample;
  readonly smallPeak: Sample;
  readonly doors: Sample;
  readonly rest: Sample;
}

async function measure(directory: string, options: BenchOptions): Promise<readonly BenchRow[]> {
  const { size, repetitions } = options;
  const lines = size ?? DEFAULT_LINES;
  const product = join(directory, 'product');
  await installProduct(product);
  const [whole, small] = [join(directory, 'whole.csv'), join(directory, 'small.csv')];
  writeShopFile(whole, lines);
  writeShopFile(small, lines / SMALLER);
  const runs: Repetition[] = [];
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    const folder = join(directory, String(repetition));
    runs.push(await repeat({ folder, product, whole, small, lines }));
    rmSync(folder, { recursive: true, force: true });
  }
  const samples = (name: keyof Repetition) => runs.map((run) => run[name]);
  const file = `a shop’s file of ${lines.toLocaleString('en')} lines`;
  return [
    rowOf({
      what: `import of ${file}, with the command`,
      unit: 'line',
      measure: 'per second',
      subject: { name: 'gatehouse import', samples: samples('imported') },
      baseline: { name: 'the rows that it makes, 1,000 a transaction', samples: samples('bare') },
      goals: [
        { of: 'ratio', least: 0.3 },
        { of: 'wall', least: Math.ceil(lines / WITHIN_SECONDS) },
      ],
      headline: true,
    }),
    rowOf({
      what: `most memory of the import of ${file}`,
      unit: 'line',
      measure: 'MiB',
      subject: { name: 'gatehouse import', samples: samples('peak') },
      baseline: { name: 'of a tenth of the lines', samples: samples('smallPeak') },
      goals: [{ of: 'ratio', most: 1.3 }],
    }),
    rowOf({
      what: `a check-in over HTTP while ${file} is imported into its event, p99`,
      unit: 'check-in',
      measure: 'ms',
      subject: { name: 'server', samples: samples('doors') },
      baseline: { name: 'the same at rest', samples: samples('rest') },
      goals: [],
    }),
  ];
}

interface Files {
  readonly folder: string;
  readonly product: string;
  readonly whole: string;
  readonly small: string;
  readonly lines: number;
}

async function repeat({ folder, product, whole, small, lines }: Files): Promise<Repetition> {
  const data = join(folder, 'door');
  const api = await openBenchApi(data, TICKETS, { product });
  const type = ['ticket-type', 'create', '--event', api.event, '--name', 'Shop', '--price', '4500'];
  await gatehouse(product, [...type, '--data', data]).done;
  await api.process.stop();
  const [alone, less] = [join(folder, 'alone'), join(folder, 'less')];
  for (const copy of [alone, less]) cpSync(data, copy, { recursive: true });
  const into = (copy: string) => ['--event', api.event, '--data', copy, '--json'];

  const cpuBefore = endedCpuMicros();
  const begun = performance.now();
  const own = gatehouse(product, ['import', whole, ...into(alone)]);
  const peak = await own.done;
  const seconds = (performance.now() - begun) / 1_000;
  const cpuAfter = endedCpuMicros();
  const cpuMicros = cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore;
  const bare = await runMeasured(join('programs', 'bare-lines.ts'), [
    join(data, 'server.db'),
    join(alone, 'server.db'),
    String(lines),
  ]);
  const smallPeak = await gatehouse(product, ['import', small, ...into(less)]).done;
  const doors = await measureDoors({ data, product, args: ['import', whole, ...into(data)] });
  return {
    imported: {
      wall: lines / seconds,
      cpuMicros: cpuMicros === null ? null : cpuMicros / lines,
    },
    bare: { wall: rowsPerSecond(bare), cpuMicros: cpuMicrosPerRow(bare) },
    peak: { wall: peak, cpuMicros: null },
    smallPeak: { wall: smallPeak, cpuMicros: null },
    ...doors,
  };
}

/** A check-in at a time with a pause, at rest and then until the import has ended. */
async function measureDoors({
  data,
  product,
  args,
}: {
  readonly data: string;
  readonly product: string;
  readonly args: readonly string[];
}): Promise<Pick<Repetition, 'doors' | 'rest'>> {
  const api = await openBenchApi(data, TICKETS, { product });
  try {
    const requests = api.checkIns(readTickets(join(data, 'server.db'), api.event)).values();
    const checkIn = async () => {
      await delay(PAUSE_MS);
      const { value } = requests.next();
      if (value === undefined) return null;
      const begun = performance.now();
      const { headers, body, path, method } = value;
      const response = await request(`${api.origin}${path}`, { method, headers, body });
      await response.body.dump();
      if (response.statusCode !== 200) throw new Error(`a check-in got ${response.statusCode}`);
      return performance.now() - begun;
    };
    const rest: number[] = [];
    while (rest.length < CHECK_INS_AT_REST) rest.push((await checkIn()) ?? Number.NaN);
    const importing = gatehouse(product, args);
    const doors: number[] = [];
    for (;;) {
      const took = importing.hasEnded() ? null : await checkIn();
      if (took === null) break;
      doors.push(took);
    }
    await importing.done;
    return {
      doors: { wall: quantile(doors, 0.99), cpuMicros: null },
      rest: { wall: quantile(rest, 0.99), cpuMicros: null },
    };
  } finally {
    await api.process.stop();
  }
}

function readTickets(path: string, event: string): readonly AdmissibleTicket[] {
  const database = new BetterSqlite(path, { readonly: true });
  try {
    return database.prepare<[string], AdmissibleTicket>(ADMISSIBLE_TICKETS).all(event);
  } finally {
    database.close();
  }
}

/** Runs a command of the product. `done` gives the most memory that it has had, in MiB; NaN where the system does not say. */
function gatehouse(product: string, args: readonly string[]) {
  const script = join(product, 'bin', 'gatehouse.js');
  const child = spawn(process.execPath, [...GATEHOUSE_OPTIONS, script, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const watch = async () => {
    let peak = Number.NaN;
    while (!hasEnded()) {
      // One that is ending has no memory any more.
      const now = (await peakMibOf(child.pid ?? 0).catch(() => null)) ?? Number.NaN;
      if (!Number.isNaN(now)) peak = now;
      await Promise.race([ended, delay(PEAK_LOOK_MS)]);
    }
    if (child.exitCode !== 0) throw new Error(`${args.join(' ')} ended with ${child.exitCode}`);
    return peak;
  };
  return { hasEnded, done: watch() };
}
