import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { rowOf, type BenchOptions, type BenchRow, type Sample } from './bench-part.ts';
import { endedCpuMicros } from './start-process.ts';

/** The processor time of ended processes is counted in hundredths of a second. */
const CALLS = 5;
const MOST_MICROS = 150_000;
const root = join(import.meta.dirname, '..', '..');

/** `gatehouse --help`, beside Node that does nothing. */
export async function measureHelp({ repetitions }: BenchOptions): Promise<BenchRow> {
  const help: Sample[] = [];
  const bare: Sample[] = [];
  for (let repetition = -1; repetition < repetitions; repetition += 1) {
    const own = await call(['bin/gatehouse.js', '--help']);
    const other = await call(['--eval', '0']);
    // The first fills the compile cache, as any earlier command has.
    if (repetition < 0) continue;
    help.push(own);
    bare.push(other);
  }
  return rowOf({
    what: 'gatehouse --help',
    unit: 'call',
    measure: 'ms',
    subject: { name: 'gatehouse', samples: help },
    baseline: { name: 'bare node', samples: bare },
    goals: [{ of: 'cpu', most: MOST_MICROS }],
  });
}

async function call(args: readonly string[]): Promise<Sample> {
  const before = await endedCpuMicros();
  const begun = performance.now();
  for (let number = 0; number < CALLS; number += 1) {
    const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'ignore' });
    if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}`);
  }
  const wall = (performance.now() - begun) / CALLS;
  const after = await endedCpuMicros();
  const cpuMicros = before === null || after === null ? null : (after - before) / CALLS;
  return { wall, cpuMicros };
}
