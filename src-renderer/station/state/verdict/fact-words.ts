import type { ScanOutcome } from '../../../../shared/station/outcomes.ts';
import type { Words } from '../../i18n/en.ts';
import { formatAge, formatDay, formatNamedTime, type Place } from '../../i18n/format.ts';

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
> &
  Partial<Pick<ScanOutcome, 're_entry' | 'released'>>;

export function plainFact(sign: KeyFact['sign'], value: string): KeyFact {
  return { sign, label: null, value };
}

export function admissionFact(outcome: Judged, words: Words['verdict'], place: Place): KeyFact {
  const { first_admission: first, scanned_at } = outcome;
  if (first === null) return plainFact('entered', words.firstUnknown);
  return { sign: 'entered', label: words.firstIn, value: firstIn(first, scanned_at, words, place) };
}

export function entranceFact(outcome: Judged, words: Words['verdict']): KeyFact {
  const names = outcome.right_entry_points.join(', ');
  const value = names === '' ? words.nowhere : names;
  return { sign: 'entrance', label: words.rightEntrances, value };
}

/** Before the window: when it opens. After it: when it closed. */
export function windowFact(outcome: Judged, words: Words['verdict'], place: Place): KeyFact | null {
  const from = outcome.window?.from ?? null;
  const until = outcome.window?.until ?? null;
  const fact = (value: string): KeyFact => ({ sign: 'time', label: words.valid, value });
  if (from !== null && (isTooEarly(outcome) || until === null)) {
    return fact(bound(words.from, from, place));
  }
  return until === null ? null : fact(bound(words.until, until, place));
}

/** Whether the validity window is still to come. */
export function isTooEarly({
  window,
  scanned_at,
}: Pick<ScanOutcome, 'window' | 'scanned_at'>): boolean {
  const from = window?.from ?? null;
  return from !== null && Date.parse(scanned_at) < Date.parse(from);
}

/** If it wraps, the dot stays at the end of the line. */
export function joinFacts(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join('\u00a0· ');
}

/** Words that must not be separated, such as `38 min ago`. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0');
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

function bound(word: string, iso: string, place: Place): string {
  return place.locale === 'en' || place.locale === 'de'
    ? `${formatDay(iso, place)} ${word} ${formatNamedTime(iso, place)}`
    : `${word} ${formatDay(iso, place)} ${formatNamedTime(iso, place)}`;
}

/** The day is included only if it is not the day of the scan. */
function timeOrDay(iso: string, scannedAt: string, place: Place): string {
  const sameDay = formatDay(iso, place) === formatDay(scannedAt, place);
  const time = formatNamedTime(iso, place);
  return sameDay ? time : `${formatDay(iso, place)} ${time}`;
}
