import type { PageRoute } from '../../data/page-route.ts';

const load = async () => ({ default: (await import('./settings-page.tsx')).SettingsPage });

export const settingsRoutes: readonly PageRoute[] = [
  { path: '/settings', load },
  { path: '/settings/$tab', load },
];
