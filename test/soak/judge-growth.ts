import { quantile } from '../bench/statistics.ts';
import { FIFTHS } from './plan-soak.ts';
import type { ProcessSample, RetainedSample, SoakSample } from './soak-sample.ts';

/** A scan and the time until its verdict was shown. */
export interface ShownScan {
  readonly atMs: number;
  readonly latencyMs: number;
}

export interface Soaked {
  readonly durationMs: number;
  readonly samples: readonly SoakSample[];
  readonly scans: readonly ShownScan[];
  /** Names of processes that live from the second fifth to the last. */
  readonly survivors: readonly string[];
}

/** What one thing was in the second fifth of the run and in the last. */
export interface Growth {
  readonly what: string;
  readonly unit: string;
  readonly second: number;
  readonly last: number;
  /** What the last may be. */
  readonly limit: number;
  /** Depends on what else runs on the machine. */
  readonly isTimed: boolean;
}

/**
 * Limits that noise stays under and a leak does not. Resident memory is full of what V8 has not collected yet, so growth is judged by what is
 * left after full collections. That grows a little by design: a station remembers the tickets that it admitted (0.2 KiB each) and its last 2,000
 * requests, and V8 compiles what runs often. In half an hour a station that keeps 1 KiB of each of its own scans passes the limit, and so does a
 * server that keeps 0.2 KiB of each. Each fault that is going on opens or closes a few sockets.
 */
const LIMITS = {
  heapsMiB: (second: number) => second + 4,
  // Also sees what SQLite and other native code keep.
  collectedMiB: (second: number) => second + 12,
  // A door machine may have little memory: a station with a million tickets should stay below 250 MiB, and this one has fewer.
  residentMiB: () => 220,
  openFiles: (second: number) => second + 8,
  cpuMsPerScan: (second: number) => second * 1.5 + 0.5,
  latencyMs: (second: number) => second * 1.5 + 5,
  // One scan of a hundred meets whatever else the machine does.
  slowLatencyMs: (second: number) => second * 2 + 50,
  files: (second: number) => second + 3,
  // The server's log is emptied at 4,000 pages of 4 KiB, those of stations at 1,000; a reader may make it wait.
  logMiB: () => 24,
  // In the journal, on the server and in five replicas, with all indices.
  kibPerScan: () => 12,
} as const;

/** Compares the second fifth of a run with its last, by medians. The first one warms up, and ends with the last kill of a survivor. */
export function growthOf({ durationMs, samples, scans, survivors }: Soaked): readonly Growth[] {
  const within = <Item extends { readonly atMs: number }>(items: readonly Item[], fifth: number) =>
    items.filter(({ atMs }) => Math.floor((atMs * FIFTHS) / durationMs) === fifth);
  const second = within(samples, 1);
  const last = within(samples, FIFTHS - 1);
  const grown = (
    what: string,
    unit: string,
    measure: {
      readonly of: (part: readonly SoakSample[]) => number;
      readonly limit: (second: number) => number;
      readonly isTimed?: boolean;
    },
  ): Growth => {
    const before = measure.of(second);
    return {
      what,
      unit,
      second: before,
      last: measure.of(last),
      limit: measure.limit(before),
      isTimed: measure.isTimed ?? false,
    };
  };
  const processes = survivors.flatMap((name) => {
    const median = (value: (sample: ProcessSample) => number) => (part: readonly SoakSample[]) =>
      medianOf(part.flatMap(({ processes: { [name]: sample } }) => (sample ? value(sample) : [])));
    const retained = (value: (sample: RetainedSample) => number) => (part: readonly SoakSample[]) =>
      medianOf(
        part.flatMap(({ retained: { [name]: sample } = {} }) => (sample ? value(sample) : [])),
      );
    return [
      grown(`${name}: heaps after full collections`, 'MiB', {
        of: retained(({ heapsMiB }) => heapsMiB),
        limit: LIMITS.heapsMiB,
      }),
      grown(`${name}: resident memory after full collections`, 'MiB', {
        of: retained(({ residentMiB }) => residentMiB),
        limit: LIMITS.collectedMiB,
      }),
      ...(name === 'server'
        ? []
        : [
            grown(`${name}: resident memory, garbage included`, 'MiB', {
              of: median(({ residentMiB }) => residentMiB),
              limit: LIMITS.residentMiB,
            }),
          ]),
      grown(`${name}: open files`, '', {
        of: median(({ openFiles }) => openFiles),
        limit: LIMITS.openFiles,
      }),
      grown(`${name}: processor time per scan at any door`, 'ms', {
        of: (part) => cpuMsPerScan(part, name),
        limit: LIMITS.cpuMsPerScan,
        isTimed: true,
      }),
    ];
  });
  const latency = (q: number, limit: (second: number) => number) => {
    const latencyOf = (fifth: number) =>
      quantileOf(
        within(scans, fifth).map(({ latencyMs }) => latencyMs),
        q,
      );
    const before = latencyOf(1);
    return {
      unit: 'ms',
      second: before,
      last: latencyOf(FIFTHS - 1),
      limit: limit(before),
      isTimed: true,
    };
  };
  return [
    ...processes,
    grown('files in the data folders', '', {
      of: (part) => medianOf(part.map(({ folder }) => folder.files)),
      limit: LIMITS.files,
    }),
    grown('largest write-ahead log', 'MiB', {
      of: (part) => medianOf(part.map(({ folder }) => folder.largestLogMiB)),
      limit: LIMITS.logMiB,
    }),
    { what: 'scan → verdict shown, median', ...latency(0.5, LIMITS.latencyMs) },
    { what: 'scan → verdict shown, p99', ...latency(0.99, LIMITS.slowLatencyMs) },
    grown('databases, per scan so far', 'KiB', {
      of: (part) => kibPerScan(samples[0], part.at(-1)),
      limit: LIMITS.kibPerScan,
    }),
  ];
}

/** A sentence on everything that grew beyond its limit, or was not measured. */
export function judgeGrowth(growths: readonly Growth[]): readonly string[] {
  return growths.flatMap(({ what, unit, second, last, limit }) => {
    if (last <= limit) return [];
    const said = (value: number) => `${value.toFixed(1)} ${unit}`.trim();
    return [
      `${what}: ${said(second)} in the second fifth, ${said(last)} in the last (at most ${said(limit)})`,
    ];
  });
}

/** NaN where nothing was measured: no limit holds it. */
function quantileOf(values: readonly number[], q: number): number {
  return values.length === 0 ? Number.NaN : quantile(values, q);
}

function medianOf(values: readonly number[]): number {
  return quantileOf(values, 0.5);
}

function cpuMsPerScan(part: readonly SoakSample[], name: string): number {
  const [first, last] = [part[0], part.at(-1)];
  const from = first?.processes[name]?.cpuMs ?? Number.NaN;
  const to = last?.processes[name]?.cpuMs ?? Number.NaN;
  return (to - from) / ((last?.shown ?? Number.NaN) - (first?.shown ?? Number.NaN));
}

function kibPerScan(first: SoakSample | undefined, last: SoakSample | undefined): number {
  if (first === undefined || last === undefined) return Number.NaN;
  return (
    ((last.folder.databasesMiB - first.folder.databasesMiB) * 1024) / (last.shown - first.shown)
  );
}
