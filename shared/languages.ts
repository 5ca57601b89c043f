/** The languages of every text. What a further one needs does not compile without it. */
export const locales = ['en', 'de', 'fr', 'es'] as const;
export type Locale = (typeof locales)[number];

/** The first of these language tags, such as `de-AT`, that is one of ours. */
export function firstLocale(tags: readonly string[]): Locale | null {
  for (const tag of tags) {
    const found = locales.find((locale) => locale === tag.slice(0, 2).toLowerCase());
    if (found !== undefined) return found;
  }
  return null;
}

/** Each language's name for itself. */
export const languageNames: Readonly<Record<Locale, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
};
