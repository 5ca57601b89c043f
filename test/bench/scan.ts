import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchOptions, BenchPart, BenchRow } from './bench-part.ts';
import { openBareInsert } from './bare-insert.ts';
import { openBenchDoor } from './bench-door.ts';
import { quantile, spreadOf } from './statistics.ts';

const DEFAULT_TICKETS = 1_000_000;
const SCANS_PER_REPETITION = 1_000;

interface Repetition {
  readonly scan: number[];
  readonly insert: number[];
}

/** One scan: code → facts → verdict → durable journal row, beside one bare durable insert. */
export const scanPart: BenchPart = {
  name: 'scan',
  summary: 'a scan, from the code to the durable verdict, beside one bare durable insert',
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
  const door = await openBenchDoor(join(directory, 'station'), size);
  const bare = openBareInsert(join(directory, 'bare.db'));
  try {
    const alternate = (): Repetition => {
      const run: Repetition = { scan: [], insert: [] };
      for (let scan = 0; scan < SCANS_PER_REPETITION; scan += 1) {
        const code = door.nextCode();
        run.scan.push(timed(() => door.scan(code)));
        run.insert.push(timed(() => bare.insert()));
      }
      return run;
    };
    alternate();
    const runs = Array.from({ length: repetitions }, alternate);
    const what = `scan, replica of ${size.toLocaleString('en')} tickets`;
    return [row(`${what}, p50`, runs, 0.5, 1.6), row(`${what}, p99`, runs, 0.99, 2)];
  } finally {
    bare.close();
    await door.close();
  }
}

function row(what: string, runs: readonly Repetition[], q: number, limit: number): BenchRow {
  const scan = runs.map((run) => quantile(run.scan, q));
  const insert = runs.map((run) => quantile(run.insert, q));
  const ratio = spreadOf(runs.map((run) => quantile(run.scan, q) / quantile(run.insert, q)));
  return {
    what,
    baseline: 'one bare better-sqlite3 insert (WAL, FULL)',
    goal: `≤ ${limit}×`,
    ratio,
    met: ratio.median <= limit,
    figures: { scan: milliseconds(scan), insert: milliseconds(insert) },
    repetitions: runs.length,
  };
}

function milliseconds(values: readonly number[]): string {
  return `${spreadOf(values).median.toFixed(3)} ms`;
}

/** Milliseconds that the work took. */
function timed(work: () => void): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}
