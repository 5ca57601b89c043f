import { assertNever } from '../../../shared/assert-never.ts';
import type { ScanOutcome } from '../../../shared/station/outcomes.ts';
import { isTooEarly } from '../state/verdict/next-step.ts';
import { formatAge, formatDay, formatDayTime, formatTime, knownZone } from '../i18n/format.ts';
import type { Place } from '../i18n/format.ts';
import type { Words } from '../i18n/en.ts';

/** The fact that settles a discussion at the door: when and where the ticket was used, where it is valid, when, or why it is not. */
export interface KeyFact {
  readonly sign: 'entered' | 'entrance' | 'time' | 'event' | 'ticket' | 'data';
  readonly label: string | null;
  readonly value: string;
}

/** The input of a key fact: a verdict, or what one would say. */
export type Judged = Pick<
  ScanOutcome,
  | 'kind'
  | 'reason'
  | 'note'
  | 'first_admission'
  | 'window'
  | 'right_entry_points'
  | 'scanned_at'
  | 'other_event'
>;

/** `dataAge`: how old the station's tickets were when an unknown one was read, in words; null if it is not shown. */
export function keyFactOf(
  outcome: Judged,
  words: Words,
  place: Place,
  dataAge: string | null,
): KeyFact | null {
  const { verdict } = words;
  switch (outcome.kind) {
    case 'admitted':
      return null;
    case 'denied':
      return denialFact(outcome, words, place);
    case 'unknown_ticket':
      if (outcome.note === 'wrong_event') return plain('event', eventWords(outcome, words, place));
      return plain('data', joinFacts([verdict.notInData, dataAge && unbroken(dataAge)]));
    case 'unreadable':
      if (outcome.note === 'training') return plain('ticket', words.scanners.kinds.training);
      if (outcome.note === 'partial') return plain('ticket', verdict.halfCode);
      return outcome.note === 'enrolment' ? plain('ticket', words.scanners.kinds.enrolment) : null;
    case 'not_recorded':
      return plain('data', outcome.note === 'unread' ? verdict.notRead : verdict.notSaved);
    default:
      return assertNever(outcome.kind);
  }
}

function denialFact(outcome: Judged, { verdict }: Words, place: Place): KeyFact | null {
  const { reason } = outcome;
  switch (reason) {
    case null:
    case 'scanning.allowed':
    case 'scanning.session_cancelled':
      return null;
    case 'scanning.already_scanned':
      // The word says when and where.
      if (outcome.note === 'just_in') return null;
      return admissionFact(outcome, verdict, place);
    case 'scanning.wrong_entry_point': {
      const names = outcome.right_entry_points.join(', ');
      const value = names === '' ? verdict.nowhere : names;
      return { sign: 'entrance', label: verdict.rightEntrances, value };
    }
    case 'scanning.outside_session_window':
    case 'scanning.outside_validity_window': {
      const value = windowWords(outcome, verdict, place);
      return value === null ? null : { sign: 'time', label: verdict.valid, value };
    }
    case 'scanning.ticket_cancelled':
      if (outcome.note === 'code_replaced') return plain('ticket', verdict.codeReplaced);
      return plain('ticket', outcome.note === 'replaced' ? verdict.replaced : verdict.cancelled);
    case 'scanning.ticket_refunded':
      return plain('ticket', verdict.refunded);
    default:
      return assertNever(reason);
  }
}

function admissionFact(outcome: Judged, words: Words['verdict'], place: Place): KeyFact {
  const { first_admission: first, scanned_at } = outcome;
  if (first === null) return plain('entered', words.firstUnknown);
  return { sign: 'entered', label: words.firstIn, value: firstIn(first, scanned_at, words, place) };
}

function plain(sign: KeyFact['sign'], value: string): KeyFact {
  return { sign, label: null, value };
}

function firstIn(
  first: NonNullable<Judged['first_admission']>,
  scannedAt: string,
  words: Words['verdict'],
  place: Place,
): string {
  const age = Date.parse(scannedAt) - Date.parse(first.scanned_at);
  const parts = [
    timeOrDay(first.scanned_at, scannedAt, place),
    first.entry_point,
    unbroken(words.ago(formatAge(age, place.locale))),
    first.source === 'peer' ? unbroken(words.fromPeer) : null,
  ];
  return joinFacts(parts);
}

/** The event and its beginning by its own clock. */
function eventWords({ other_event: event }: Judged, { verdict }: Words, place: Place): string {
  if (event === undefined || event.name === null) return verdict.anotherEvent;
  const { name, starts_at, timezone } = event;
  const zone = knownZone(timezone);
  return joinFacts([name, starts_at && unbroken(formatDayTime(starts_at, { ...place, zone }))]);
}

/** If it wraps, the dot stays at the end of the line. */
function joinFacts(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join('\u00a0· ');
}

/** Words that must not be separated, such as `38 min ago`. */
function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}

/** Before the window: when it opens. After it: when it closed. */
function windowWords(outcome: Judged, words: Words['verdict'], place: Place): string | null {
  const from = outcome.window?.from ?? null;
  const until = outcome.window?.until ?? null;
  if (from !== null && (isTooEarly(outcome) || until === null)) {
    return bound(words.from, from, place);
  }
  return until === null ? null : bound(words.until, until, place);
}

function bound(word: string, iso: string, place: Place): string {
  return place.locale === 'en' || place.locale === 'de'
    ? `${formatDay(iso, place)} ${word} ${formatTime(iso, place)}`
    : `${word} ${formatDayTime(iso, place)}`;
}

/** The day is included only if it is not the day of the scan. */
function timeOrDay(iso: string, scannedAt: string, place: Place): string {
  const sameDay = formatDay(iso, place) === formatDay(scannedAt, place);
  return sameDay ? formatTime(iso, place) : formatDayTime(iso, place);
}
