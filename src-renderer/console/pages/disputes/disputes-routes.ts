import type { PageRoute } from '../../data/page-route.ts';

export const disputesRoutes: readonly PageRoute[] = [
  {
    path: '/orders/disputes',
    load: async () => ({ default: (await import('./disputes-page.tsx')).DisputesPage }),
  },
  {
    path: '/orders/disputes/$dispute',
    load: async () => ({ default: (await import('./dispute-page.tsx')).DisputePage }),
  },
];
