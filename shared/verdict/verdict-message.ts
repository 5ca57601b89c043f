import type { Instant } from '../instant.ts';
import type { AdmissionFacts } from './terms/facts.ts';
import type { Reason } from './terms/reason.ts';
import type { VerdictSentences } from './messages/catalogue.ts';
import { catalogues } from './messages/catalogues.ts';
import { momentOf } from './messages/moment-of.ts';
import { phrases, type Spoken, type VerdictPhrases } from './messages/phrases.ts';

/**
 * The sentence of a verdict, in the locale and time zone of the facts. The same facts, reason and `now` produce the same words everywhere;
 * only what the reason needs is computed. Never throws.
 */
export function verdictMessage(reason: Reason, facts: AdmissionFacts, now: Instant): string {
  const catalogue = catalogues[facts.locale];
  return sentence(reason, catalogue.verdict[reason], {
    facts,
    now,
    moment: (instant) => momentOf(instant, facts.timezone, catalogue, now),
    languageTag: catalogue.languageTag,
  });
}

const phraseOf: { readonly [R in Reason]: (spoken: Spoken) => VerdictPhrases[R] } = phrases;

function sentence<R extends Reason>(reason: R, words: VerdictSentences[R], spoken: Spoken): string {
  return words.sentence(phraseOf[reason](spoken));
}
