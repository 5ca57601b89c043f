import { createPageWords } from '../../components/page-words.tsx';
import { conflictsLanguages } from '../../i18n/languages.ts';

export const [ConflictsWordsProvider, useConflictsWords] = createPageWords(
  'conflicts',
  conflictsLanguages,
);
