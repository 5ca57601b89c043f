import type { Locale } from '../locale.ts';
import type { Catalogue } from './catalogue.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';

export const catalogues: { readonly [L in Locale]: Catalogue } = { en, de, fr, es };
