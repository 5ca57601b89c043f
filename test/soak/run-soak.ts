import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { live } from '../processes/live.ts';
import type { StationSeat } from '../processes/station-seat.ts';
import { checkFiles, openVenue, settle, type Venue } from '../processes/venue.ts';
import { growthOf, judgeGrowth, type Growth, type ShownScan, type Soaked } from './judge-growth.ts';
import { planSoak, survivorsOf, ticketsOf, type SoakShape } from './plan-soak.ts';
import { sampleFolder, sampleProcess, type SoakSample } from './soak-sample.ts';

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
 * A server and its stations, all real processes, scan for as long as asked while the plan's faults happen. Then all of them are killed at
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
  await using venue = await openVenue(data, { stations, tickets: ticketsOf(shape), peers: true });
  const { begunMs, samples } = await sampleWhile(venue, durationMs, live(venue, planSoak(shape)));
  const soaked: Soaked = {
    durationMs,
    samples,
    scans: venue.seats.flatMap((seat) => shownScans(seat, begunMs)),
    survivors:
      process.platform === 'linux'
        ? ['server', ...survivorsOf(shape).flatMap((index) => venue.seats[index]?.name ?? [])]
        : [],
  };
  await venue.killServer();
  await Promise.all(venue.seats.map((seat) => seat.kill()));
  // The lists are long, and the reader is no client of the day.
  const problems = await settle(venue, ['--rate-limit', '0']);
  for (const seat of venue.seats) await seat.close();
  const growth = growthOf(soaked);
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

/** Looks at all processes and folders until the work is done. */
async function sampleWhile(venue: Venue, durationMs: number, work: Promise<void>) {
  const begunMs = performance.now();
  const samples: SoakSample[] = [];
  const done = work.then(() => 'done' as const);
  do samples.push(sampleVenue(venue, performance.now() - begunMs));
  while ((await Promise.race([done, sleep(durationMs / SAMPLES)])) !== 'done');
  return { begunMs, samples };
}

function sampleVenue({ data, seats, serverPid }: Venue, atMs: number): SoakSample {
  const pids = [
    ['server', serverPid] as const,
    ...seats.map(({ name, pid }) => [name, pid] as const),
  ];
  const processes = pids.flatMap(([name, pid]) => {
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

/** A killed station shows nothing of what it was scanning; the next verdict on the ticket may be of another scan of it. */
function shownScans({ scanned, shown }: StationSeat, begunMs: number): readonly ShownScan[] {
  const verdicts = Map.groupBy(shown, ({ ticket }) => ticket);
  return scanned.flatMap(({ code, atMs }) => {
    const verdict = verdicts.get(code)?.find(({ heardAtMs }) => heardAtMs >= atMs);
    if (verdict === undefined) return [];
    return [{ atMs: atMs - begunMs, latencyMs: verdict.heardAtMs - atMs }];
  });
}
