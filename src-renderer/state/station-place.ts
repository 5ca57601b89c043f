import type { StationState } from '../../shared/station/api.ts';
import type { Action } from './shortcuts.ts';

/** What a station is used for: each is a screen with a key, and takes scans. */
export const stationPlaces = ['door', 'boxOffice', 'activity'] as const satisfies readonly Action[];
export type StationPlace = (typeof stationPlaces)[number];

/** Whether there are places at all: not before the station has tickets to judge by. */
export function isOpen(station: StationState | null): boolean {
  const phase = station?.phase.kind;
  return phase === 'ready' || phase === 'importing';
}

/** Where a screen begins: a station without an entry point is a box office. Null as long as that is not known. */
export function firstPlace({ phase, entry_point }: StationState): StationPlace | null {
  if (phase.kind !== 'ready') return null;
  return entry_point === null ? 'boxOffice' : 'door';
}

const KEY = 'gatehouse.place';

/** The place outlives a reload of its page; another page of the same station may be at another one. */
export function readPlace(storage: Storage): StationPlace | null {
  return stationPlaces.find((place) => place === storage.getItem(KEY)) ?? null;
}

export function writePlace(storage: Storage, place: StationPlace): void {
  try {
    storage.setItem(KEY, place);
  } catch {
    // A full or forbidden storage costs the memory of a place, never the place.
  }
}
