import { assertNever } from '../../assert-never.ts';
import {
  MICROS_PER_DAY,
  MICROS_PER_HOUR,
  MICROS_PER_MINUTE,
  MICROS_PER_SECOND,
} from '../../instant.ts';
import type { Locale } from '../../languages.ts';
import { catalogues } from './catalogues.ts';
import { spokenName } from './names.ts';

/**
 * An outcome of a scan other than a verdict. `unknown_ticket`: a well-formed code whose ticket this station does not have, with the age of
 * its data in microseconds (null before the first sync). `wrong_event`: a ticket of another event of this organiser. `unreadable`: a code that names no ticket. `not_recorded`: the journal could not
 * be written, so nobody may be admitted here. `partial`: half a code. `ambiguous`: what is around it leaves several codes of tickets that were sold elsewhere, or one too short to be told from chance. `training`, `enrolment`: codes with another purpose. `full`: as many are inside
 * as may be. `overruled`: a supervisor admits in spite of a denial. `left`: on the way out, though nobody was known to be in by this ticket (`not_in`), or no longer (`out_before`).
 */
export type NonVerdict =
  | { readonly kind: 'unknown_ticket'; readonly dataAgeMicros: number | null }
  | { readonly kind: 'wrong_event'; readonly event: string | null }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'partial' }
  | { readonly kind: 'ambiguous' }
  | { readonly kind: 'not_recorded' }
  | { readonly kind: 'training' }
  | { readonly kind: 'enrolment' }
  | { readonly kind: 'overruled' }
  | { readonly kind: 'full'; readonly inside: number; readonly capacity: number }
  | { readonly kind: 'left'; readonly known: 'in' | 'out_before' | 'not_in' };

/** The sentence for the person at the door. */
export function outcomeMessage(outcome: NonVerdict, locale: Locale): string {
  const sentences = catalogues[locale].outcome;
  switch (outcome.kind) {
    case 'unknown_ticket':
      return sentences.unknown_ticket({
        age: outcome.dataAgeMicros === null ? null : describeAge(outcome.dataAgeMicros, locale),
      });
    case 'wrong_event':
      return sentences.wrong_event({ event: spokenName(outcome.event) });
    case 'unreadable':
    case 'partial':
    case 'ambiguous':
    case 'not_recorded':
    case 'training':
    case 'enrolment':
    case 'overruled':
      return sentences[outcome.kind](null);
    case 'full':
      return sentences.full({ inside: String(outcome.inside), capacity: String(outcome.capacity) });
    case 'left':
      return sentences[outcome.known === 'in' ? 'left' : outcome.known](null);
    default:
      return assertNever(outcome);
  }
}

/** The smallest unit that `describeAge` shows of an age, in microseconds. */
export function smallestUnit(age: number): number {
  if (age < MICROS_PER_MINUTE) return MICROS_PER_SECOND;
  return age < MICROS_PER_DAY ? MICROS_PER_MINUTE : MICROS_PER_HOUR;
}

/**
 * An age in its two largest units: "40 s", "5 min", "1 h 20 min", "2 d 3 h". Rounded down; a negative age (a clock was put back) is 0.
 * Takes microseconds: the difference of two instants.
 */
export function describeAge(micros: number, locale: Locale): string {
  const age = Math.max(0, Number.isFinite(micros) ? micros : 0);
  const { second, minute, hour, day } = catalogues[locale].units;
  if (age < MICROS_PER_MINUTE) return `${Math.floor(age / MICROS_PER_SECOND)} ${second}`;
  if (age < MICROS_PER_HOUR) return `${Math.floor(age / MICROS_PER_MINUTE)} ${minute}`;
  const [large, largeUnit, smallUnit] =
    age < MICROS_PER_DAY ? [MICROS_PER_HOUR, hour, minute] : [MICROS_PER_DAY, day, hour];
  const rest = Math.floor((age % large) / smallestUnit(age));
  return `${Math.floor(age / large)} ${largeUnit}${rest === 0 ? '' : ` ${rest} ${smallUnit}`}`;
}
