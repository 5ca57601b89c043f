import { createPageWords } from '../../components/page-words.tsx';
import { settingsLanguages } from '../../i18n/languages.ts';

export const [SettingsWordsProvider, useSettingsWords] = createPageWords(
  'settings',
  settingsLanguages,
);
