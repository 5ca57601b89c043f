import type { StoreApi } from 'zustand/vanilla';
import type { StationCommand } from '../../../shared/station/commands.ts';
import type { CommandResult } from '../../../shared/station/results.ts';
import type { StationState } from '../../../shared/station/state.ts';
import type { DoorState } from './door-state.ts';
import { afterEvent, firstRunBegun, type FirstRunStep } from './first-run.ts';
import { firstPlace, isOpen } from './station-place.ts';

/**
 * Starts the first run when the station says that nobody has chosen yet, resumes it at what is still open, and skips steps with only one possible answer.
 * `isChoosing`: this page itself is connecting the station; otherwise another page was faster and there is nothing left to
 * choose.
 */
export function followFirstRun(
  store: StoreApi<Followed>,
  ask: (command: StationCommand) => Promise<CommandResult>,
  isChoosing: () => boolean,
): () => void {
  let selected: string | null = null;
  const end = () => endFirstRun(store);
  return store.subscribe(({ station, firstRun }, before) => {
    if (station === null) return;
    if (firstRun === null) {
      if (station.phase.kind === 'undecided') store.setState({ firstRun: firstRunBegun });
      else if (isPlaceOpen(station)) {
        store.setState({ firstRun: { ...firstRunBegun, step: 'place', isResumed: true } });
      }
      return;
    }
    const wasUndecided = before.station?.phase.kind === 'undecided';
    const isLate = wasUndecided && isConnected(station) && beforeServer.includes(firstRun.step);
    if (isLate && !firstRun.busy && !isChoosing()) {
      store.setState({ firstRun: null });
      return;
    }
    const wasPlaceOpen = before.station !== null && isPlaceOpen(before.station);
    // Answered here or on another page.
    if (firstRun.step === 'place' && wasPlaceOpen && !station.asks_entry_point) {
      end();
      return;
    }
    if (firstRun.revisited) return;
    if (firstRun.step === 'chooseEvent') {
      const [only, ...others] = station.events;
      const next = afterEvent(firstRun);
      if (isOpen(station) && next === null) end();
      else if (isOpen(station)) store.setState({ firstRun: next });
      else if (only !== undefined && others.length === 0 && only.reference !== selected) {
        selected = only.reference;
        void ask({ kind: 'select_event', event: only.reference });
      }
    }
    const isHeard = station.sync.fresh_at.setup !== null;
    if (firstRun.step === 'place' && isHeard && station.entry_points.length === 0) {
      end();
    }
  });
}

type Followed = Pick<DoorState, 'station' | 'firstRun' | 'place' | 'sheet'>;

/** Somebody connected this station, and its page was closed before the entry point was chosen. */
function isPlaceOpen(station: StationState): boolean {
  return (
    station.asks_entry_point &&
    station.entry_points.length > 0 &&
    isOpen(station) &&
    !station.kiosk.on
  );
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

/** Goes to the door, or to the box office if that was chosen; at the demo's door there are codes to scan. */
export function endFirstRun(store: Pick<StoreApi<Followed>, 'setState'>): void {
  store.setState(({ station, firstRun }) => {
    const place = station === null ? null : firstPlace(station);
    const isAtDoor = place === 'door' && firstRun?.isDemo === true;
    return { firstRun: null, place, sheet: isAtDoor ? { kind: 'samples' } : null };
  });
}
