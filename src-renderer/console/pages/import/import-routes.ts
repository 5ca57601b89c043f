import type { PageRoute } from '../../data/page-route.ts';

export const importRoutes: readonly PageRoute[] = [
  {
    path: '/import',
    load: async () => ({ default: (await import('./import-page.tsx')).ImportPage }),
  },
  {
    path: '/import/$import',
    load: async () => ({ default: (await import('./import-record-page.tsx')).ImportRecordPage }),
  },
];
