import type { PageRoute } from '../../data/page-route.ts';

const load = async () => ({ default: (await import('./event-page.tsx')).EventPage });

export const eventRoutes: readonly PageRoute[] = [
  {
    path: '/events',
    load: async () => ({ default: (await import('./events-page.tsx')).EventsPage }),
  },
  { path: '/events/$event', load },
  { path: '/events/$event/$tab', load },
];
