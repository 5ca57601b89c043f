import type { Locale } from '../../../shared/verdict/locale.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import type { Words } from './en.ts';

export const catalogue: Readonly<Record<Locale, Words>> = { en, de, fr, es };

/** The catalogue of each language. */
export const languageNames: Readonly<Record<Locale, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
};
