import { drawChart, type ChartPoint, type Panel } from '../support/charts/draw-chart.ts';
import type { Axis } from '../support/charts/axis.ts';
import type { BenchRow, Cost } from './bench-part.ts';
import type { BenchRun } from './bench-run.ts';

interface Drawing {
  readonly file: string;
  readonly title: string;
  readonly x: Axis;
  readonly panels: readonly DrawnCurve[];
}

interface DrawnCurve {
  readonly title: string;
  readonly unit: string;
  /** Drawn where the run has them; without the first there is no chart. */
  readonly curves: readonly { readonly curve: string; readonly name: string }[];
  readonly goal?: DrawnGoal;
}

/** `times`: what the first curve begins with. */
type DrawnGoal = { readonly times: number } | { readonly y: number; readonly label: string };

const only = (curve: string) => [{ curve, name: '' }];
const FLAT = { times: 1.5 } as const;

const drawings: readonly Drawing[] = [
  {
    file: 'growth-tickets.svg',
    title: 'Scan, search and list page with more and more tickets',
    x: { label: 'tickets', scale: 'log' },
    panels: [
      { title: 'Scan, code → durable verdict', curves: only('scan'), unit: 'ms', goal: FLAT },
      {
        title: 'Search at the box office',
        curves: [
          { curve: 'search', name: 'search' },
          { curve: 'query', name: 'FTS5 alone' },
        ],
        unit: 'ms',
        goal: FLAT,
      },
      { title: 'Random page of 100 tickets over HTTP', curves: only('page'), unit: 'ms' },
    ],
  },
  {
    file: 'growth-stations.svg',
    title: 'How soon more and more stations know of a verdict',
    x: { label: 'other stations', scale: 'linear' },
    panels: [
      {
        title: 'Verdict known at the others, median',
        curves: only('known'),
        unit: 'ms',
        goal: { y: 250, label: 'goal for 99 of 100: at most 250 ms' },
      },
    ],
  },
  {
    file: 'growth-processes.svg',
    title: 'Check-ins and pages by more and more server processes on one PostgreSQL',
    x: { label: 'server processes', scale: 'linear' },
    panels: [
      {
        title: 'Check-ins',
        curves: [
          { curve: 'check-ins', name: 'Gatehouse' },
          { curve: 'check-ins', name: 'pgbench' },
        ],
        unit: 'a second',
      },
      {
        title: 'Pages of 100 tickets',
        curves: [
          { curve: 'pages', name: 'Gatehouse' },
          { curve: 'pages', name: 'pgbench' },
        ],
        unit: 'a second',
      },
    ],
  },
];

/** SVG documents by file name: the charts of which the run has every panel. */
export function drawGrowth(run: BenchRun): ReadonlyMap<string, string> {
  const rows = run.parts.flatMap((part) => part.rows);
  const drawn = drawings.flatMap(({ file, title, x, panels }) => {
    const lacksOne = panels.some(
      ({ curves: [first] }) => pointsOf(first?.curve, rows).length === 0,
    );
    if (lacksOne) return [];
    const measured = panels.flatMap(({ curves }) =>
      curves.flatMap(({ curve }) => pointsOf(curve, rows).map((point) => point.x)),
    );
    const ticks = [...new Set(measured)].toSorted((a, b) => a - b);
    const chart = { title, x: { ...x, ticks }, panels: panels.map((each) => panelOf(each, rows)) };
    return [[file, drawChart(chart)] as const];
  });
  return new Map(drawn);
}

function panelOf({ title, curves, unit, goal }: DrawnCurve, rows: readonly BenchRow[]): Panel {
  const series = curves.flatMap(({ curve, name }) => {
    const points = name === 'pgbench' ? pgbenchOf(curve, rows) : pointsOf(curve, rows);
    return points.length === 0 ? [] : [{ name, points }];
  });
  return {
    title,
    y: { label: unit, scale: 'linear', includes: [0] },
    series,
    marks: true,
    ...(goal === undefined ? {} : { limit: limitOf(goal, series[0]?.points[0]?.y ?? 0) }),
  };
}

function limitOf(goal: DrawnGoal, first: number) {
  if ('y' in goal) return goal;
  return { y: goal.times * first, label: `goal: at most ${goal.times} times the first` };
}

/** The baseline, which is the first point and which every row brings again, and the subject of each row. */
function pointsOf(curve: string | undefined, rows: readonly BenchRow[]): readonly ChartPoint[] {
  const own = rows.flatMap((row) =>
    row.curve !== undefined && row.curve.name === curve ? [{ row, at: row.curve }] : [],
  );
  return own.flatMap(({ row, at }, index) => [
    ...(index === 0 ? [pointOf(at.baselineX, row.baseline)] : []),
    pointOf(at.x, row.subject),
  ]);
}

/** Where a row with the words of one of the curve has pgbench as its baseline. */
function pgbenchOf(curve: string, rows: readonly BenchRow[]): readonly ChartPoint[] {
  const drawn = rows.find((row) => row.curve?.name === curve);
  return rows.flatMap((row) => {
    const processes = Number(/, (\d+) process/.exec(row.what)?.[1]);
    const isBeside = row.baseline.name.startsWith('pgbench') && drawn !== undefined;
    if (!isBeside || workOf(row) !== workOf(drawn)) return [];
    return [pointOf(processes, row.baseline)];
  });
}

/** Of a row on PostgreSQL, whose words end with the number of processes. */
function workOf({ what }: BenchRow): string | undefined {
  return what.split(', ')[0];
}

function pointOf(x: number, { wall: { median, min, max } }: Cost): ChartPoint {
  return { x, y: median, spread: [min, max] };
}
