import type { PageRoute } from '../../page-route.ts';

export const importRoutes: readonly PageRoute[] = [
  {
    path: '/import',
    load: async () => ({ default: (await import('./import-page.tsx')).ImportPage }),
  },
];
