import type { Locale } from '../../../shared/languages.ts';
import type { Words } from './en/words.ts';

/** The console's texts of each language, loaded when it is chosen. */
export const languages: Readonly<Record<Locale, () => Promise<Words>>> = {
  en: async () => (await import('./en/words.ts')).words,
  de: async () => (await import('./de/words.ts')).words,
  fr: async () => (await import('./fr/words.ts')).words,
  es: async () => (await import('./es/words.ts')).words,
};
