import { assertNever } from '../../shared/assert-never.ts';
import type { BenchRow, CheckedGoal, Cost, Measure } from './bench-part.ts';
import type { BenchRun } from './bench-run.ts';
import type { Spread } from './statistics.ts';

const RATIO =
  'Ratio: Gatehouse ÷ baseline. More is better for rates (/s), less for times and memory.';

/** All rows of a run as a Markdown table, preceded by how it was made. `made`: the runs that it was joined from. */
export function tableOf(run: BenchRun, made: readonly BenchRun[] = [run]): string {
  const lines = run.parts.flatMap(({ rows }) =>
    rows.map((row) => {
      const { what, ratio, subject, baseline } = row;
      const cells = [what, goalsOf(row), spread(ratio, times)];
      return line([...cells, costOf(subject, row), costOf(baseline, row)]);
    }),
  );
  return [
    `${describe(run, made)} ${RATIO}`,
    '',
    line(['what', 'goal: met?', 'ratio', 'Gatehouse', 'baseline in the same run']),
    line(['---', '---', '---', '---', '---']),
    ...lines,
    ...missingOf(run),
  ].join('\n');
}

/** For the README: the few rows of most interest, without processor time. */
export function shortTableOf(run: BenchRun, made: readonly BenchRun[] = [run]): string {
  const rows = run.parts.flatMap((part) => part.rows);
  const goals = rows.flatMap((row) => row.goals);
  const met = goals.filter((goal) => goal.met).length;
  return [
    RATIO,
    '',
    line(['what', 'median', 'baseline', 'ratio', 'goal: met?']),
    line(['---', '---', '---', '---', '---']),
    ...rows.filter(({ headline }) => headline === true).map(shortLine),
    '',
    `${met} of ${goals.length} goals are met. ${describe(run, made)}`,
  ].join('\n');
}

function shortLine(row: BenchRow): string {
  const figure = wall(row.subject.wall.median, row.measure);
  return line([row.what, figure, row.baseline.name, spread(row.ratio, times), goalsOf(row)]);
}

function missingOf({ parts }: BenchRun): readonly string[] {
  const missing = parts.flatMap(({ notMeasured = [] }) => notMeasured);
  if (missing.length === 0) return [];
  return [
    '',
    ...missing.map(({ what, because }) => `- Not measured: ${what}, because ${because}.`),
  ];
}

/** What the figures hold for. */
function describe(
  { commit, machine, options, parts }: BenchRun,
  made: readonly BenchRun[],
): string {
  const { cores, processor, memoryGib, platform, node } = machine;
  const quick = options.quick
    ? '**Quick run: smaller sizes, which say less than those of the budget.** '
    : '';
  const size = options.size === null ? '' : `, size ${count(options.size)}`;
  const on = `${cores} cores (${processor}), ${memoryGib} GiB, ${platform}, Node ${node}`;
  const starts = made.map(({ startedAt }) => startedAt.slice(0, 16).replace('T', ' ')).toSorted();
  const when = `${range(starts[0], starts.at(-1))} UTC at ${commit}`;
  const loads = made.map((run) => run.machine.load).toSorted((a, b) => a - b);
  const load = range(loads[0]?.toFixed(1), loads.at(-1)?.toFixed(1));
  const seconds = parts.reduce((total, part) => total + part.seconds, 0);
  return `${quick}${when}: ${options.repetitions} repetitions${size}, ${on}, load ${load} before the first part, ${count(seconds)} s in all.`;
}

function range(least = '', most = ''): string {
  return least === most ? least : `${least} to ${most}`;
}

function goalsOf({ goals }: BenchRow): string {
  return goals.length === 0 ? '–' : goals.map(goalOf).join('; ');
}

function goalOf({ goal, measured, met, limit }: CheckedGoal): string {
  if (measured === null) return `${goal}: not measured`;
  return `${goal}: ${met ? 'yes' : `**no** (${missed(measured.median, limit)})`}`;
}

/** Three digits, or as many as it takes not to look like the goal. */
function missed(value: number, limit: number | undefined): string {
  const digits = [3, 4, 5, 6].find((more) => Number(value.toPrecision(more)) !== limit) ?? 7;
  return digits === 3 ? amount(value) : Number(value.toPrecision(digits)).toLocaleString('en');
}

/** The name, the wall figure, and processor time for one unit, each as median (min–max). */
function costOf(cost: Cost, { unit, measure }: BenchRow): string {
  const { name, wall: figure, cpuMicrosPerUnit: cpu, databaseCpuMicrosPerUnit: database } = cost;
  const own = cpu === null ? '' : `; processor ${spread(cpu, micros)} per ${unit}`;
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
