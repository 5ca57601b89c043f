import type { PageRoute } from '../../data/page-route.ts';

export const scansRoutes: readonly PageRoute[] = [
  {
    path: '/scans',
    load: async () => ({ default: (await import('./scans-page.tsx')).ScansPage }),
  },
  {
    path: '/scans/ended',
    load: async () => ({ default: (await import('./ended-page.tsx')).EndedPage }),
  },
  {
    path: '/scans/overruled',
    load: async () => ({ default: (await import('./overruled-page.tsx')).OverruledPage }),
  },
  {
    path: '/scans/$scan',
    load: async () => ({ default: (await import('./scan-page.tsx')).ScanPage }),
  },
];
