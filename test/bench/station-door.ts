import { join } from 'node:path';
import { openBenchDoor, type BenchDoor } from './bench-door.ts';
import { rowOf, type BenchOptions, type BenchRow, type Sample } from './bench-part.ts';
import { untilIndexed } from './search.ts';
import { quantile } from './statistics.ts';

const DEFAULT_TICKETS = 1_000_000;
const MOST_IMPORTED = 100_000;
/** So that every scan is of another ticket. */
const LEAST_TICKETS = 20_000;
const QUICK = { tickets: 10_000, imported: 2_000, atRest: 100 };
const SCANS_AT_REST = 1_000;
/** From a verdict to the next scan: far quicker than guests, so that every moment of an import is met. */
const BETWEEN_SCANS_MS = 2;

interface Delays {
  readonly delays: readonly number[];
  /** Of the deciding thread, for each scan; the import has one of its own. */
  readonly cpuMicros: number;
}

interface Repetition {
  readonly idle: Delays;
  readonly importing: Delays;
}

/**
 * A scan, from its arrival at the event loop to its durable verdict, from the beginning of an import until all that it brought is indexed,
 * beside the same door at rest.
 */
export async function measureDoor(
  directory: string,
  { repetitions, size, quick }: BenchOptions,
): Promise<readonly BenchRow[]> {
  const full = {
    tickets: Math.max(size ?? DEFAULT_TICKETS, LEAST_TICKETS),
    imported: Math.min(MOST_IMPORTED, size ?? DEFAULT_TICKETS),
    atRest: SCANS_AT_REST,
  };
  const { tickets, imported, atRest } = quick ? QUICK : full;
  const door = await openBenchDoor(join(directory, 'door'), tickets);
  const runs: Repetition[] = [];
  try {
    for (let repetition = -1; repetition < repetitions; repetition += 1) {
      const idle = await scanWhile(door, (scans) => scans < atRest);
      const importing = await scanDuring(door, imported);
      // The first round warms up.
      if (repetition >= 0) runs.push({ idle, importing });
    }
  } finally {
    await door.close();
  }
  const what = `scan, replica of ${tickets.toLocaleString('en')} tickets, while ${imported.toLocaleString('en')} more are imported and indexed`;
  return [delayRow(`${what}, p50`, runs, 0.5, 2), delayRow(`${what}, p99`, runs, 0.99, 5)];
}

async function scanDuring(door: BenchDoor, rows: number): Promise<Delays> {
  const importAll = door.prepareImport(rows);
  let isOver = false;
  const importing = importAll()
    .then(() => untilIndexed(door.replica))
    .finally(() => (isOver = true));
  const delays = await scanWhile(door, () => !isOver);
  await importing;
  return delays;
}

/** A scan arrives when it is due, however busy the event loop is: what holds up the loop holds up the scan. */
async function scanWhile(door: BenchDoor, goesOn: (scans: number) => boolean): Promise<Delays> {
  const delays: number[] = [];
  let cpuMicros = 0;
  while (goesOn(delays.length)) {
    const code = door.nextCode();
    const dueAt = performance.now() + BETWEEN_SCANS_MS;
    // A timer would wake up to a millisecond late, which is more than a scan takes.
    do await new Promise((resolve) => setImmediate(resolve));
    while (performance.now() < dueAt);
    const before = threadCpuMicros();
    door.scan(code);
    delays.push(performance.now() - dueAt);
    cpuMicros += threadCpuMicros() - before;
  }
  return { delays, cpuMicros: cpuMicros / delays.length };
}

/** Linux brings a thread's account up to date only at a tick, and would count up to 4 ms of the wait before; asking for the whole process does it at once. */
function threadCpuMicros(): number {
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return user + system;
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
    baseline: { name: 'the same at rest, all indexed', samples: sampled('idle') },
    goals: [{ of: 'ratio', most }],
  });
}
