import type { PageRoute } from '../../data/page-route.ts';

export const ticketsRoutes: readonly PageRoute[] = [
  {
    path: '/tickets',
    load: async () => ({ default: (await import('./tickets-page.tsx')).TicketsPage }),
  },
  {
    path: '/tickets/$ticket',
    load: async () => ({ default: (await import('./ticket-page.tsx')).TicketPage }),
  },
];
