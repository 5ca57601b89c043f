import type { PageRoute } from '../../data/page-route.ts';

export const ordersRoutes: readonly PageRoute[] = [
  {
    path: '/orders',
    load: async () => ({ default: (await import('./orders-page.tsx')).OrdersPage }),
  },
  {
    path: '/orders/new',
    load: async () => ({ default: (await import('./new-order-page.tsx')).NewOrderPage }),
  },
  {
    path: '/orders/$order',
    load: async () => ({ default: (await import('./order-page.tsx')).OrderPage }),
  },
];
