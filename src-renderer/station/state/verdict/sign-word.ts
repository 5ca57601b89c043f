import type { ScanOutcome } from '../../../../shared/station/outcomes.ts';
import type { Words } from '../../i18n/en.ts';
import { signalOf } from './outcome-signal.ts';
import { reasonViews } from './reason-view.ts';
import { awaitsCheck, type BoardEntry, type SeenOutcome } from './verdict-board.ts';

/** The one word of an outcome: its signal's or, if the time is wrong, how it is. */
export function signWord(outcome: ScanOutcome, words: Pick<Words, 'signal' | 'missed'>): string {
  const { kind, reason } = outcome;
  const missed =
    kind === 'denied' && reason !== null ? reasonViews[reason].missed?.(outcome) : undefined;
  return missed ? words.missed[missed] : words.signal[signalOf(outcome)];
}

/** In a list, an overruled admission is told from others. */
export function wordOfScan(
  outcome: SeenOutcome,
  words: Pick<Words, 'signal' | 'missed' | 'corrections'>,
): string {
  const isPlain = outcome.overruled === undefined || outcome.released !== undefined;
  return isPlain ? wordOfSeen(outcome, words) : words.corrections.overruled;
}

export function wordOfEntry(entry: BoardEntry, words: Pick<Words, 'signal' | 'missed'>): string {
  return entry.kind === 'refusal' ? words.signal.system : wordOfSeen(entry.outcome, words);
}

export function wordOfSeen(outcome: SeenOutcome, words: Pick<Words, 'signal' | 'missed'>): string {
  return awaitsCheck(outcome) ? words.signal.check_id : signWord(outcome, words);
}

/** What was overruled, in the word that stood there, and why. */
export function overruledText(
  { reason, note }: NonNullable<ScanOutcome['overruled']>,
  outcome: ScanOutcome,
  words: Pick<Words, 'signal' | 'missed'>,
): string {
  const denied = { ...outcome, kind: 'denied', reason, released: undefined } as const;
  return `${signWord(denied, words)}: ${note}`;
}
