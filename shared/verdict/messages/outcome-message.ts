import { assertNever } from '../../assert-never.ts';
import type { Locale } from '../locale.ts';
import { formatAge } from './age.ts';
import { catalogues } from './catalogues.ts';

/**
 * An outcome of a scan that is not a verdict. `unknown_ticket`: a well-formed code that this station has no ticket for, with the age of
 * its data in microseconds (null before the first sync). `unreadable`: a code that names no ticket. `not_recorded`: the journal could not
 * be written, so nobody may be admitted here. `training`, `enrolment`: codes with another purpose.
 */
export type NonVerdict =
  | { readonly kind: 'unknown_ticket'; readonly dataAgeMicros: number | null }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'not_recorded' }
  | { readonly kind: 'training' }
  | { readonly kind: 'enrolment' };

/** The one sentence for it, told to the person at the door. */
export function outcomeMessage(outcome: NonVerdict, locale: Locale): string {
  const sentences = catalogues[locale].outcome;
  switch (outcome.kind) {
    case 'unknown_ticket':
      return sentences.unknown_ticket({
        age: outcome.dataAgeMicros === null ? null : formatAge(outcome.dataAgeMicros, locale),
      });
    case 'unreadable':
    case 'not_recorded':
    case 'training':
    case 'enrolment':
      return sentences[outcome.kind](null);
    default:
      return assertNever(outcome);
  }
}
