import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { ReactElement, ReactNode } from 'react';
import type { Locale } from '../../../shared/languages.ts';
import { useConsoleState } from '../data/console-context.tsx';
import { Loading } from './loading.tsx';
import { Trouble } from './trouble.tsx';

/** What only one page says is loaded with it, so that the first page has less to load. Returns what goes around that page, and what reads its words. */
export function createPageWords<Words>(
  page: string,
  languages: Readonly<Record<Locale, () => Promise<Words>>>,
) {
  const Context = createContext<Words | null>(null);

  function PageWords({ children }: { readonly children: ReactNode }): ReactElement {
    const locale = useConsoleState(({ preferences }) => preferences.locale);
    const { data, error, refetch } = useQuery({
      queryKey: ['words', page, locale],
      queryFn: () => languages[locale](),
      staleTime: Infinity,
    });
    if (data !== undefined) return <Context value={data}>{children}</Context>;
    return error === null ? <Loading /> : <Trouble error={error} onRetry={() => void refetch()} />;
  }

  function usePageWords(): Words {
    const words = useContext(Context);
    if (words === null) throw new Error(`expected the words of ${page} around it`);
    return words;
  }

  return [PageWords, usePageWords] as const;
}
