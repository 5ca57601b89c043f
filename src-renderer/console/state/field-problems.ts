import type { Words } from '../i18n/en/words.ts';
import { CallError } from '../transport/call-error.ts';

type Problems = Words['problems'];

/** The sentences that the server has for what is frequently wrong in a form, and what a page says instead. */
const problems: readonly (readonly [RegExp, (words: Problems, ...found: string[]) => string])[] = [
  [
    /^(?:Expected .+ not to be empty|The \S+ (?:field is required|must not be empty))\.$/,
    ({ required }) => required,
  ],
  [/^Expected .+ to have at most (\d+) characters\.$/, ({ tooLong }, most) => tooLong(most)],
  [/^Expected .+ without U\+|^The \S+ contains invalid characters\.$/, ({ unseen }) => unseen],
  [/^Expected a valid email address\.$/, ({ notEmail }) => notEmail],
  [/^The \S+ must be an? (?:integer|number)\.$|whole quantity/, ({ notWhole }) => notWhole],
  [/ to be a whole number of at least (\d+)\.$/, ({ atLeast }, least) => atLeast(least)],
  [/^Expected a slug of /, ({ slug }) => slug],
  [/^Expected a key of /, ({ key }) => key],
  [/^Expected an uppercase ISO 4217 currency/, ({ currency }) => currency],
  [/^Expected an IANA time zone/, ({ timezone }) => timezone],
  [/ to be later than its beginning\.$/, ({ endsBefore }) => endsBefore],
  [
    /^Another event has the slug|exists with another type|asks for .+ already/,
    ({ taken }) => taken,
  ],
  [/ is named .+ already\.$| is a member already: /, ({ taken }) => taken],
  [/^This passkey has been added already\.$/, ({ taken }) => taken],
  [/ has (\d+) left, and \d+ were asked for\.$/, ({ onlyLeft }, left) => onlyLeft(left)],
  [/^Expected a total of at least (\d+), which are sold\.$/, ({ sold }, count) => sold(count)],
  [/^Expected at least one /, ({ chooseOne }) => chooseOne],
  [/^Expected different options/, ({ options }) => options],
  [/^Expected an? \S+ that begins with (\S+)\.$/, ({ begins }, prefix) => begins(prefix)],
  [/ is not a public address\.$/, ({ notPublic }) => notPublic],
  [
    /^Expected a password of (\d+) to (\d+) characters\.$/,
    ({ password }, least, most) => password.length(least, most),
  ],
  [/^This is one of the commonest passwords/, ({ password }) => password.common],
  [/^Expected (\d+) characters besides /, ({ password }, least) => password.guessed(least)],
  [/ is not on sale\.$/, ({ notOnSale }) => notOnSale],
  [/ has nothing left to refund\.$/, ({ nothingLeft }) => nothingLeft],
  [
    /^The .+ (?:is|was|has been) (admitted|archived|cancelled|converted|erased|refunded|resolved|revoked|superseded)(?:\.| already\.|[,;] .+| and .+)$/,
    ({ ended, states }, state = '') => ended(Reflect.get(states, state)),
  ],
  [/^That is not the present password\.$/, ({ password }) => password.wrong],
];

/** What is wrong with a field, in the language of the page; as the server said it, in English, where that is rare. */
export function problemText(words: Problems, sentence: string): string {
  for (const [pattern, textOf] of problems) {
    const found = pattern.exec(sentence);
    if (found !== null) return textOf(words, ...found.slice(1));
  }
  return sentence;
}

/** The same of a field that a call was refused for; null for another. */
export function fieldProblem(words: Problems, error: unknown, field: string): string | null {
  const sentences = error instanceof CallError ? error.errors[field] : undefined;
  return sentences?.map((sentence) => problemText(words, sentence)).join(' ') ?? null;
}
