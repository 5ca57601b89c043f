import type { PageRoute } from '../../data/page-route.ts';

export const homeRoutes: readonly PageRoute[] = [
  {
    path: '/home',
    load: async () => ({ default: (await import('./home-page.tsx')).HomePage }),
  },
];
