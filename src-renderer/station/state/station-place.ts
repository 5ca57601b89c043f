import type { StationState } from '../../../shared/station/state.ts';
import type { Action } from './shortcuts.ts';
import type { PageStorage } from '../../browser/page-storage.ts';

/** The places of a station: each is a screen with a shortcut, and accepts scans. */
export const stationPlaces = [
  'door',
  'boxOffice',
  'activity',
  'tonight',
] as const satisfies readonly Action[];
export type StationPlace = (typeof stationPlaces)[number];

/** Whether the places are available: not before the station has tickets to judge by. */
export function isOpen(station: StationState | null): boolean {
  const phase = station?.phase.kind;
  return phase === 'ready' || phase === 'importing';
}

/**
 * A screen's first place: a station without an entry point is a box office. Null until that is known, which includes the time
 * before the event's entry points are.
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

/** The place survives a reload of its page; other pages of the same station have their own. */
export function readPlace(storage: PageStorage): StationPlace | null {
  return stationPlaces.find((place) => place === storage.getItem(KEY)) ?? null;
}

export function writePlace(storage: PageStorage, place: StationPlace): void {
  try {
    storage.setItem(KEY, place);
  } catch {
    // If storage is full or forbidden, the place is not remembered.
  }
}
