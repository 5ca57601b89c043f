import type { WriteTransaction } from '../../../src-server/database/transaction.ts';
import { releaseScan } from '../../../src-server/domain/scans/release-scan.ts';
import type { ScanOutcome } from '../../../shared/station/outcomes.ts';
import type { Step } from './plan.ts';
import { SUPERVISOR_PIN, type StationHost } from './station-host.ts';
import type { World } from './world.ts';

type Of<Kind extends Step['kind']> = Omit<Extract<Step, { kind: Kind }>, 'kind' | 'station'>;

/** Between two presses of the staff. */
const PRESS_MS = 5;

export function undo(world: World, station: StationHost, { back, bySupervisor }: Of<'undo'>): void {
  const admitted = outcomesOf(world, 'admitted', bySupervisor ? null : station);
  const scan = admitted.at(-1 - back)?.reference;
  if (scan === undefined) return;
  const supervised = bySupervisor ? { note: 'The wrong person.', pin: SUPERVISOR_PIN } : {};
  station.command({ kind: 'undo', scan, ...supervised });
}

export function overrule(world: World, station: StationHost, back: number): void {
  const scan = outcomesOf(world, 'denied', station).at(-1 - back)?.reference;
  if (scan === undefined) return;
  station.command({ kind: 'overrule', scan, note: 'Known to the house.', pin: SUPERVISOR_PIN });
}

/** Turns the door around, lets the guest out, and turns it back. */
export function exit(world: World, station: StationHost, ticket: string, stays: boolean): void {
  station.command({ kind: 'set_direction', direction: 'out' });
  world.time.after(PRESS_MS, () => station.scan(ticket));
  if (stays) return;
  world.time.after(2 * PRESS_MS, () => station.command({ kind: 'set_direction', direction: 'in' }));
}

export function comeAndGo(
  world: World,
  ticket: string,
  { doors, everyMs }: { readonly doors: readonly StationHost[]; readonly everyMs: number },
): void {
  const [entry, wayOut, again] = doors;
  entry?.scan(ticket);
  world.time.after(everyMs, () => wayOut && exit(world, wayOut, ticket, false));
  world.time.after(2 * everyMs, () => again?.scan(ticket));
}

export async function releaseElsewhere(
  world: World,
  tx: WriteTransaction,
  { back, as }: Of<'release_elsewhere'>,
): Promise<void> {
  const scan = outcomesOf(world, 'admitted', null).at(-1 - back)?.reference;
  if (scan === undefined) return;
  await releaseScan(tx, null, { scan, kind: as, note: null, scanner_location: null });
}

/** What one station, or all, have shown of a kind. */
function outcomesOf(
  { shown, stations }: World,
  kind: ScanOutcome['kind'],
  by: StationHost | null,
): readonly ScanOutcome[] {
  return shown
    .filter(({ station, outcome }) => {
      return outcome.kind === kind && (by === null || stations[station] === by);
    })
    .map(({ outcome }) => outcome);
}
