import { createPageWords } from '../../components/page-words.tsx';
import { waitingLanguages } from '../../i18n/languages.ts';

export const [WaitingWordsProvider, useWaitingWords] = createPageWords(
  'waiting-lists',
  waitingLanguages,
);
