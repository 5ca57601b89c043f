import type { Locale } from '../locale.ts';
import type { Catalogue } from './catalogue.ts';
import { germanVerdicts } from './de.ts';
import { englishVerdicts } from './en.ts';
import { spanishVerdicts } from './es.ts';
import { frenchVerdicts } from './fr.ts';

export const catalogues: { readonly [L in Locale]: Catalogue } = {
  en: englishVerdicts,
  de: germanVerdicts,
  fr: frenchVerdicts,
  es: spanishVerdicts,
};
