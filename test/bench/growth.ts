import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBenchApi, type BenchApi } from './bench-api.ts';
import { openBenchDoor, type BenchDoor } from './bench-door.ts';
import {
  QUICK_RUN,
  rowOf,
  type BenchOptions,
  type BenchPart,
  type BenchRow,
  type Goal,
  type Sample,
} from './bench-part.ts';
import { offerLoad } from './offer-load.ts';
import { timeScan } from './scan.ts';
import { openBareSearch, queryGuests, searchGuests, type BareSearch } from './search.ts';
import { openFollowers, QUIET_DOOR_MS, type Followers } from './station-known.ts';
import { quantile } from './statistics.ts';
import { sampleOf } from './timed.ts';

const TICKETS = [10_000, 100_000, 1_000_000];
const QUICK_TICKETS = [1_000, 10_000];
const STATIONS = [1, 5, 20];
/** Each of another ticket. */
const SCANS = 500;
const SEARCHES = 40;
const PAGES = 100;
const SCANS_TO_FOLLOW = 5;
const VERDICTS = [200];

/** The same work with more tickets and more stations. More server processes: `postgres`. */
export const growthPart: BenchPart = {
  name: 'growth',
  summary:
    'scan, search and list page with 10k, 100k and 1M tickets; a verdict known at 1, 5 and 20 other stations',
  run: async (options) => {
    if (options.quick) options.notMeasured('growth with stations', QUICK_RUN);
    return [...(await growTickets(options)), ...(options.quick ? [] : await growStations(options))];
  },
};

async function growTickets(options: BenchOptions): Promise<readonly BenchRow[]> {
  const sizes = options.quick ? QUICK_TICKETS : TICKETS;
  return inFolder(async (folder, opened) => {
    const subjects: Subject[] = [];
    for (const size of sizes) {
      const door = await openBenchDoor(join(folder, `door-${size}`), size);
      opened.defer(() => door.close());
      const index = openBareSearch(join(folder, `door-${size}`, 'replica.db'));
      opened.defer(index.close);
      const api = await openBenchApi(join(folder, `server-${size}`), size);
      opened.defer(api.process.stop);
      subjects.push({ size, door, index, api });
    }
    const scans = Math.min(SCANS, Math.floor(Math.min(...sizes) / (options.repetitions + 1)));
    return [
      ...(await grow(
        { ...scanning(scans), goals: [{ of: 'ratio', most: 1.5 }] },
        subjects,
        options,
      )),
      ...(await grow({ ...searching, goals: [] }, subjects, options)),
      ...(await grow({ ...querying, goals: [] }, subjects, options)),
      ...(await grow({ ...paging, goals: [] }, subjects, options)),
    ];
  });
}

async function growStations(options: BenchOptions): Promise<readonly BenchRow[]> {
  return inFolder(async (folder, opened) => {
    const subjects: { readonly size: number; readonly followers: Followers }[] = [];
    for (const others of STATIONS) {
      const followers = await openFollowers(join(folder, `stations-${others}`), {
        others,
        scans: SCANS_TO_FOLLOW * (options.repetitions + 1),
      });
      opened.use(followers);
      subjects.push({ size: others, followers });
    }
    const following: Growing<(typeof subjects)[number]> = {
      name: 'known',
      unit: 'scan',
      what: (size) => `verdict at one station → known at ${size} others, median`,
      measure: async ({ followers }) => {
        const waits = await followers.scan(SCANS_TO_FOLLOW, QUIET_DOOR_MS);
        return { wall: quantile(waits.flat(), 0.5), cpuMicros: null };
      },
      goals: [],
    };
    return grow(following, subjects, options);
  });
}

interface Subject {
  readonly size: number;
  readonly door: BenchDoor;
  readonly index: BareSearch;
  readonly api: BenchApi;
}

interface Growing<Of> {
  /** Of its curve. */
  readonly name: string;
  readonly unit: string;
  readonly what: (size: string) => string;
  readonly measure: (subject: Of) => Promise<Sample> | Sample;
  /** Of the largest beside the smallest. */
  readonly goals: readonly Goal[];
}

const scanning = (scans: number) => ({
  name: 'scan',
  unit: 'scan',
  what: (size: string) => `scan, ${size} tickets, p50`,
  measure: ({ door }: Subject): Sample =>
    sampleOf(
      Array.from({ length: scans }, () => timeScan(door)),
      (times) => quantile(times, 0.5),
    ),
});

const searching = {
  name: 'search',
  unit: 'search',
  what: (size: string) => `the station's search, ${size} tickets, mean`,
  measure: ({ door, size }: Subject) => searchGuests(door.replica, size, SEARCHES),
};

const querying = {
  name: 'query',
  unit: 'query',
  what: (size: string) => `the FTS5 query of such a search alone, ${size} tickets, mean`,
  measure: ({ index, size }: Subject) => queryGuests(index, size, SEARCHES),
};

const paging = {
  name: 'page',
  unit: 'page',
  what: (size: string) => `GET …/tickets?per_page=100, random page of ${size} tickets, mean`,
  measure: async ({ api }: Subject): Promise<Sample> => {
    const { origin, process, lastPage } = api;
    const requests = Array.from({ length: PAGES }, () =>
      api.ticketsPage(randomInt(1, lastPage + 1)),
    );
    const before = await process.cpuMicros();
    const perSecond = await offerLoad({ origin, connections: 1, requests, statuses: VERDICTS });
    const after = await process.cpuMicros();
    const cpuMicros = before === null || after === null ? null : (after - before) / PAGES;
    return { wall: 1_000 / perSecond, cpuMicros };
  },
};

/** Each size in turn, beginning with another one in each repetition; every larger one is compared with the smallest. */
async function grow<Of extends { readonly size: number }>(
  { name, unit, what, measure, goals }: Growing<Of>,
  subjects: readonly Of[],
  { repetitions }: BenchOptions,
): Promise<readonly BenchRow[]> {
  const runs = subjects.map((subject) => ({ subject, samples: new Array<Sample>() }));
  for (let repetition = 0; repetition <= repetitions; repetition += 1) {
    const first = repetition % runs.length;
    for (const { subject, samples } of [...runs.slice(first), ...runs.slice(0, first)]) {
      const sample = await measure(subject);
      // The first round warms up.
      if (repetition > 0) samples.push(sample);
    }
  }
  const [smallest, ...larger] = runs;
  if (smallest === undefined) throw new RangeError('expected sizes');
  return larger.map(({ subject, samples }, index) =>
    rowOf({
      what: what(subject.size.toLocaleString('en')),
      unit,
      measure: 'ms',
      subject: { name: unit, samples },
      baseline: {
        name: `the same with ${smallest.subject.size.toLocaleString('en')}`,
        samples: smallest.samples,
      },
      goals: index === larger.length - 1 ? goals : [],
      curve: { name, x: subject.size, baselineX: smallest.subject.size },
    }),
  );
}

async function inFolder<Result>(
  work: (folder: string, opened: AsyncDisposableStack) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  try {
    await using opened = new AsyncDisposableStack();
    return await work(folder, opened);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
