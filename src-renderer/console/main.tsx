import '@fontsource-variable/inter/wght.css';
import '../design/tokens.css';
import '../design/base.css';
import { QueryClient } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { openStorage } from '../browser/page-storage.ts';
import { App } from './app.tsx';
import { languages } from './i18n/languages.ts';
import { createAppRouter } from './router.tsx';
import { createConsole } from './state/console.ts';
import { readPreferences, writePreferences, type Preferences } from './state/preferences.ts';
import { CallError, isCallError } from './transport/call-error.ts';
import { browserVault } from './transport/session-vault.ts';

const MOST_RETRIES = 2;

async function open(): Promise<void> {
  const storage = openStorage(() => localStorage);
  const preferences = readPreferences(storage, navigator.languages);
  const words = await languages[preferences.locale]();
  const console = createConsole({
    base: document.baseURI,
    nonce: document.querySelector<HTMLMetaElement>('meta[name="dpop-nonce"]')?.content,
    vault: browserVault(indexedDB),
    fetch: (input, init) => fetch(input, init),
    isOffline: () => !navigator.onLine,
    preferences,
    words,
  });
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // A request that fails says whether there is a network.
        networkMode: 'always',
        refetchOnReconnect: 'always',
        retry: (count, error) => count < MOST_RETRIES && isCallError(error, 'page.unreachable'),
      },
      mutations: { networkMode: 'always' },
    },
  });
  applyPreferences(preferences);
  console.store.subscribe((state, before) => {
    if (state.preferences !== before.preferences) {
      writePreferences(storage, state.preferences);
      applyPreferences(state.preferences);
    }
    // What one account has seen is not for the next.
    if (state.account?.email !== before.account?.email) queries.clear();
  });
  const root = document.getElementById('root');
  if (root === null) throw new Error('expected #root in console.html');
  const router = createAppRouter(console);
  createRoot(root, { onCaughtError }).render(
    <App console={console} queries={queries} router={router} />,
  );
  // Their list of character ranges is large, so the page does not wait for it.
  void import('../design/name-fonts.ts');
}

/** Of an error in whose place the page shows something: why a call failed is all there. */
function onCaughtError(error: unknown): void {
  if (!(error instanceof CallError)) reportError(error);
}

function applyPreferences({ theme, locale }: Preferences): void {
  const { documentElement } = document;
  if (theme === 'system') delete documentElement.dataset['theme'];
  else documentElement.dataset['theme'] = theme;
  documentElement.lang = locale;
}

void open();
