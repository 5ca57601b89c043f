import type { StationState } from '../../shared/station/state.ts';
import type { Action } from './shortcuts.ts';
import type { PageStorage } from '../transport/page-storage.ts';

/** What a station is used for: each is a screen with a key, and takes scans. */
export const stationPlaces = [
  'door',
  'boxOffice',
  'activity',
  'tonight',
] as const satisfies readonly Action[];
export type StationPlace = (typeof stationPlaces)[number];

/** Whether there are places at all: not before the station has tickets to judge by. */
export function isOpen(station: StationState | null): boolean {
  const phase = station?.phase.kind;
  return phase === 'ready' || phase === 'importing';
}

/**
 * Where a screen begins: a station that takes none of the event's entry points is a box office. Null as long as that is not known, which is
 * also before the event's entry points are.
 */
export function firstPlace({
  phase,
  entry_point,
  entry_points,
}: StationState): StationPlace | null {
  if (phase.kind !== 'ready') return null;
  if (entry_point !== null) return 'door';
  return entry_points.length > 0 ? 'boxOffice' : null;
}

const KEY = 'gatehouse.place';

/** The place outlives a reload of its page; another page of the same station may be at another one. */
export function readPlace(storage: PageStorage): StationPlace | null {
  return stationPlaces.find((place) => place === storage.getItem(KEY)) ?? null;
}

export function writePlace(storage: PageStorage, place: StationPlace): void {
  try {
    storage.setItem(KEY, place);
  } catch {
    // A full or forbidden storage costs the memory of a place, never the place.
  }
}
