import type { PageRoute } from '../../data/page-route.ts';

export const webhooksRoutes: readonly PageRoute[] = [
  {
    path: '/webhooks',
    load: async () => ({ default: (await import('./webhooks-page.tsx')).WebhooksPage }),
  },
  {
    path: '/webhooks/$webhook',
    load: async () => ({ default: (await import('./webhook-page.tsx')).WebhookPage }),
  },
  {
    path: '/webhooks/$webhook/$delivery',
    load: async () => ({ default: (await import('./delivery-page.tsx')).DeliveryPage }),
  },
];
