import type { StoreApi } from 'zustand/vanilla';
import type { StationCommand } from '../../shared/station/commands.ts';
import type { CommandResult } from '../../shared/station/results.ts';
import type { StationState } from '../../shared/station/state.ts';
import type { DoorState } from './door-state.ts';
import { afterEvent, firstRunBegun, type FirstRunStep } from './first-run.ts';
import { firstPlace, isOpen } from './station-place.ts';

/**
 * Starts the first run when the station says that nobody has chosen yet, and skips steps with only one possible answer.
 * `isChoosing`: this page itself is connecting the station; otherwise another page was faster and there is nothing left to
 * choose.
 */
export function followFirstRun(
  store: StoreApi<Pick<DoorState, 'station' | 'firstRun'>>,
  ask: (command: StationCommand) => Promise<CommandResult>,
  isChoosing: () => boolean,
): () => void {
  let asked: string | null = null;
  return store.subscribe(({ station, firstRun }, before) => {
    if (station === null) return;
    if (firstRun === null) {
      if (station.phase.kind === 'undecided') store.setState({ firstRun: firstRunBegun });
      return;
    }
    const wasUndecided = before.station?.phase.kind === 'undecided';
    const isLate = wasUndecided && isConnected(station) && beforeServer.includes(firstRun.step);
    if (isLate && !firstRun.busy && !isChoosing()) {
      store.setState({ firstRun: null });
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

const beforeServer: readonly FirstRunStep[] = [
  'choice',
  'connect',
  'organiser',
  'event',
  'entryPoints',
];

function isConnected({ phase }: StationState): boolean {
  return phase.kind === 'choosing_event' || phase.kind === 'importing' || phase.kind === 'ready';
}

/** Goes to the door, or to the box office if that was chosen. */
export function endFirstRun(store: StoreApi<DoorState>): void {
  store.setState(({ station }) => ({
    firstRun: null,
    place: station === null ? null : firstPlace(station),
  }));
}
