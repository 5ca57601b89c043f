import type { PageRoute } from '../../data/page-route.ts';

export const stationsRoutes: readonly PageRoute[] = [
  {
    path: '/stations',
    load: async () => ({ default: (await import('./stations-page.tsx')).StationsPage }),
  },
  {
    path: '/stations/$station',
    load: async () => ({ default: (await import('./station-page.tsx')).StationPage }),
  },
];
