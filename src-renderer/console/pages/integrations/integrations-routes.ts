import type { PageRoute } from '../../data/page-route.ts';

export const integrationsRoutes: readonly PageRoute[] = [
  {
    path: '/integrations',
    load: async () => ({ default: (await import('./integrations-page.tsx')).IntegrationsPage }),
  },
  {
    path: '/integrations/$client',
    load: async () => ({ default: (await import('./integration-page.tsx')).IntegrationPage }),
  },
];
