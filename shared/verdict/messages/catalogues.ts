import type { Locale } from '../../languages.ts';
import type { Catalogue } from './catalogue.ts';
import { germanDesktop, germanVerdicts } from './de.ts';
import { type DesktopWords, englishDesktop, englishVerdicts } from './en.ts';
import { spanishDesktop, spanishVerdicts } from './es.ts';
import { frenchDesktop, frenchVerdicts } from './fr.ts';

export const catalogues: Readonly<Record<Locale, Catalogue>> = {
  en: englishVerdicts,
  de: germanVerdicts,
  fr: frenchVerdicts,
  es: spanishVerdicts,
};

export const desktopWords: Readonly<Record<Locale, DesktopWords>> = {
  en: englishDesktop,
  de: germanDesktop,
  fr: frenchDesktop,
  es: spanishDesktop,
};
