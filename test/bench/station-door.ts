import { join } from 'node:path';
import { openBenchDoor } from './bench-door.ts';
import type { BenchOptions, BenchRow } from './bench-part.ts';
import { quantile, spreadOf } from './statistics.ts';

const SCANS = 1_000;
const IMPORTED = 100_000;

interface Delays {
  readonly idle: readonly number[];
  readonly importing: readonly number[];
}

/** A scan, from its arrival at the event loop to its durable verdict, while an import runs, beside the same door at rest. */
export async function measureDoor(
  directory: string,
  { repetitions, size }: BenchOptions & { readonly size: number },
): Promise<readonly BenchRow[]> {
  const tickets = Math.max(size, 2 * SCANS * (repetitions + 1));
  const door = await openBenchDoor(join(directory, 'door'), tickets);
  const runs: Delays[] = [];
  try {
    for (let repetition = -1; repetition < repetitions; repetition += 1) {
      const idle = await scanMany(door, () => false);
      const importing = await scanDuring(door, Math.min(IMPORTED, size));
      // The first round warms up.
      if (repetition >= 0) runs.push({ idle, importing });
    }
  } finally {
    await door.close();
  }
  const what = `scan while ${Math.min(IMPORTED, size).toLocaleString('en')} rows are imported`;
  return [delayRow(`${what}, p50`, runs, 0.5, 2), delayRow(`${what}, p99`, runs, 0.99, 5)];
}

type Door = Awaited<ReturnType<typeof openBenchDoor>>;

async function scanDuring(door: Door, rows: number): Promise<readonly number[]> {
  let isOver = false;
  const importing = door.importMore(rows).finally(() => (isOver = true));
  const delays = await scanMany(door, () => isOver);
  await importing;
  return delays;
}

/** Each scan arrives at a turn of the event loop of its own, so that what holds up the loop holds up the scan. */
async function scanMany(door: Door, isOver: () => boolean): Promise<readonly number[]> {
  const delays: number[] = [];
  while (delays.length < SCANS && !isOver()) {
    const code = door.nextCode();
    const arrived = performance.now();
    await new Promise((resolve) => setImmediate(resolve));
    door.scan(code);
    delays.push(performance.now() - arrived);
  }
  return delays;
}

function delayRow(what: string, runs: readonly Delays[], q: number, most: number): BenchRow {
  const importing = runs.map((run) => quantile(run.importing, q));
  const idle = runs.map((run) => quantile(run.idle, q));
  const ratio = spreadOf(importing.map((delay, index) => delay / (idle[index] ?? Number.NaN)));
  return {
    what,
    baseline: 'the same at rest',
    goal: `≤ ${most}×`,
    ratio,
    met: ratio.median <= most,
    figures: { importing: milliseconds(importing), 'at rest': milliseconds(idle) },
    repetitions: runs.length,
  };
}

function milliseconds(values: readonly number[]): string {
  return `${spreadOf(values).median.toFixed(3)} ms`;
}
