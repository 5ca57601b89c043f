import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { BARE_NODE } from './bare-node.ts';
import { rowOf, type BenchOptions, type BenchRow, type Sample } from './bench-part.ts';
import { endedCpuMicros } from './process-usage.ts';

/** The processor time of ended processes is counted in hundredths of a second. */
const CALLS = 5;
const QUICKLY_CALLS = 1;
const MOST_MICROS = 150_000;

/** `gatehouse --help` of the bundle, beside Node that does nothing. */
export function measureHelp(product: string, { repetitions, quick }: BenchOptions): BenchRow {
  const calls = quick ? QUICKLY_CALLS : CALLS;
  const help: Sample[] = [];
  const bare: Sample[] = [];
  for (let repetition = -1; repetition < repetitions; repetition += 1) {
    const own = call([join(product, 'bin', 'gatehouse.js'), '--help'], calls);
    const other = call([BARE_NODE], calls);
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

function call(args: readonly string[], calls: number): Sample {
  const before = endedCpuMicros();
  const begun = performance.now();
  for (let number = 0; number < calls; number += 1) {
    const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
    if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}`);
  }
  const wall = (performance.now() - begun) / calls;
  const after = endedCpuMicros();
  const cpuMicros = before === null || after === null ? null : (after - before) / calls;
  return { wall, cpuMicros };
}
