import { describe, expect, it } from 'vitest';
import { locales } from '../../../shared/languages.ts';
import {
  conflictsLanguages,
  importLanguages,
  languages,
  settingsLanguages,
  waitingLanguages,
  webhookLanguages,
} from './languages.ts';

describe.each(locales)('the words of %s', (locale) => {
  it('have no empty text, straight apostrophe or, in French, space that breaks before a sign', async () => {
    const words = await languages[locale]();
    const { importProblems, importing } = await importLanguages[locale]();
    const known = { names: ['A'], more: 1 };
    const problem = { known, because: 'twice', field: 'code', sessions: ['A'] };
    const settings = await settingsLanguages[locale]();
    const waiting = await waitingLanguages[locale]();
    const webhooks = await webhookLanguages[locale]();
    const conflicts = await conflictsLanguages[locale]();
    const texts = [words, importing, settings, waiting, webhooks, conflicts].flatMap((part) =>
      textsOf(part),
    );
    texts.push(...textsOf(importProblems, problem));
    const broken = locale === 'fr' ? / [:;?!»]|« /u : /^$/u;
    expect(texts.filter((text) => text.trim() === '')).toEqual([]);
    expect(texts.filter((text) => /\p{L}'\p{L}/u.test(text) || broken.test(text))).toEqual([]);
  });
});

it.each(['de', 'fr', 'es'] as const)('%s names all that English does', async (locale) => {
  const english = await languages.en();
  const { operations } = await languages[locale]();
  const [roles, englishRoles] = [
    (await settingsLanguages[locale]()).roles,
    (await settingsLanguages.en()).roles,
  ];
  expect(Object.keys(operations.fields)).toEqual(
    expect.arrayContaining(Object.keys(english.operations.fields)),
  );
  expect(Object.keys(operations.choices)).toEqual(
    expect.arrayContaining(Object.keys(english.operations.choices)),
  );
  for (const part of ['resources', 'views'] as const)
    expect(Object.keys(roles[part])).toEqual(Object.keys(englishRoles[part]));
  expect((await languages[locale]()).signIn.continue).not.toBe(english.signIn.continue);
});

/** `given`: for texts that name values. */
function textsOf(value: unknown, given: unknown = 1): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') return [String(value(given, 2, 3))];
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap((one) => textsOf(one, given))
    : [];
}
