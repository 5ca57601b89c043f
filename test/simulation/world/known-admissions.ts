import { instantFromMillis } from '../../../shared/instant.ts';
import type { ScanOutcome } from '../../../shared/station/outcomes.ts';
import type { Admitted, Released } from '../../../shared/verdict/releases.ts';
import type { ReleaseDraft } from '../../../src-main/ports/journal.ts';
import type { StationHost } from './station-host.ts';
import type { Shown, WorldParts } from './world-parts.ts';

/** What a world says of who was admitted and released. */
interface World {
  readonly stations: readonly StationHost[];
  readonly shown: readonly Shown[];
  readonly releases: readonly ReleaseDraft[];
  readonly parts: WorldParts;
  break(what: string): void;
}

/** An admission, and what ended it. */
export interface Ended {
  readonly scan: string;
  readonly scanned_at: number;
  readonly by: readonly Released[];
}

/** What ended a ticket's admissions, worked out in another way than the program does. */
export function endsOf(
  admitted: readonly Admitted[],
  released: readonly Released[],
): readonly Ended[] {
  const ends = new Map<string, Released[]>(admitted.map(({ reference }) => [reference, []]));
  for (const release of released) if (release.scan !== null) ends.get(release.scan)?.push(release);
  const nameless = released.filter(({ scan }) => scan === null);
  for (const release of inOrder(nameless, ({ released_at }) => released_at)) {
    const [first] = inOrder(admitted, ({ scanned_at }) => scanned_at).filter(
      ({ reference, scanned_at }) =>
        scanned_at <= release.released_at && ends.get(reference)?.length === 0,
    );
    if (first !== undefined) ends.get(first.reference)?.push(release);
  }
  return admitted.map(({ reference, scanned_at }) => ({
    scan: reference,
    scanned_at,
    by: ends.get(reference) ?? [],
  }));
}

/** Whether the ticket admits again. */
export function isGivenBack({ by }: Pick<Ended, 'by'>, canReturn: boolean): boolean {
  return by.some(({ kind }) => kind === 'mistake' || canReturn);
}

/** Whether the ticket's type lets guests in again who went out. */
function canReturn({ parts, stations }: World, ticket: string): boolean {
  const { event, types } = parts.template;
  return stations.some(
    ({ replica }) => replica?.findTicket(event, ticket)?.ticket_type?.reference === types.back,
  );
}

/** A station admits no ticket of whose admission it knows, unless that gave the ticket back. */
export function checkFirst(
  world: World,
  station: number,
  { ticket, reference }: Pick<ScanOutcome, 'ticket' | 'reference'>,
): void {
  if (ticket === null) return;
  const standing = knownHere(world, station, ticket).find(
    (one) => one.scan !== reference && !isGivenBack(one, canReturn(world, ticket)),
  );
  if (standing !== undefined) {
    world.break(`S${station + 1} admitted ${ticket} as ${reference}, and knew of ${standing.scan}`);
  }
}

/** Once a guest has gone out, the station knows of nobody inside by the ticket, and it says so if it knew of nobody before. */
export function checkExit(world: World, station: number, { ticket, note }: ScanOutcome): void {
  if (ticket === null) return;
  const known = knownHere(world, station, ticket);
  const name = `S${station + 1}`;
  if (known.some(({ by }) => by.length === 0)) {
    world.break(`${name} let out ${ticket}, which is still inside`);
  }
  if ((note === 'not_in') !== (known.length === 0) && note !== undefined) {
    world.break(`${name} says ${note} of ${ticket}, of which it knows ${known.length} admissions`);
  }
}

/**
 * What the station has shown, or has in its replica and its journal; the server's word on a release comes first. Where stations talk to each
 * other, it may know of any release.
 */
function knownHere(
  { stations, shown, releases, parts }: World,
  station: number,
  ticket: string,
): readonly Ended[] {
  const { replica, journal } = stations[station] ?? {};
  const stores = [replica, journal].filter((store) => store !== null && store !== undefined);
  const own = shown
    .filter((one) => one.station === station)
    .filter(({ outcome }) => outcome.kind === 'admitted' && outcome.ticket === ticket)
    .map(({ outcome: { reference, scanned_at } }) => {
      return { reference, scanned_at: instantFromMillis(Date.parse(scanned_at)) };
    });
  const admitted = firstOfEach([...stores.flatMap((store) => store.admissionsOf(ticket)), ...own]);
  const heard = releases
    .filter((release) => parts.plan.peers && release.ticket === ticket)
    .map(({ scan, admitted_at, ...release }) => {
      const reported = admitted.find(({ scanned_at }) => scanned_at === admitted_at);
      return { ...release, scan: scan ?? reported?.reference ?? null };
    });
  return endsOf(
    admitted,
    firstOfEach([...stores.flatMap((store) => store.releasesOf(ticket)), ...heard]),
  );
}

function firstOfEach<Row extends { readonly reference: string }>(rows: readonly Row[]): Row[] {
  return [...Map.groupBy(rows, ({ reference }) => reference).values()].flatMap(
    ([first]) => first ?? [],
  );
}

function inOrder<Row extends { readonly reference: string }>(
  rows: readonly Row[],
  timeOf: (row: Row) => number,
): readonly Row[] {
  return rows.toSorted(
    (one, other) => timeOf(one) - timeOf(other) || (one.reference < other.reference ? -1 : 1),
  );
}
