import { locales, type Locale } from '../../shared/verdict/locale.ts';

type OtherLocale = Exclude<Locale, 'en'>;

/** A text in every language but English, with its language; one that is missing does not compile. */
export function inOtherLanguages(
  texts: Readonly<Record<OtherLocale, string>>,
): readonly (readonly [OtherLocale, string])[] {
  return locales.flatMap((locale) => (locale === 'en' ? [] : [[locale, texts[locale]] as const]));
}
