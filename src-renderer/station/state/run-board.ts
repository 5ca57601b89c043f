import type { StoreApi } from 'zustand/vanilla';
import type { DoorState } from './door-state.ts';
import type { Speaker } from './sound/speaker.ts';
import { lengthOf, readAgainTone, tones, type Tone } from './sound/tones.ts';
import type { TonePlayer } from './sound/tone-player.ts';
import { vibrations } from './sound/vibrations.ts';
import { catalogue } from '../i18n/languages.ts';
import type { Words } from '../i18n/en.ts';
import { markChecked } from './recent-scans.ts';
import { advance, arrive, nextChange, signalOfEntry } from './verdict/verdict-board.ts';
import type { BoardEntry, ShownVerdict, VerdictBoard } from './verdict/verdict-board.ts';

export interface RunningBoard {
  readonly show: (entry: BoardEntry) => void;
  /** Somebody has compared the name: from now on it is an admission like any other. */
  readonly checkName: (scan: string) => void;
  readonly stop: () => void;
}

/** Ways for a verdict to reach people who are not looking; null if the device cannot. */
export interface Senses {
  readonly player: TonePlayer;
  readonly speaker: Speaker | null;
  readonly vibrate: ((pattern: readonly number[]) => void) | null;
}

/** Advances the verdict board in the store, and plays each verdict's tone as it appears. */
export function runBoard(store: StoreApi<DoorState>, senses: Senses): RunningBoard {
  const { player, speaker, vibrate } = senses;
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
    const { muted, volume, vibrates } = store.getState().preferences;
    if (shown === null) return;
    const signal = signalOfEntry(shown.entry);
    const isSame = shown.serial === before?.serial && signal === signalOfEntry(before.entry);
    if (isSame && shown.readAgain === before.readAgain) return;
    const isAgain = shown.readAgain > 0 && (isSame || shown.serial !== before?.serial);
    if (vibrates && !isAgain) vibrate?.(vibrations[signal]);
    if (muted) return;
    const tone = isAgain ? readAgainTone : tones[signal];
    player.play(tone, volume);
    if (!isAgain) speak(shown.entry, tone);
  };

  /** After the tone. Only the newest verdict is spoken. */
  const speak = (entry: BoardEntry, tone: Tone) => {
    const { preferences, station } = store.getState();
    if (!preferences.speaks) return;
    const locale = station?.locale ?? preferences.locale;
    const text = spokenReason(entry, catalogue[locale]);
    speaker?.say({ text, locale, volume: preferences.volume, afterMs: lengthOf(tone) });
  };

  return {
    show: (entry) => setBoard(arrive(store.getState().board, entry, performance.now())),
    checkName: (scan) => {
      const { recent, board } = markChecked(store.getState(), scan);
      store.setState({ recent });
      setBoard(board);
    },
    stop: () => {
      clearTimeout(timer);
      speaker?.quiet();
    },
  };
}

/**
 * The spoken text of a verdict: the word for an admission, otherwise the contract's sentence, which states the fact and what to
 * do. Neither contains a name, because everybody in the queue hears it.
 */
function spokenReason(entry: BoardEntry, words: Words): string {
  const word = words.signal[signalOfEntry(entry)];
  if (entry.kind === 'refusal' || entry.outcome.kind === 'admitted') return word;
  return entry.outcome.message;
}
