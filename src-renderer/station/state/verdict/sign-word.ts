import type { ScanOutcome } from '../../../../shared/station/outcomes.ts';
import type { Words } from '../../i18n/en.ts';
import { signalOf } from './outcome-signal.ts';
import type { BoardEntry } from './verdict-board.ts';

/** Why a ticket is not valid now. */
export const missedTimes = ['too_early', 'expired', 'wrong_date'] as const;
export type MissedTime = (typeof missedTimes)[number];

/** A session further away than this is another day's. */
const ANOTHER_DATE_MS = 12 * 3_600_000;

/** The one word of an outcome: its signal's or, if the time is wrong, how it is. */
export function signWord(outcome: ScanOutcome, words: Pick<Words, 'signal' | 'missed'>): string {
  const signal = signalOf(outcome);
  const missed = signal === 'not_now' ? missedTimeOf(outcome) : null;
  return missed === null ? words.signal[signal] : words.missed[missed];
}

export function wordOfEntry(entry: BoardEntry, words: Pick<Words, 'signal' | 'missed'>): string {
  return entry.kind === 'refusal' ? words.signal.system : signWord(entry.outcome, words);
}

function missedTimeOf({ reason, session, window, scanned_at }: ScanOutcome): MissedTime | null {
  const at = Date.parse(scanned_at);
  const start = session === null ? Number.NaN : Date.parse(session.starts_at);
  const isOther = Math.abs(start - at) > ANOTHER_DATE_MS;
  if (reason === 'scanning.outside_session_window' && isOther) return 'wrong_date';
  if (at < Date.parse(window?.from ?? '')) return 'too_early';
  return at > Date.parse(window?.until ?? '') ? 'expired' : null;
}
