import type { PageRoute } from '../../page-route.ts';

export const homeRoutes: readonly PageRoute[] = [
  {
    path: '/home',
    load: async () => ({ default: (await import('./home-page.tsx')).HomePage }),
  },
];
