import { assertNever } from '../../../shared/assert-never.ts';
import { formatDayTime, knownZone } from '../i18n/format.ts';
import type { Place } from '../i18n/format.ts';
import type { Words } from '../i18n/en.ts';
import {
  joinFacts,
  plainFact,
  unbroken,
  type Judged,
  type KeyFact,
} from '../state/verdict/fact-words.ts';
import { reasonViews } from '../state/verdict/reason-view.ts';

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
    case 'held':
      return outcome.re_entry === true && outcome.released === undefined
        ? plainFact('entered', verdict.returning)
        : null;
    case 'denied':
      return outcome.reason === null
        ? null
        : (reasonViews[outcome.reason].fact?.(outcome, verdict, place) ?? null);
    case 'unknown_ticket':
      if (outcome.note === 'wrong_event') {
        return plainFact('event', eventWords(outcome, words, place));
      }
      return plainFact('data', joinFacts([verdict.notInData, dataAge && unbroken(dataAge)]));
    case 'unreadable':
      if (outcome.note === 'training') return plainFact('ticket', words.scanners.kinds.training);
      if (outcome.note === 'partial') return plainFact('ticket', verdict.halfCode);
      if (outcome.note === 'ambiguous') return plainFact('ticket', verdict.severalTickets);
      return outcome.note === 'enrolment'
        ? plainFact('ticket', words.scanners.kinds.enrolment)
        : null;
    case 'left':
      if (outcome.note === undefined) return null;
      return plainFact(
        'data',
        outcome.note === 'not_in' ? words.corrections.notIn : words.corrections.outBefore,
      );
    case 'not_recorded':
      return plainFact('data', outcome.note === 'unread' ? verdict.notRead : verdict.notSaved);
    default:
      return assertNever(outcome.kind);
  }
}

/** The event and its beginning by its own clock. */
function eventWords({ other_event: event }: Judged, { verdict }: Words, place: Place): string {
  if (event === undefined || event.name === null) return verdict.anotherEvent;
  const { name, starts_at, timezone } = event;
  const zone = knownZone(timezone);
  return joinFacts([name, starts_at && unbroken(formatDayTime(starts_at, { ...place, zone }))]);
}
