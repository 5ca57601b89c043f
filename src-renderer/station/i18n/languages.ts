import type { Locale } from '../../../shared/languages.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import type { Words } from './en.ts';

/** The page's texts in each language. */
export const catalogue: Readonly<Record<Locale, Words>> = { en, de, fr, es };
