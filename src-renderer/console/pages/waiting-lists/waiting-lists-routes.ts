import type { PageRoute } from '../../data/page-route.ts';

export const waitingListsRoutes: readonly PageRoute[] = [
  {
    path: '/waiting-lists',
    load: async () => ({ default: (await import('./waiting-lists-page.tsx')).WaitingListsPage }),
  },
  {
    path: '/waiting-lists/$entry',
    load: async () => ({ default: (await import('./waiting-entry-page.tsx')).WaitingEntryPage }),
  },
];
