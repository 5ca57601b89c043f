import { Console } from 'node:console';
import { join } from 'node:path';
import type { ViteDevServer } from 'vite';
import type { Page } from '../browser/page.ts';

/** The page from its sources, changed in place while it is open. */
export async function developmentPage(root: string): Promise<Page> {
  // Loaded here because an installed package does not bring them along.
  const { createLogger, createServer } = await import('vite');
  // stdout belongs to the ready line.
  const customLogger = createLogger('info', {
    allowClearScreen: false,
    console: new Console(process.stderr),
  });
  const { default: react } = await import('@vitejs/plugin-react');
  let vite: ViteDevServer | undefined;
  return {
    open: async (server) => {
      const opened = await createServer({
        configFile: false,
        customLogger,
        root: join(root, 'src-renderer'),
        cacheDir: join(root, 'node_modules', '.vite'),
        plugins: [react()],
        server: { middlewareMode: true, ws: { server }, fs: { allow: [root] } },
        appType: 'spa',
      });
      vite = opened;
      return (request, response) => opened.middlewares(request, response);
    },
    close: async () => vite?.close(),
    isHardened: false,
    takesUpgrades: true,
  };
}
