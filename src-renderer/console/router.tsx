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
import { Trouble } from './components/trouble.tsx';
import { contactsRoutes } from './pages/contacts/contacts-routes.ts';
import { homeRoutes } from './pages/home/home-routes.ts';
import { conflictsRoutes } from './pages/conflicts/conflicts-routes.ts';
import { eventRoutes } from './pages/events/event-routes.ts';
import { integrationsRoutes } from './pages/integrations/integrations-routes.ts';
import { disputesRoutes } from './pages/disputes/disputes-routes.ts';
import { ordersRoutes } from './pages/orders/orders-routes.ts';
import { scansRoutes } from './pages/scans/scans-routes.ts';
import { importRoutes } from './pages/import/import-routes.ts';
import { settingsRoutes } from './pages/settings/settings-routes.ts';
import { stationsRoutes } from './pages/stations/stations-routes.ts';
import { ticketsRoutes } from './pages/tickets/tickets-routes.ts';
import { webhooksRoutes } from './pages/webhooks/webhooks-routes.ts';
import { waitingListsRoutes } from './pages/waiting-lists/waiting-lists-routes.ts';
import type { Console } from './state/console.ts';
import { readListSearch } from './state/list-search.ts';

const root = createRootRouteWithContext<{ readonly console: Console }>()({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: ({ error, reset }) => <Trouble error={error} onRetry={reset} />,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./sign-in/sign-in-page.tsx'), 'SignInPage'),
  beforeLoad: async ({ context: { console } }) => {
    await console.refresh();
  },
});

const join = createRoute({
  getParentRoute: () => root,
  path: '/join',
  component: lazyRouteComponent(() => import('./sign-in/join-page.tsx'), 'JoinPage'),
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
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

/** Each folder of `pages` names its addresses; its components are loaded when they are shown. */
const pages = [
  ...homeRoutes,
  ...eventRoutes,
  ...contactsRoutes,
  ...ordersRoutes,
  ...disputesRoutes,
  ...ticketsRoutes,
  ...waitingListsRoutes,
  ...scansRoutes,
  ...conflictsRoutes,
  ...importRoutes,
  ...stationsRoutes,
  ...integrationsRoutes,
  ...webhooksRoutes,
  ...settingsRoutes,
].map(({ path, load }) =>
  createRoute({ getParentRoute: () => shell, path, component: lazyRouteComponent(load) }),
);

const routeTree = root.addChildren([signIn, join, shell.addChildren([start, ...pages])]);

export type AppRouter = ReturnType<typeof createAppRouter>;

export function createAppRouter(console: Console) {
  return createRouter({
    routeTree,
    context: { console },
    basepath: new URL(document.baseURI).pathname.replace(/\/$/, ''),
    defaultPreload: 'intent',
    defaultPendingComponent: Loading,
    scrollRestoration: true,
  });
}
