import { locales, type Locale } from '../../shared/languages.ts';

type OtherLocale = Exclude<Locale, 'en'>;

/** A text in languages other than English, with its language. */
export function inOtherLanguages(
  texts: Readonly<Partial<Record<OtherLocale, string>>>,
): readonly (readonly [OtherLocale, string])[] {
  return locales.flatMap((locale) => {
    const text = locale === 'en' ? undefined : texts[locale];
    return locale === 'en' || text === undefined ? [] : [[locale, text] as const];
  });
}
