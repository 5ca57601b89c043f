import type { BenchRow } from './bench-part.ts';
import { cpuMicrosPerRow, rowsPerSecond, type Measured } from './measured.ts';
import { spreadOf } from './statistics.ts';

export interface Compared {
  readonly name: string;
  readonly runs: readonly Measured[];
}

/** How many times the rows a second of a baseline that were measured in turn with it. */
export function rateRow(
  { what, least }: { readonly what: string; readonly least: number },
  ours: Compared,
  baseline: Compared,
): BenchRow {
  const ratio = spreadOf(
    ours.runs.map((run, index) => {
      const other = baseline.runs[index];
      return other === undefined ? Number.NaN : rowsPerSecond(run) / rowsPerSecond(other);
    }),
  );
  return {
    what,
    baseline: baseline.name,
    goal: `≥ ${least}×`,
    ratio,
    met: ratio.median >= least,
    figures: { [ours.name]: figureOf(ours.runs), baseline: figureOf(baseline.runs) },
    repetitions: ours.runs.length,
  };
}

/** Rows a second, and the processor time of a row. */
export function figureOf(runs: readonly Measured[]): string {
  const rate = Math.round(spreadOf(runs.map(rowsPerSecond)).median).toLocaleString('en');
  const cpu = spreadOf(runs.map(cpuMicrosPerRow)).median.toFixed(0);
  return `${rate}/s at ${cpu} µs of processor time each`;
}
