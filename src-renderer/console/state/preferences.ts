import { locales, type Locale } from '../../../shared/languages.ts';

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

/** A browser that keeps nothing begins with its own language each time. */
export function readPreferences(
  storage: () => Pick<Storage, 'getItem'>,
  languages: readonly string[],
): Preferences {
  const kept = readKept(storage);
  return {
    theme: themes.find((theme) => theme === kept['theme']) ?? 'system',
    locale: locales.find((locale) => locale === kept['locale']) ?? preferredLocale(languages),
    organiser: typeof kept['organiser'] === 'string' ? kept['organiser'] : null,
  };
}

export function writePreferences(
  storage: () => Pick<Storage, 'setItem'>,
  preferences: Preferences,
): void {
  try {
    storage().setItem(KEY, JSON.stringify(preferences));
  } catch {
    // A browser that keeps nothing.
  }
}

function readKept(storage: () => Pick<Storage, 'getItem'>): Readonly<Record<string, unknown>> {
  try {
    const kept: unknown = JSON.parse(storage().getItem(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null ? { ...kept } : {};
  } catch {
    return {};
  }
}

function preferredLocale(languages: readonly string[]): Locale {
  const wanted = languages.map((tag) => tag.slice(0, 2).toLowerCase());
  const found = wanted.find((tag) => locales.some((locale) => locale === tag));
  return locales.find((locale) => locale === found) ?? 'en';
}
