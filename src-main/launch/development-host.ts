/** One run of the development host, started and restarted by `development.ts`. */
import { Console } from 'node:console';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { ViteDevServer } from 'vite';
import { runBrowserHost } from '../hosts/browser/browser-host.ts';
import type { PageSource } from '../hosts/browser/page-source.ts';
import { readStartRequest } from '../startup/config.ts';
import { exitCodeOf, sentenceOf } from '../startup/host-error.ts';

/** What survives restarts of a development host. */
const DevelopmentStart = Type.Object({
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  open: Type.Boolean(),
});
export type DevelopmentStart = Static<typeof DevelopmentStart>;

const check = Compile(DevelopmentStart);
const root = fileURLToPath(new URL('../..', import.meta.url));

process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.once('message', (message) => {
  if (check.Check(message)) void run(message);
});

async function run({ port, open }: DevelopmentStart): Promise<void> {
  try {
    const request = readStartRequest(process.argv.slice(2), process.env);
    if (request.kind === 'help') return;
    const page = await developmentPage(root);
    process.exitCode = await runBrowserHost({ ...request.config, port, open }, page);
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exitCode = exitCodeOf(error);
  } finally {
    if (process.connected) process.disconnect();
  }
}

/** Serves the page from its sources, with hot reload. */
async function developmentPage(root: string): Promise<PageSource> {
  // Imported here because an installed package does not include them.
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
