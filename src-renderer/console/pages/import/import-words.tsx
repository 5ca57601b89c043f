import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { Loading } from '../../components/loading.tsx';
import { Trouble } from '../../components/trouble.tsx';
import { useConsoleState } from '../../data/console-context.tsx';
import { importLanguages, type ImportWords } from '../../i18n/languages.ts';

const ImportWordsContext = createContext<ImportWords | null>(null);

/** Loads what only this page says, so that the first page has less to load. */
export function ImportWordsProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const locale = useConsoleState(({ preferences }) => preferences.locale);
  const { data, error, refetch } = useQuery({
    queryKey: ['import.words', locale],
    queryFn: () => importLanguages[locale](),
    staleTime: Infinity,
  });
  if (data !== undefined) return <ImportWordsContext value={data}>{children}</ImportWordsContext>;
  return error === null ? <Loading /> : <Trouble error={error} onRetry={() => void refetch()} />;
}

export function useImportWords(): ImportWords {
  const words = useContext(ImportWordsContext);
  if (words === null) throw new Error('expected an ImportWordsProvider around it');
  return words;
}
