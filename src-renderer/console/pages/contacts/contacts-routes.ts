import type { PageRoute } from '../../data/page-route.ts';

const load = async () => ({ default: (await import('./contact-page.tsx')).ContactPage });

export const contactsRoutes: readonly PageRoute[] = [
  {
    path: '/contacts',
    load: async () => ({ default: (await import('./contacts-page.tsx')).ContactsPage }),
  },
  { path: '/contacts/$contact', load },
  { path: '/contacts/$contact/$tab', load },
];
