import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shownOf } from '../../src-main/adapters/sqlite/journal/journal-rows.ts';
import { probePeers, probeReturn } from './probe-peers.ts';
import { live } from './live.ts';
import { planRound, type RoundShape } from './plan-round.ts';
import { checkFiles, heal, openVenue, settle, SETTLED_WITHIN_MS, type Venue } from './venue.ts';
import { waitFor } from './wait-for.ts';

/** In three of four rounds the stations exchange admissions with each other, and in half of them guests may come in again. */
export function usualShape(seed: number): RoundShape {
  const reEntry = seed % 2 === 0 ? 'none' : 'allowed';
  return { stations: 5, tickets: 1_200, durationMs: USUAL_MS, peers: seed % 4 !== 0, reEntry };
}

export const USUAL_MS = 8_000;

export interface RoundReport {
  readonly seed: number;
  /** Empty if every check passed. */
  readonly problems: readonly string[];
  /** The folder that is kept if a check failed. */
  readonly data: string | null;
  readonly counts: Readonly<Record<string, number>>;
}

/**
 * Runs one server and its stations as real processes, each station with one proxy to the server and another for incoming connections of stations.
 * They live through the seed's plan. Stations that talk to each other then spend a while without the server. At the end every fault is healed, every
 * stopped process is started again, and nothing else happens until the queues are empty.
 */
export async function runRound(
  seed: number,
  shape: RoundShape = usualShape(seed),
): Promise<RoundReport> {
  const data = mkdtempSync(join(tmpdir(), 'gatehouse-round-'));
  await using venue = await openVenue(data, shape);
  await live(venue, planRound(seed, shape));
  const problems = shape.peers ? await beAlone(venue) : [];
  problems.push(...(await settle(venue)));
  for (const seat of venue.seats) await seat.close();
  problems.push(...venue.trouble(), ...checkFiles(venue));
  const counts = countRound(venue);
  if (problems.length > 0) return { seed, problems, data, counts };
  await venue.end();
  await rm(data, { recursive: true, force: true });
  return { seed, problems, data: null, counts };
}

/** All stations run without a connection to the server: a ticket admitted by one is refused by the others. Returns the failures. */
async function beAlone(venue: Venue): Promise<string[]> {
  await heal(venue);
  const until = performance.now() + SETTLED_WITHIN_MS;
  const incomplete = await waitFor(until, () =>
    venue.seats.flatMap(({ name, progress }) =>
      progress?.phase === 'ready'
        ? []
        : [`${name} has no whole import: ${JSON.stringify(progress)}`],
    ),
  );
  if (incomplete.length > 0) return incomplete;
  for (const { proxy } of venue.seats) await proxy.begin({ kind: 'cut' });
  const [returned = '', ...tickets] = venue.event.tickets.slice(-1 - venue.seats.length);
  const problems = await probePeers(venue.seats, tickets);
  return problems.length > 0 ? problems : probeReturn(venue, returned);
}

function countRound({ counts, seats, truth }: Venue): Readonly<Record<string, number>> {
  return {
    ...counts,
    shown: seats.flatMap((seat) => seat.shown).length,
    'refused on a word of a station': seats
      .flatMap((seat) => seat.readJournal().rows)
      .filter((row) => shownOf(row)?.first_admission?.source === 'peer').length,
    'on the server': truth?.scans.length ?? 0,
    released: truth?.releases.length ?? 0,
    overruled: truth?.scans.filter(({ overruled }) => overruled !== null).length ?? 0,
    'double admissions':
      truth?.conflicts.filter(({ kind }) => kind === 'double_admission').length ?? 0,
    'false denials': truth?.conflicts.filter(({ kind }) => kind === 'false_denial').length ?? 0,
  };
}
