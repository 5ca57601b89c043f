import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseLocation } from '../../src-server/open-database.ts';
import { importByConsole } from '../support/import-by-console.ts';
import { memberPage } from '../support/member-page.ts';
import { GATEHOUSE_OPTIONS } from '../support/node-options.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { changeEvent } from '../support/station/furnish-event.ts';
import { openBenchApi, type BenchApi, type ServerOptions } from './bench-api.ts';
import {
  rowOf,
  type BenchOptions,
  type BenchPart,
  type BenchRow,
  type Sample,
} from './bench-part.ts';
import { admissibleTickets, measureDoors, type Doors } from './import-doors.ts';
import { cpuMicrosPerRow, rowsPerSecond } from './measured.ts';
import { endedCpuMicros, peakMibOf } from './process-usage.ts';
import { installProduct } from './product.ts';
import { runMeasured } from './run-program.ts';
import { writeShopFile } from './shop-file.ts';

const DEFAULT_LINES = 100_000;
/** A file with so many times fewer lines, for the memory. */
const SMALLER = 10;
/** The console's file has so many times fewer. */
const FEWER_IN_CONSOLE = 5;
const WITHIN_SECONDS = 60;
/** The server's own tickets, which are checked in meanwhile. */
const TICKETS = 5_000;
const PEAK_LOOK_MS = 50;

/** The import of a shop's file with the command, and the doors meanwhile. */
export const importPart: BenchPart = {
  name: 'import',
  summary:
    'a shop’s file becomes tickets, beside the same rows inserted, on both engines; check-ins meanwhile',
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
  readonly onPostgres: Sample;
  readonly bare: Sample;
  readonly peak: Sample;
  readonly smallPeak: Sample;
  readonly besideCommand: Doors;
  readonly besideConsole: Doors;
  readonly besideConsoleOnPostgres: Doors;
}

async function measure(directory: string, options: BenchOptions): Promise<readonly BenchRow[]> {
  const { size, repetitions } = options;
  const lines = size ?? DEFAULT_LINES;
  const product = join(directory, 'product');
  await installProduct(product);
  const file = (name: string, count: number) => {
    const path = join(directory, name);
    writeShopFile(path, count);
    return path;
  };
  const shop = {
    whole: file('whole.csv', lines),
    small: file('small.csv', lines / SMALLER),
    fewer: file('fewer.csv', lines / FEWER_IN_CONSOLE),
  };
  await using postgres = await startPostgres(['-c', 'fsync=on']);
  const runs: Repetition[] = [];
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    const folder = join(directory, String(repetition));
    runs.push(await repeat({ ...shop, folder, product, postgres, lines }));
    rmSync(folder, { recursive: true, force: true });
  }
  return rowsOf(runs, lines);
}

function rowsOf(runs: readonly Repetition[], lines: number): readonly BenchRow[] {
  const file = fileOf(lines);
  const rate = { unit: 'line', measure: 'per second' } as const;
  const withinMinute = { of: 'wall', least: Math.ceil(lines / WITHIN_SECONDS) } as const;
  const imported = runs.map((run) => run.imported);
  const beside = 'a check-in over HTTP while the';
  const fewer = fileOf(lines / FEWER_IN_CONSOLE);
  return [
    rowOf({
      what: `import of ${file}, with the command`,
      ...rate,
      subject: { name: 'gatehouse import', samples: imported },
      baseline: {
        name: 'the rows that it makes, 1,000 a transaction',
        samples: runs.map(({ bare }) => bare),
      },
      goals: [{ of: 'ratio', least: 0.3 }, withinMinute],
    }),
    rowOf({
      what: `import of ${file} on PostgreSQL, with the command`,
      ...rate,
      subject: { name: 'gatehouse import', samples: runs.map(({ onPostgres }) => onPostgres) },
      baseline: { name: 'the same on SQLite', samples: imported },
      goals: [withinMinute],
    }),
    rowOf({
      what: `most memory of the import of ${file}`,
      unit: 'line',
      measure: 'MiB',
      subject: { name: 'gatehouse import', samples: runs.map(({ peak }) => peak) },
      baseline: { name: 'of a tenth of the lines', samples: runs.map((run) => run.smallPeak) },
      goals: [{ of: 'ratio', most: 1.3 }],
    }),
    doorsRow(
      `${beside} command imports ${file} into its event, p99`,
      runs.map(({ besideCommand }) => besideCommand),
    ),
    doorsRow(
      `${beside} console imports ${fewer} into its event, p99`,
      runs.map(({ besideConsole }) => besideConsole),
    ),
    doorsRow(
      `${beside} console imports ${fewer} into its event on PostgreSQL, p99`,
      runs.map((run) => run.besideConsoleOnPostgres),
    ),
  ];
}

