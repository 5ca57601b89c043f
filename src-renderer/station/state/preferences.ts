import { firstLocale, locales, type Locale } from '../../../shared/languages.ts';
import { readRecord, writeRecord, type PageStorage } from '../../browser/page-storage.ts';

export const themes = ['system', 'dark', 'light'] as const;
export type Theme = (typeof themes)[number];

/** The screen's own preferences. The language belongs to the station; it is stored here for the time before the station answers. */
export interface Preferences {
  readonly theme: Theme;
  readonly muted: boolean;
  /** 0–1. */
  readonly volume: number;
  /** Whether to speak the reason after the tone. */
  readonly speaks: boolean;
  readonly vibrates: boolean;
  /** Whether to show initials until somebody asks for names. */
  readonly hidesNames: boolean;
  readonly locale: Locale;
}

const KEY = 'gatehouse.preferences';

export function readPreferences(storage: PageStorage, languages: readonly string[]): Preferences {
  const stored = readRecord(storage, KEY);
  return {
    theme: themes.find((theme) => theme === stored['theme']) ?? 'system',
    muted: stored['muted'] === true,
    volume: asVolume(stored['volume']) ?? 0.8,
    speaks: stored['speaks'] === true,
    vibrates: stored['vibrates'] !== false,
    hidesNames: stored['hidesNames'] === true,
    locale: locales.find((locale) => locale === stored['locale']) ?? firstLocale(languages) ?? 'en',
  };
}

export function writePreferences(storage: PageStorage, preferences: Preferences): void {
  writeRecord(storage, KEY, preferences);
}

function asVolume(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : null;
}
