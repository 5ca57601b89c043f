import type { StoreApi } from 'zustand/vanilla';
import type { DoorState } from './door-state.ts';
import { readAgainTone, tones } from './sound/tones.ts';
import type { TonePlayer } from './sound/tone-player.ts';
import { advance, arrive, nextChange, signalOfEntry } from './verdict-board.ts';
import type { BoardEntry, ShownVerdict, VerdictBoard } from './verdict-board.ts';

export interface RunningBoard {
  readonly show: (entry: BoardEntry) => void;
  readonly stop: () => void;
}

/** Keeps the verdict board of the store moving, and sounds each verdict as it comes on. */
export function runBoard(store: StoreApi<DoorState>, player: TonePlayer): RunningBoard {
  let timer: ReturnType<typeof setTimeout> | undefined;

  const setBoard = (board: VerdictBoard) => {
    const before = store.getState().board;
    if (board !== before) store.setState({ board });
    sound(before.shown, board.shown);
    clearTimeout(timer);
    const next = nextChange(board);
    if (next === null) return;
    timer = setTimeout(
      () => setBoard(advance(store.getState().board, performance.now())),
      Math.max(0, next - performance.now()),
    );
  };

  const sound = (before: ShownVerdict | null, shown: ShownVerdict | null) => {
    const { muted, volume } = store.getState().preferences;
    if (shown === null || muted) return;
    const isNew = shown.serial !== before?.serial;
    if (!isNew && shown.readAgain === before.readAgain) return;
    player.play(shown.readAgain > 0 ? readAgainTone : tones[signalOfEntry(shown.entry)], volume);
  };

  return {
    show: (entry) => setBoard(arrive(store.getState().board, entry, performance.now())),
    stop: () => clearTimeout(timer),
  };
}
