import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { live } from '../processes/live.ts';
import type { StationSeat } from '../processes/station-seat.ts';
import { checkFiles, openVenue, settle, type Venue } from '../processes/venue.ts';
import { growthOf, judgeGrowth, type Growth, type ShownScan, type Soaked } from './judge-growth.ts';
import { openOffice } from './office.ts';
import { FIFTHS, planSoak, survivorsOf, ticketsOf, type SoakShape } from './plan-soak.ts';
import {
  sampleFolder,
  sampleProcess,
  sampleRetained,
  type RetainedSample,
  type SoakSample,
} from './soak-sample.ts';

const SAMPLES = 150;

export interface SoakReport extends Soaked {
  /** Sentences; none when nothing was lost and nothing grew. */
  readonly problems: readonly string[];
  readonly growth: readonly Growth[];
  readonly counts: Readonly<Record<string, number>>;
  /** Where everything is kept when something did not hold. */
  readonly data: string | null;
}

/**
 * A server and its stations, all real processes, scan for as long as asked while the plan's faults happen, a console is open and the shop's
 * file is imported again and again. Then all of them are killed at
 * once, started again, and left alone until the queues are empty: every shown verdict must be in its journal and at the server once, and
 * every replica equal the server. What grew is judged from the samples before that; latency and processor time only if the soak is alone
 * on the machine.
 */
export async function runSoak(
  shape: SoakShape,
  { isAlone }: { readonly isAlone: boolean },
): Promise<SoakReport> {
  const data = mkdtempSync(join(tmpdir(), 'gatehouse-soak-'));
  const { stations, durationMs } = shape;
  await using venue = await openVenue(data, {
    stations,
    tickets: ticketsOf(shape),
    peers: true,
    reEntry: 'none',
    isInspected: true,
  });
  const survivors =
    process.platform === 'linux'
      ? ['server', ...survivorsOf(shape).flatMap((index) => venue.seats[index]?.name ?? [])]
      : [];
  const office = await openOffice(venue);
  const work = live(venue, planSoak(shape));
  const { begunMs, samples } = await sampleWhile(venue, { durationMs, survivors, work });
  const soaked: Soaked = {
    durationMs,
    samples,
    scans: venue.seats.flatMap((seat) => shownScans(seat, begunMs)),
    survivors,
  };
  const imported = await office.close();
  await venue.killServer();
  await Promise.all(venue.seats.map((seat) => seat.kill()));
  // The lists are long, and the reader is no client of the day.
  const problems = await settle(venue, ['--rate-limit', '0']);
  for (const seat of venue.seats) await seat.close();
  const growth = growthOf(soaked);
  const sold = venue.event.tickets.length + imported;
  const known = venue.truth?.tickets.length;
  if (known !== sold) problems.push(`the server has ${known} tickets, and ${sold} were sold`);
  problems.push(
    ...venue.trouble(),
    ...checkFiles(venue),
    ...judgeGrowth(growth.filter(({ isTimed }) => isAlone || !isTimed)),
  );
  const counts = {
    ...venue.counts,
    shown: soaked.scans.length,
    'on the server': venue.truth?.scans.length ?? 0,
  };
  const isKept = problems.length > 0;
  await venue.end();
  if (!isKept) await rm(data, { recursive: true, force: true });
  return { ...soaked, problems, growth, counts, data: isKept ? data : null };
}

interface SampledWork {
  readonly durationMs: number;
  readonly survivors: readonly string[];
  readonly work: Promise<void>;
}

/** Looks at all processes and folders until the work is done, and near the ends of the compared fifths at what the survivors retain. */
async function sampleWhile(venue: Venue, { durationMs, survivors, work }: SampledWork) {
  const begunMs = performance.now();
  const samples: SoakSample[] = [];
  const collections = [2, FIFTHS].map((fifths) => durationMs * (fifths / FIFTHS - 1 / 30));
  const done = work.then(() => 'done' as const);
  do {
    const atMs = performance.now() - begunMs;
    const sample = sampleVenue(venue, atMs);
    const isDue = atMs >= (collections[0] ?? Infinity);
    if (isDue) collections.shift();
    samples.push(isDue ? { ...sample, retained: await retainedBy(venue, survivors) } : sample);
  } while ((await Promise.race([done, sleep(durationMs / SAMPLES)])) !== 'done');
  return { begunMs, samples };
}

async function retainedBy(venue: Venue, survivors: readonly string[]) {
  const retained: Record<string, RetainedSample> = {};
  for (const { name, pid, inspectorPort } of processesOf(venue)) {
    if (!survivors.includes(name) || pid === null || inspectorPort === null) continue;
    const sample = await sampleRetained(pid, inspectorPort);
    if (sample !== null) retained[name] = sample;
  }
  return retained;
}

function processesOf({ seats, serverPid, serverInspectorPort }: Venue) {
  return [{ name: 'server', pid: serverPid, inspectorPort: serverInspectorPort }, ...seats];
}

function sampleVenue(venue: Venue, atMs: number): SoakSample {
  const { data, seats } = venue;
  const processes = processesOf(venue).flatMap(({ name, pid }) => {
    const sample = sampleProcess(pid);
    return sample === null ? [] : [[name, sample] as const];
  });
  return {
    atMs: Math.round(atMs),
    shown: seats.reduce((total, { shown }) => total + shown.length, 0),
    processes: Object.fromEntries(processes),
    folder: sampleFolder(data),
  };
}

/**
 * What is scanned at a station that is still starting waits for that, some seconds on a busy machine: its time counts from when the station
 * takes scans. A killed station shows nothing of what it was scanning; the next verdict on the ticket may be of another scan of
 * it.
 */
function shownScans({ scanned, shown }: StationSeat, begunMs: number): readonly ShownScan[] {
  const verdicts = Map.groupBy(shown, ({ ticket }) => ticket);
  return scanned.flatMap(({ code, atMs, takenFromMs }) => {
    const verdict = verdicts.get(code)?.find(({ heardAtMs }) => heardAtMs >= atMs);
    if (verdict === undefined) return [];
    return [{ atMs: atMs - begunMs, latencyMs: verdict.heardAtMs - (takenFromMs ?? atMs) }];
  });
}
