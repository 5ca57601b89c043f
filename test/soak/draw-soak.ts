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

/** What Node takes when it has loaded nothing. */
const LEAST_MIB = 30;

/** Memory, open files, latency and disk space over the minutes of a run. */
export function drawSoak({ durationMs, samples, survivors }: DrawnSoak): string {
  const fifth = (number: number) => ({
    from: minutes((durationMs * number) / FIFTHS),
    to: minutes((durationMs * (number + 1)) / FIFTHS),
  });
  const overTime = (name: string, of: (sample: DrawnSample) => number | undefined) => ({
    name,
    points: samples.flatMap((sample) => {
      const y = of(sample);
      return y === undefined ? [] : [{ x: minutes(sample.atMs), y }];
    }),
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
        // A process that has just started has no memory yet.
        sample === undefined || sample.residentMiB < LEAST_MIB ? undefined : of(sample),
      ),
    ),
  });
  const afterCollections = (title: string, of: (sample: RetainedSample) => number): Panel => ({
    title,
    y: { label: 'MiB', scale: 'linear', includes: [0] },
    marks: true,
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
    bands: [
      { ...fifth(1), label: 'second fifth (compared)' },
      { ...fifth(FIFTHS - 1), label: 'last fifth' },
    ],
    panels: [
      perProcess('Resident memory', 'MiB', ({ residentMiB }) => residentMiB),
      afterCollections('Heaps after full collections', ({ heapsMiB }) => heapsMiB),
      afterCollections('Resident memory after full collections', ({ residentMiB }) => residentMiB),
      perProcess('Open files, sockets and pipes', 'count', ({ openFiles }) => openFiles),
      {
        title: 'Scan at an open station → verdict shown',
        y: { label: 'ms', scale: 'log' },
        series: [
          overTime('median', ({ latencyMs }) => latencyMs?.p50),
          overTime('p99', ({ latencyMs }) => latencyMs?.p99),
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
