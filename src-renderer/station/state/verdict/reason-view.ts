import type { CheckInPreview } from '../../../../shared/station/box-office.ts';
import { JUST_IN_MS, type ScanOutcome } from '../../../../shared/station/outcomes.ts';
import type { Reason } from '../../../../shared/verdict/terms/reason.ts';
import type { Words } from '../../i18n/en.ts';
import type { Place } from '../../i18n/format.ts';
import {
  admissionFact,
  entranceFact,
  isTooEarly,
  plainFact,
  windowFact,
  type Judged,
  type KeyFact,
} from './fact-words.ts';

export type NextStep = keyof Words['next'];
export type TicketHelp = keyof Words['order']['help'];
type MissedTime = keyof Words['missed'];

/** What the screens show for one reason of a verdict; the words are in the catalogues. */
interface ReasonView {
  readonly signal: keyof Words['signal'];
  /** What door staff do next. */
  readonly next: (outcome: ScanOutcome) => NextStep;
  /** The fact that settles a discussion. */
  readonly fact?: (outcome: Judged, words: Words['verdict'], place: Place) => KeyFact | null;
  /** What helps the holder, in the box office; null if nothing has to. `now`: milliseconds of corrected time. */
  readonly help: (judgement: Judgement, now: number) => TicketHelp | null;
  /** How the time is wrong, which then is the word of the signal. */
  readonly missed?: (outcome: ScanOutcome) => MissedTime | null;
}

export type Judgement = Pick<CheckInPreview, 'reason' | 'note' | 'window'> &
  Partial<Pick<CheckInPreview, 'first_admission'>>;

const missedWindow = {
  signal: 'not_now',
  next: (outcome) => (isTooEarly(outcome) ? 'come_back' : 'box_office'),
  fact: windowFact,
  help: ({ window }, now) => {
    const from = window?.from ?? null;
    return from !== null && now < Date.parse(from) ? 'come_later' : 'too_late';
  },
} as const satisfies ReasonView;

export const reasonViews: Readonly<Record<Reason, ReasonView>> = {
  'scanning.ticket_refunded': {
    signal: 'not_valid',
    next: () => 'box_office',
    fact: (_outcome, { refunded }) => plainFact('ticket', refunded),
    help: () => 'refunded',
  },
  'scanning.ticket_cancelled': {
    signal: 'not_valid',
    next: ({ note }) => {
      if (note === 'code_replaced') return 'new_code';
      return note === 'replaced' ? 'new_ticket' : 'box_office';
    },
    fact: ({ note }, { codeReplaced, replaced, cancelled }) => {
      if (note === 'code_replaced') return plainFact('ticket', codeReplaced);
      return plainFact('ticket', note === 'replaced' ? replaced : cancelled);
    },
    help: ({ note }) => (note === 'replaced' ? 'find_new_ticket' : 'cancelled'),
  },
  'scanning.session_cancelled': {
    signal: 'date_cancelled',
    next: () => 'refund',
    help: () => 'date_cancelled',
  },
  'scanning.wrong_entry_point': {
    signal: 'wrong_entrance',
    next: (outcome) => (outcome.right_entry_points.length > 0 ? 'show_the_way' : 'no_entrance'),
    fact: entranceFact,
    help: () => 'supervisor',
  },
  'scanning.outside_session_window': {
    ...missedWindow,
    missed: (outcome) => (isAnotherDate(outcome) ? 'wrong_date' : missedBound(outcome)),
  },
  'scanning.outside_validity_window': { ...missedWindow, missed: missedBound },
  'scanning.already_scanned': {
    signal: 'already_in',
    next: ({ note }) => (note === 'just_in' ? 'not_second' : 'supervisor'),
    // The word of a holder who was just let in says when and where.
    fact: (outcome, words, place) =>
      outcome.note === 'just_in' ? null : admissionFact(outcome, words, place),
    help: (judgement, now) => (isJustIn(judgement, now) ? null : 'is_in'),
  },
  'scanning.allowed': { signal: 'admit', next: () => 'let_in', help: () => null },
};

/** Whether this station itself let the holder in, within the last minute. `now`: milliseconds of corrected time. */
export function isJustIn({ note, first_admission: first }: Judgement, now: number): boolean {
  if (note !== 'just_in' || !first) return false;
  return now - Date.parse(first.scanned_at) < JUST_IN_MS;
}

/** A session further away than this is another day's. */
const ANOTHER_DATE_MS = 12 * 3_600_000;

function isAnotherDate({ session, scanned_at }: ScanOutcome): boolean {
  const start = session === null ? Number.NaN : Date.parse(session.starts_at);
  return Math.abs(start - Date.parse(scanned_at)) > ANOTHER_DATE_MS;
}

function missedBound({ window, scanned_at }: ScanOutcome): MissedTime | null {
  const at = Date.parse(scanned_at);
  if (at < Date.parse(window?.from ?? '')) return 'too_early';
  return at > Date.parse(window?.until ?? '') ? 'expired' : null;
}