function fileOf(lines: number): string {
  return `a shop’s file of ${lines.toLocaleString('en')} lines`;
}

function doorsRow(what: string, doors: readonly Doors[]): BenchRow {
  return rowOf({
    what,
    unit: 'check-in',
    measure: 'ms',
    subject: { name: 'server', samples: doors.map((run) => run.doors) },
    baseline: { name: 'the same at rest', samples: doors.map(({ rest }) => rest) },
    goals: [],
  });
}

interface Files {
  readonly folder: string;
  readonly product: string;
  readonly postgres: TestPostgres;
  readonly whole: string;
  readonly small: string;
  /** For the console. */
  readonly fewer: string;
  readonly lines: number;
}

async function repeat(files: Files): Promise<Repetition> {
  const { folder, product, postgres, whole, small, fewer, lines } = files;
  const door = { dataDir: join(folder, 'door') };
  const event = await furnishShop(product, door);
  const copy = (name: string): DatabaseLocation => {
    const dataDir = join(folder, name);
    cpSync(door.dataDir, dataDir, { recursive: true });
    return { dataDir };
  };
  const alone = copy('alone');
  const { sample: imported, peak } = await timed(lines, () =>
    gatehouse(product, importing(whole, event, alone)),
  );
  const bare = await runMeasured(join('programs', 'bare-lines.ts'), [
    join(door.dataDir, 'server.db'),
    join(alone.dataDir, 'server.db'),
    String(lines),
  ]);
  const smallPeak = await gatehouse(product, importing(small, event, copy('less'))).done;
  const remote = { dataDir: join(folder, 'remote'), databaseUrl: await postgres.createDatabase() };
  const remoteEvent = await furnishShop(product, remote);
  const { sample: onPostgres } = await timed(lines, () =>
    gatehouse(product, importing(whole, remoteEvent, remote)),
  );
  const shown = { dataDir: join(folder, 'shown'), databaseUrl: await postgres.createDatabase() };
  await furnishShop(product, shown);
  const byConsole = (at: DatabaseLocation) =>
    besideDoors(product, at, async (api) => {
      const page = await memberPage(
        { authUrl: api.origin, database: { write: (change) => changeEvent(at, change) } },
        { organiser: api.organiser, role: 'manager' },
      );
      await importByConsole(page, { event: api.event, file: readFileSync(fewer) });
    });
  return {
    imported,
    onPostgres,
    bare: { wall: rowsPerSecond(bare), cpuMicros: cpuMicrosPerRow(bare) },
    peak: { wall: peak, cpuMicros: null },
    smallPeak: { wall: smallPeak, cpuMicros: null },
    besideConsole: await byConsole(copy('console')),
    besideConsoleOnPostgres: await byConsole(shown),
    besideCommand: await besideDoors(
      product,
      door,
      () => gatehouse(product, importing(whole, event, door)).done,
    ),
  };
}

/** A database with an event that sells the shop's type. Returns the event. */
async function furnishShop(product: string, at: DatabaseLocation): Promise<string> {
  const { event, process } = await openBenchApi(at.dataDir, TICKETS, served(product, at));
  const type = ['ticket-type', 'create', '--event', event, '--name', 'Shop', '--price', '4500'];
  await gatehouse(product, [...type, ...databaseWords(at)]).done;
  await process.stop();
  return event;
}

async function besideDoors(
  product: string,
  at: DatabaseLocation,
  work: (api: BenchApi) => Promise<unknown>,
): Promise<Doors> {
  const api = await openBenchApi(at.dataDir, TICKETS, served(product, at));
  try {
    return await measureDoors(api, await admissibleTickets(at, api.event), () => work(api));
  } finally {
    await api.process.stop();
  }
}

function served(product: string, { databaseUrl = null }: DatabaseLocation): ServerOptions {
  return databaseUrl === null ? { product } : { product, databaseUrl };
}

function databaseWords({ dataDir, databaseUrl = null }: DatabaseLocation): readonly string[] {
  return databaseUrl === null ? ['--data', dataDir] : ['--database', databaseUrl];
}

function importing(file: string, event: string, at: DatabaseLocation): readonly string[] {
  return ['import', file, '--event', event, ...databaseWords(at), '--json'];
}

/** `work` is the only child process that ends meanwhile. */
async function timed(lines: number, work: () => { readonly done: Promise<number> }) {
  const cpuBefore = endedCpuMicros();
  const begun = performance.now();
  const peak = await work().done;
  const seconds = (performance.now() - begun) / 1_000;
  const cpuAfter = endedCpuMicros();
  const cpuMicros = cpuBefore === null || cpuAfter === null ? null : (cpuAfter - cpuBefore) / lines;
  return { sample: { wall: lines / seconds, cpuMicros }, peak };
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
