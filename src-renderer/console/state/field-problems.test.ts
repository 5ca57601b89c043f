import { describe, expect, it } from 'vitest';
import { problem, problemSentences, sentenceOf } from '../../../shared/console/problems.ts';
import type { ProblemState } from '../../../shared/console/problems.ts';
import { locales } from '../../../shared/languages.ts';
import { problems as german } from '../i18n/de/problems.ts';
import { problems as english } from '../i18n/en/problems.ts';
import { languages } from '../i18n/languages.ts';
import { CallError } from '../transport/call-error.ts';
import { everyProblem, fieldProblem } from './field-problems.ts';

const asSent = 'As the server said it.';
const refusal = (problems: Readonly<Record<string, unknown>>) =>
  new CallError({
    code: 'validation.failed',
    message: asSent,
    errors: { name: [asSent], other: [asSent] },
    problems,
  });

/** Whatever a sentence may name. */
const numbers = { least: 71, most: 72, left: 73, sold: 74 };
const values = { ...numbers, prefix: 'dp_', state: 'paid', currency: 'JPY' };
const named = /\d+|dp_|JPY/g;

describe.each(locales)('a page in %s', (locale) => {
  it.each(Object.keys(problemSentences))('says %s, and what it names', async (code) => {
    const words = await languages[locale]();
    const error = refusal({ name: { code, values } });
    const said = fieldProblem(words.problems, error, 'name') ?? '';
    const inEnglish = fieldProblem(english, error, 'name') ?? '';
    expect(said).not.toMatch(/^$|undefined/);
    expect(said).not.toBe(locale === 'en' ? asSent : inEnglish);
    expect(said.match(named)?.toSorted()).toEqual(inEnglish.match(named)?.toSorted());
  });
});

it('what has no code, or one of a newer server, stays as the server said it', () => {
  const error = refusal({ name: { code: 'toString', values } });
  expect(fieldProblem(german, error, 'name')).toBe(asSent);
  expect(fieldProblem(german, refusal({}), 'other')).toBe(asSent);
  expect(fieldProblem(german, error, 'third')).toBeNull();
});

it('what is wrong with all fields together names the same only once', () => {
  const said = everyProblem(german, refusal({ body: problem('not_on_sale', { name: 'VIP' }) }));
  expect(said).toBe(`${asSent} Es ist nicht im Verkauf.`);
});

it.each<readonly [string, ProblemState, string, string, string]>([
  ['conflict cfl_01', 'resolved', '', 'The conflict cfl_01 is resolved.', 'gelöst'],
  ['order of ticket tkt_01', 'draft', '', 'The order of ticket tkt_01 is draft.', 'ein Entwurf'],
  [
    'waitlist entry wle_01',
    'converted',
    ' already',
    'The waitlist entry wle_01 is converted already.',
    'bestellt',
  ],
  [
    'ticket tkt_01',
    'admitted',
    ' and cannot be resold',
    'The ticket tkt_01 has been admitted and cannot be resold.',
    'eingelassen',
  ],
  [
    'ticket tkt_01',
    'superseded',
    ' and can no longer be reissued',
    'The ticket tkt_01 was superseded and can no longer be reissued.',
    'ersetzt',
  ],
  ['person con_01', 'erased', '', 'The person con_01 was erased.', 'gelöscht'],
])(
  'a state that does not allow it is said in the language of the page: %s %s',
  (of, state, so, sentence, word) => {
    const said = problem('state', { of, state, so });
    expect(sentenceOf(said)).toBe(sentence);
    expect(fieldProblem(german, refusal({ name: said }), 'name')).toBe(
      `Das geht nicht: Es ist ${word}.`,
    );
  },
);
