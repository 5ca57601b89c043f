import { firstLocale, locales, type Locale } from '../../../shared/languages.ts';
import { readRecord, writeRecord, type PageStorage } from '../../browser/page-storage.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** What somebody chose in this browser. */
export interface Preferences {
  readonly theme: Theme;
  readonly locale: Locale;
  /** `org_…` that was looked at last. */
  readonly organiser: string | null;
}

const KEY = 'gatehouse-console';

export function readPreferences(storage: PageStorage, languages: readonly string[]): Preferences {
  const kept = readRecord(storage, KEY);
  return {
    theme: themes.find((theme) => theme === kept['theme']) ?? 'system',
    locale: locales.find((locale) => locale === kept['locale']) ?? firstLocale(languages) ?? 'en',
    organiser: typeof kept['organiser'] === 'string' ? kept['organiser'] : null,
  };
}

export function writePreferences(storage: PageStorage, preferences: Preferences): void {
  writeRecord(storage, KEY, preferences);
}
