import { rowOf, type BenchRow, type Goal, type Sampled } from './bench-part.ts';
import { cpuMicrosPerRow, rowsPerSecond, type Measured } from './measured.ts';

interface Named {
  readonly what: string;
  readonly goals: readonly Goal[];
}

export interface Compared {
  readonly name: string;
  readonly runs: readonly Measured[];
}

/** Rows a second beside those of a baseline that was measured in turn with it. */
export function rateRow(named: Named, subject: Compared, baseline: Compared): BenchRow {
  return rowOf({
    ...named,
    unit: 'row',
    measure: 'per second',
    subject: sampledOf(subject, rowsPerSecond),
    baseline: sampledOf(baseline, rowsPerSecond),
  });
}

/** The time for all rows beside a baseline's for as many. */
export function timeRow(named: Named, subject: Compared, baseline: Compared): BenchRow {
  return rowOf({
    ...named,
    unit: 'row',
    measure: 'ms',
    subject: sampledOf(subject, ({ ms }) => ms),
    baseline: sampledOf(baseline, ({ ms }) => ms),
  });
}

function sampledOf({ name, runs }: Compared, wallOf: (run: Measured) => number): Sampled {
  const samples = runs.map((run) => ({ wall: wallOf(run), cpuMicros: cpuMicrosPerRow(run) }));
  return { name, samples };
}
