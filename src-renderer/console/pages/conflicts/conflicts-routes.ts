import type { PageRoute } from '../../data/page-route.ts';

export const conflictsRoutes: readonly PageRoute[] = [
  {
    path: '/conflicts',
    load: async () => ({ default: (await import('./conflicts-page.tsx')).ConflictsPage }),
  },
  {
    path: '/conflicts/$conflict',
    load: async () => ({ default: (await import('./conflict-page.tsx')).ConflictPage }),
  },
];
