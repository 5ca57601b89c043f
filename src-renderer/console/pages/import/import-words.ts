import { createPageWords } from '../../components/page-words.tsx';
import { importLanguages } from '../../i18n/languages.ts';

export const [ImportWordsProvider, useImportWords] = createPageWords('import', importLanguages);
