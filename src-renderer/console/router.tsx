import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { Loading } from './components/loading.tsx';
import { NotFound } from './components/not-found.tsx';
import { Failed, PageFailed } from './components/trouble.tsx';
import { pageRoutes } from './pages/page-routes.ts';
import type { Console } from './state/console.ts';
import { unreached } from './transport/call-error.ts';
import { readListSearch } from './state/list-search.ts';

const root = createRootRouteWithContext<{ readonly console: Console }>()({
  component: Outlet,
  notFoundComponent: () => (
    <main>
      <NotFound />
    </main>
  ),
  errorComponent: Failed,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: readListSearch,
  component: lazyRouteComponent(
    () => import('./sign-in/sign-in-page.tsx').catch(whyMissing),
    'SignInPage',
  ),
  errorComponent: Failed,
  beforeLoad: async ({ context: { console } }) => {
    await console.refresh();
  },
});

const join = createRoute({
  getParentRoute: () => root,
  path: '/join',
  validateSearch: readListSearch,
  component: lazyRouteComponent(
    () => import('./sign-in/join-page.tsx').catch(whyMissing),
    'JoinPage',
  ),
  errorComponent: Failed,
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./shell/shell.tsx').catch(whyMissing), 'Shell'),
  errorComponent: Failed,
  notFoundComponent: NotFound,
  beforeLoad: async ({ context: { console }, location }) => {
    const account = console.store.getState().account ?? (await console.refresh());
    // oxlint-disable-next-line typescript/only-throw-error -- how this router leads elsewhere
    if (account?.is_verified !== true)
      throw redirect({ to: '/sign-in', search: { to: location.href } });
  },
});

const start = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: () => {
    // oxlint-disable-next-line typescript/only-throw-error -- as above
    throw redirect({ to: '/home' });
  },
});

const pages = pageRoutes.map(({ path, load }) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    component: lazyRouteComponent(() => load().catch(whyMissing)),
  }),
);

/** If the server answers, the code is missing because the console is a newer one, and the router loads the page anew. Otherwise nothing can be reached. */
async function whyMissing(missing: unknown): Promise<never> {
  let isThere = false;
  try {
    isThere = (await fetch(document.baseURI, { method: 'HEAD' })).ok;
  } catch {
    // Neither is.
  }
  throw isThere ? missing : unreached(!navigator.onLine);
}

const routeTree = root.addChildren([signIn, join, shell.addChildren([start, ...pages])]);

export type AppRouter = ReturnType<typeof createAppRouter>;

export function createAppRouter(console: Console) {
  return createRouter({
    routeTree,
    context: { console },
    basepath: new URL(document.baseURI).pathname.replace(/\/$/, ''),
    defaultPreload: 'intent',
    defaultPendingComponent: Loading,
    defaultErrorComponent: PageFailed,
    scrollRestoration: true,
  });
}
