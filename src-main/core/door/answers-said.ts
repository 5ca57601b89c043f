import type { Locale } from '../../../shared/languages.ts';
import type { SaidAnswer } from '../../../shared/station/outcomes.ts';

/** Answers as staff read them: dates and countries in the words of the station's language. */
export function answersSaid(
  answers: readonly (SaidAnswer & { readonly type: string })[],
  locale: Locale,
): readonly SaidAnswer[] {
  return answers.map(({ label, type, text }) => ({ label, text: inWords(type, text, locale) }));
}

function inWords(type: string, text: string, locale: Locale): string {
  if (type === 'country' && /^[A-Z]{2}$/.test(text))
    return new Intl.DisplayNames(locale, { type: 'region' }).of(text) ?? text;
  const at = type === 'date' ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) return text;
  return new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(at);
}
