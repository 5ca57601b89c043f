import { assertNever } from '../../shared/assert-never.ts';
import type { BenchRow, CheckedGoal, Cost, Measure } from './bench-part.ts';
import type { BenchRun } from './bench-run.ts';
import type { Spread } from './statistics.ts';

/** All rows of a run as a Markdown table, preceded by how it was made. */
export function tableOf(run: BenchRun): string {
  const lines = run.parts.flatMap(({ rows }) =>
    rows.map((row) => {
      const { what, ratio, subject, baseline } = row;
      const cells = [what, goalsOf(row), spread(ratio, times)];
      return line([...cells, costOf(subject, row), costOf(baseline, row)]);
    }),
  );
  return [
    describe(run),
    '',
    line(['what', 'goal: met?', 'ratio', 'Gatehouse', 'baseline in the same run']),
    line(['---', '---', '---', '---', '---']),
    ...lines,
  ].join('\n');
}

/** For the README: the first row of each part, and all of them folded away, without processor time. */
export function shortTableOf(run: BenchRun): string {
  const goals = run.parts.flatMap(({ rows }) => rows.flatMap((row) => row.goals));
  const met = goals.filter((goal) => goal.met).length;
  return [
    ...shortLines(run.parts.flatMap(({ rows }) => rows.slice(0, 1))),
    '',
    `${met} of ${goals.length} goals are met. ${describe(run)}`,
    '',
    '<details><summary>Every row</summary>',
    '',
    ...shortLines(run.parts.flatMap(({ rows }) => rows)),
    '',
    '</details>',
  ].join('\n');
}

function shortLines(rows: readonly BenchRow[]): readonly string[] {
  const lines = rows.map((row) => {
    const figure = wall(row.subject.wall.median, row.measure);
    return line([row.what, figure, row.baseline.name, spread(row.ratio, times), goalsOf(row)]);
  });
  return [
    line(['what', 'median', 'beside', 'ratio', 'goal: met?']),
    line(['---', '---', '---', '---', '---']),
    ...lines,
  ];
}

/** What the figures hold for. */
function describe({ startedAt, commit, machine, options }: BenchRun): string {
  const { cores, processor, memoryGib, platform, node, load } = machine;
  const quick = options.quick
    ? '**Quick run: smaller sizes, which say less than those of the budget.** '
    : '';
  const size = options.size === null ? '' : `, size ${count(options.size)}`;
  const on = `${cores} cores (${processor}), ${memoryGib} GiB, ${platform}, Node ${node}`;
  const when = `${startedAt.slice(0, 16).replace('T', ' ')} UTC at ${commit}`;
  return `${quick}${when}: ${options.repetitions} repetitions${size}, ${on}, load ${load.toFixed(1)} at the start.`;
}

function goalsOf({ goals }: BenchRow): string {
  return goals.length === 0 ? '–' : goals.map(goalOf).join('; ');
}

function goalOf({ goal, measured, met }: CheckedGoal): string {
  if (measured === null) return `${goal}: not measured`;
  return `${goal}: ${met ? 'yes' : `**no** (${amount(measured.median)})`}`;
}

/** The name, the wall figure, and processor time for one unit, each as median (min–max). */
function costOf(cost: Cost, { unit, measure }: BenchRow): string {
  const { name, wall: figure, cpuMicrosPerUnit: cpu, databaseCpuMicrosPerUnit: database } = cost;
  const own = cpu === null ? '' : `; processor ${spread(cpu, micros)} a ${unit}`;
  const beside = database === undefined ? '' : `, the database's ${spread(database, micros)}`;
  return `${name}: ${spread(figure, (value) => wall(value, measure))}${own}${beside}`;
}

function spread({ median, min, max }: Spread, format: (value: number) => string): string {
  return `${format(median)} (${format(min)}–${format(max)})`;
}

function wall(value: number, measure: Measure): string {
  switch (measure) {
    case 'ms':
      return value < 1_000 ? `${amount(value)} ms` : `${amount(value / 1_000)} s`;
    case 'per second':
      return `${count(Math.round(value))}/s`;
    case 'MiB':
      return `${count(Math.round(value))} MiB`;
    default:
      return assertNever(measure);
  }
}

function micros(value: number): string {
  return value < 10_000 ? `${amount(value)} µs` : `${amount(value / 1_000)} ms`;
}

function times(value: number): string {
  return `${amount(value)}×`;
}

/** Three digits. */
function amount(value: number): string {
  return value >= 1_000 ? count(Math.round(value)) : String(Number(value.toPrecision(3)));
}

function count(value: number): string {
  return value.toLocaleString('en');
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
