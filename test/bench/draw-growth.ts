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
  readonly curve: string;
  readonly unit: string;
  readonly of: 'wall' | 'cpu';
}

const ticketCount: Axis = { label: 'tickets', scale: 'log' };

const drawings: readonly Drawing[] = [
  {
    file: 'growth-tickets.svg',
    title: 'Scan, search and list page with more and more tickets',
    x: ticketCount,
    panels: [
      { title: 'Scan, code → durable verdict', curve: 'scan', unit: 'ms', of: 'wall' },
      { title: 'Search at the box office', curve: 'search', unit: 'ms', of: 'wall' },
      { title: 'Random page of 100 tickets over HTTP', curve: 'page', unit: 'ms', of: 'wall' },
    ],
  },
  {
    file: 'growth-stations.svg',
    title: 'How soon more and more stations know of a verdict, and what it costs the server',
    x: { label: 'other stations', scale: 'linear', ticks: [1, 5, 10, 15, 20] },
    panels: [
      { title: 'Verdict known at all of them, p99', curve: 'known', unit: 'ms', of: 'wall' },
      { title: 'Processor time of the server per scan', curve: 'known', unit: 'ms', of: 'cpu' },
    ],
  },
  {
    file: 'growth-processes.svg',
    title: 'Check-ins and pages by more and more server processes on one PostgreSQL',
    x: { label: 'server processes', scale: 'linear', ticks: [1, 2, 3, 4] },
    panels: [
      {
        title: 'Check-ins',
        curve: 'check-ins',
        unit: 'a second',
        of: 'wall',
      },
      {
        title: 'Pages of 100 tickets',
        curve: 'pages',
        unit: 'a second',
        of: 'wall',
      },
    ],
  },
];

/** SVG documents by file name: the charts of which the run has every curve. */
export function drawGrowth(run: BenchRun): ReadonlyMap<string, string> {
  const rows = run.parts.flatMap((part) => part.rows);
  const drawn = drawings.flatMap(({ file, title, x, panels }) => {
    if (panels.some(({ curve }) => !rows.some((row) => row.curve?.name === curve))) return [];
    const chart = { title, x, marks: true, panels: panels.map((panel) => panelOf(panel, rows)) };
    return [[file, drawChart(chart)] as const];
  });
  return new Map(drawn);
}

function panelOf({ title, curve, unit, of }: DrawnCurve, rows: readonly BenchRow[]): Panel {
  const points = rows.flatMap((row): ChartPoint[] => {
    if (row.curve?.name !== curve) return [];
    const { x, baselineX } = row.curve;
    return [pointOf(baselineX, row.baseline, of), pointOf(x, row.subject, of)];
  });
  // Each row brings the first point again.
  const series = { name: '', points: points.filter((_, index) => index === 0 || index % 2 === 1) };
  return { title, y: { label: unit, scale: 'linear', includes: [0] }, series: [series] };
}

function pointOf(x: number, { wall, cpuMicrosPerUnit }: Cost, of: 'wall' | 'cpu'): ChartPoint {
  if (of === 'wall') return { x, y: wall.median, spread: [wall.min, wall.max] };
  if (cpuMicrosPerUnit === null) return { x, y: Number.NaN };
  const { median, min, max } = cpuMicrosPerUnit;
  return { x, y: median / 1_000, spread: [min / 1_000, max / 1_000] };
}
