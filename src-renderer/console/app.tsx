import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { I18nProvider } from 'react-aria-components';
import { ConsoleProvider, useConsoleState } from './data/console-context.tsx';
import type { AppRouter } from './router.tsx';
import { InsecureAddress } from './sign-in/insecure-address.tsx';
import type { Console } from './state/console.ts';

interface Props {
  readonly console: Console;
  readonly queries: QueryClient;
  readonly router: AppRouter;
}

export function App({ console, queries, router }: Props): ReactElement {
  return (
    <ConsoleProvider console={console}>
      <QueryClientProvider client={queries}>
        <Localised router={router} />
      </QueryClientProvider>
    </ConsoleProvider>
  );
}

function Localised({ router }: Pick<Props, 'router'>): ReactElement {
  const locale = useConsoleState(({ preferences }) => preferences.locale);
  return (
    <I18nProvider locale={locale}>
      {isSecureContext ? <RouterProvider router={router} /> : <InsecureAddress />}
    </I18nProvider>
  );
}
