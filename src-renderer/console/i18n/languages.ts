import type { ImportProblemTexts } from '../../../shared/console/import-problems.ts';
import type { Locale } from '../../../shared/languages.ts';
import type { ConflictsWords } from './en/conflicts.ts';
import type { DeliveryWords } from './en/deliveries.ts';
import type { ImportingWords } from './en/import.ts';
import type { SettingsWords } from './en/settings.ts';
import type { WaitingWords } from './en/waiting-lists.ts';
import type { WebhookWords } from './en/webhooks.ts';
import type { Words } from './en/words.ts';

/** The console's texts of each language, loaded when it is chosen. */
export const languages: Readonly<Record<Locale, () => Promise<Words>>> = {
  en: async () => (await import('./en/words.ts')).words,
  de: async () => (await import('./de/words.ts')).words,
  fr: async () => (await import('./fr/words.ts')).words,
  es: async () => (await import('./es/words.ts')).words,
};

/** What only the page of imports says. */
export interface ImportWords {
  readonly importing: ImportingWords;
  readonly importProblems: ImportProblemTexts;
}

export const importLanguages: Readonly<Record<Locale, () => Promise<ImportWords>>> = {
  en: async () => ({
    ...(await import('./en/import.ts')),
    ...(await import('./en/import-problems.ts')),
  }),
  de: async () => ({
    ...(await import('./de/import.ts')),
    ...(await import('./de/import-problems.ts')),
  }),
  fr: async () => ({
    ...(await import('./fr/import.ts')),
    ...(await import('./fr/import-problems.ts')),
  }),
  es: async () => ({
    ...(await import('./es/import.ts')),
    ...(await import('./es/import-problems.ts')),
  }),
};

/** What only the pages of settings say. */
export const settingsLanguages: Readonly<Record<Locale, () => Promise<SettingsWords>>> = {
  en: async () => (await import('./en/settings.ts')).settings,
  de: async () => (await import('./de/settings.ts')).settings,
  fr: async () => (await import('./fr/settings.ts')).settings,
  es: async () => (await import('./es/settings.ts')).settings,
};

/** What only the pages of waiting lists say. */
export const waitingLanguages: Readonly<Record<Locale, () => Promise<WaitingWords>>> = {
  en: async () => (await import('./en/waiting-lists.ts')).waitingLists,
  de: async () => (await import('./de/waiting-lists.ts')).waitingLists,
  fr: async () => (await import('./fr/waiting-lists.ts')).waitingLists,
  es: async () => (await import('./es/waiting-lists.ts')).waitingLists,
};

/** What only the pages of webhooks say. */
interface WebhookPageWords {
  readonly webhooks: WebhookWords;
  readonly deliveries: DeliveryWords;
}

export const webhookLanguages: Readonly<Record<Locale, () => Promise<WebhookPageWords>>> = {
  en: async () => ({
    ...(await import('./en/webhooks.ts')),
    ...(await import('./en/deliveries.ts')),
  }),
  de: async () => ({
    ...(await import('./de/webhooks.ts')),
    ...(await import('./de/deliveries.ts')),
  }),
  fr: async () => ({
    ...(await import('./fr/webhooks.ts')),
    ...(await import('./fr/deliveries.ts')),
  }),
  es: async () => ({
    ...(await import('./es/webhooks.ts')),
    ...(await import('./es/deliveries.ts')),
  }),
};

/** What only the pages of conflicts say. */
export const conflictsLanguages: Readonly<Record<Locale, () => Promise<ConflictsWords>>> = {
  en: async () => (await import('./en/conflicts.ts')).conflicts,
  de: async () => (await import('./de/conflicts.ts')).conflicts,
  fr: async () => (await import('./fr/conflicts.ts')).conflicts,
  es: async () => (await import('./es/conflicts.ts')).conflicts,
};
