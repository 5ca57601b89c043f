import { parseJson } from '../../../shared/contract/parse-json.ts';
import type { Locale } from '../../../shared/languages.ts';
import { locales } from '../../../shared/languages.ts';
import type { PageStorage } from '../transport/page-storage.ts';

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
  const stored = parseRecord(storage.getItem(KEY));
  return {
    theme: themes.find((theme) => theme === stored['theme']) ?? 'system',
    muted: stored['muted'] === true,
    volume: asVolume(stored['volume']) ?? 0.8,
    speaks: stored['speaks'] === true,
    vibrates: stored['vibrates'] !== false,
    hidesNames: stored['hidesNames'] === true,
    locale:
      locales.find((locale) => locale === stored['locale']) ?? systemLocale(languages) ?? 'en',
  };
}

/** The first of the system's languages that has a catalogue. */
export function systemLocale(languages: readonly string[]): Locale | null {
  for (const language of languages) {
    const found = locales.find((locale) => locale === language.slice(0, 2).toLowerCase());
    if (found !== undefined) return found;
  }
  return null;
}

export function writePreferences(storage: PageStorage, preferences: Preferences): void {
  try {
    storage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // If storage is full or forbidden, the setting is not kept; the door still works.
  }
}

function asVolume(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : null;
}

function parseRecord(text: string | null): Readonly<Record<string, unknown>> {
  const value = parseJson(text ?? '');
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
