import { join } from 'node:path';
import { openBenchDoor } from './bench-door.ts';
import { rowOf, type BenchOptions, type BenchRow, type Sample } from './bench-part.ts';
import { quantile } from './statistics.ts';

const SCANS = 1_000;
const IMPORTED = 100_000;

interface Delays {
  readonly delays: readonly number[];
  /** Of the deciding thread, for each scan; the import has one of its own. */
  readonly cpuMicros: number;
}

interface Repetition {
  readonly idle: Delays;
  readonly importing: Delays;
}

/** A scan, from its arrival at the event loop to its durable verdict, while an import runs, beside the same door at rest. */
export async function measureDoor(
  directory: string,
  { repetitions, size }: BenchOptions & { readonly size: number },
): Promise<readonly BenchRow[]> {
  const tickets = Math.max(size, 2 * SCANS * (repetitions + 1));
  const door = await openBenchDoor(join(directory, 'door'), tickets);
  const runs: Repetition[] = [];
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

async function scanDuring(door: Door, rows: number): Promise<Delays> {
  const importAll = door.prepareImport(rows);
  let isOver = false;
  const importing = importAll().finally(() => (isOver = true));
  const delays = await scanMany(door, () => isOver);
  await importing;
  return delays;
}

/** Each scan arrives at a turn of the event loop of its own, so that what holds up the loop holds up the scan. */
async function scanMany(door: Door, isOver: () => boolean): Promise<Delays> {
  const delays: number[] = [];
  let cpuMicros = 0;
  while (delays.length < SCANS && !isOver()) {
    const code = door.nextCode();
    const arrived = performance.now();
    await new Promise((resolve) => setImmediate(resolve));
    const cpu = process.threadCpuUsage();
    door.scan(code);
    delays.push(performance.now() - arrived);
    const { user, system } = process.threadCpuUsage(cpu);
    cpuMicros += user + system;
  }
  return { delays, cpuMicros: cpuMicros / delays.length };
}

function delayRow(what: string, runs: readonly Repetition[], q: number, most: number): BenchRow {
  const sampled = (of: keyof Repetition) =>
    runs.map((run): Sample => {
      const { delays, cpuMicros } = run[of];
      return { wall: quantile(delays, q), cpuMicros };
    });
  return rowOf({
    what,
    unit: 'scan',
    measure: 'ms',
    subject: { name: 'scan', samples: sampled('importing') },
    baseline: { name: 'the same at rest', samples: sampled('idle') },
    goals: [{ of: 'ratio', most }],
  });
}
