import type { StoreApi } from 'zustand/vanilla';
import type { CommandResult, StationCommand } from '../../shared/station/api.ts';
import type { DoorState } from './door-state.ts';
import { afterEvent, firstRunBegun } from './first-run.ts';
import { firstPlace, isOpen } from './station-place.ts';

/** Begins where the station says that nobody has chosen, and passes over what has one possible answer. */
export function followFirstRun(
  store: StoreApi<Pick<DoorState, 'station' | 'firstRun'>>,
  ask: (command: StationCommand) => Promise<CommandResult>,
): () => void {
  let asked: string | null = null;
  return store.subscribe(({ station, firstRun }) => {
    if (station === null) return;
    if (firstRun === null) {
      if (station.phase.kind === 'undecided') store.setState({ firstRun: firstRunBegun });
      return;
    }
    if (firstRun.revisited) return;
    if (firstRun.step === 'chooseEvent') {
      const [only, ...others] = station.events;
      if (isOpen(station)) store.setState({ firstRun: afterEvent(firstRun) });
      else if (only !== undefined && others.length === 0 && only.reference !== asked) {
        asked = only.reference;
        void ask({ kind: 'select_event', event: only.reference });
      }
    }
    const isHeard = station.sync.fresh_at.setup !== null;
    if (firstRun.step === 'place' && isHeard && station.entry_points.length === 0) {
      store.setState({ firstRun: { ...firstRun, step: 'language' } });
    }
  });
}

/** Straight to the door, or to the box office where that was chosen. */
export function endFirstRun(store: StoreApi<DoorState>): void {
  store.setState(({ station }) => ({
    firstRun: null,
    place: station === null ? null : firstPlace(station),
  }));
}
