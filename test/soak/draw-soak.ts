import { drawChart, type Panel } from '../support/charts/draw-chart.ts';
import { FIFTHS } from './plan-soak.ts';
import type { ProcessSample, RetainedSample, SoakSample } from './soak-sample.ts';

export type DrawnSample = SoakSample & {
  /** Of the scans until the next sample; null where there was none. */
  readonly latencyMs: { readonly p50: number; readonly p99: number } | null;
};

export interface DrawnSoak {
  readonly durationMs: number;
  readonly samples: readonly DrawnSample[];
  readonly survivors: readonly string[];
}

/** Memory, open files, latency and disk space over the minutes of a run. */
export function drawSoak({ durationMs, samples, survivors }: DrawnSoak): string {
  const fifth = (number: number) => ({
    from: minutes((durationMs * number) / FIFTHS),
    to: minutes((durationMs * (number + 1)) / FIFTHS),
  });
  const overTime = (name: string, of: (sample: DrawnSample) => number | undefined) => ({
    name,
    points: samples.map((sample) => ({ x: minutes(sample.atMs), y: of(sample) ?? Number.NaN })),
  });
  const processes = [...new Set(samples.flatMap((sample) => Object.keys(sample.processes)))];
  const perProcess = (
    title: string,
    unit: string,
    of: (sample: ProcessSample) => number,
  ): Panel => ({
    title,
    y: { label: unit, scale: 'linear', includes: [0] },
    series: processes.map((name) =>
      overTime(roleOf(name, survivors), ({ processes: { [name]: sample } }) =>
        sample === undefined ? undefined : of(sample),
      ),
    ),
  });
  const afterCollections = (title: string, of: (sample: RetainedSample) => number): Panel => ({
    title,
    y: { label: 'MiB', scale: 'linear', includes: [0] },
    series: survivors.map((name) => ({
      name: roleOf(name, survivors),
      points: samples.flatMap(({ atMs, retained: { [name]: sample } = {} }) =>
        sample === undefined ? [] : { x: minutes(atMs), y: of(sample) },
      ),
    })),
  });
  return drawChart({
    title: `Memory, open files, latency and disk space of a server and its stations over ${minutes(durationMs)} minutes under faults`,
    x: { label: 'minutes', scale: 'linear' },
    marks: false,
    bands: [
      { ...fifth(1), label: 'this is compared' },
      { ...fifth(FIFTHS - 1), label: 'with this' },
    ],
    panels: [
      perProcess('Resident memory', 'MiB', ({ residentMiB }) => residentMiB),
      afterCollections('Heaps after full collections', ({ heapsMiB }) => heapsMiB),
      afterCollections('Resident memory after full collections', ({ residentMiB }) => residentMiB),
      perProcess('Open files, sockets and pipes', '', ({ openFiles }) => openFiles),
      {
        title: 'Scan → verdict shown',
        y: { label: 'ms', scale: 'log' },
        series: [
          overTime('median', ({ latencyMs }) => latencyMs?.p50),
          overTime('99 %', ({ latencyMs }) => latencyMs?.p99),
        ],
      },
      {
        title: 'Databases of all, without write-ahead logs',
        y: { label: 'MiB', scale: 'linear', includes: [0] },
        series: [overTime('', ({ folder }) => folder.databasesMiB)],
      },
    ],
  });
}

function roleOf(name: string, survivors: readonly string[]): string {
  if (name === 'server') return name;
  return survivors.includes(name) ? 'stations' : `${name}, killed`;
}

function minutes(ms: number): number {
  return ms / 60_000;
}
