import { fork, type ChildProcess } from 'node:child_process';
import { watch } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { HostConfig } from '../startup/config.ts';
import { owningProcesses, watchForStop } from '../processes/until-stopped.ts';
import type { DevelopmentStart } from './development-host.ts';

/** The sources of the host's processes; the development server watches the page's own. */
const watched = ['shared', 'src-files', 'src-main', 'src-server'];
/** Editors save in several steps. */
const QUIET_MS = 150;

/**
 * `npm run dev`: the browser host with the page's development server behind it. A change of the station's or the server's sources
 * restarts the host at the same address, so that the open page reconnects. `node --watch` falls short in two ways: it does not
 * notice changes in what a child process has loaded, such as the server, and it announces restarts on stdout, where programs read
 * the ready line.
 */
export async function runDevelopment(
  root: string,
  args: readonly string[],
  config: HostConfig,
): Promise<number> {
  const stop = watchForStop(owningProcesses(process.env));
  const port = config.port || (await findFreePort());
  const module = join(root, 'src-main', 'launch', 'development-host.ts');
  let child: ChildProcess | null = null;
  let first = true;

  const restart = serially(async () => {
    await end(child);
    child = fork(module, [...args], { stdio: ['ignore', first ? 'inherit' : 2, 'inherit', 'ipc'] });
    child.send({ port, open: first && config.open } satisfies DevelopmentStart);
    first = false;
  });
  const watchers = watched.map((folder) =>
    watch(join(root, folder), { recursive: true }, onceQuiet(restart)),
  );
  restart();
  await stop.asked;
  for (const watcher of watchers) watcher.close();
  await end(child);
  stop.dispose();
  return 0;
}

async function end(child: ChildProcess | null): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  child.once('exit', () => resolve());
  child.kill('SIGTERM');
  await promise;
}

/** Runs one task at a time; requests meanwhile cause one more run afterwards. */
function serially(work: () => Promise<void>): () => void {
  let running = false;
  let again = false;
  const run = () => {
    if (running) {
      again = true;
      return;
    }
    running = true;
    void work().finally(() => {
      running = false;
      if (again) {
        again = false;
        run();
      }
    });
  };
  return run;
}

function onceQuiet(work: () => void): (event: string, file: string | null) => void {
  let timer: NodeJS.Timeout | undefined;
  return (_event, file) => {
    if (file === null || !/\.(ts|sql|json)$/.test(file) || file.endsWith('.test.ts')) return;
    clearTimeout(timer);
    timer = setTimeout(work, QUIET_MS);
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  server.close();
  return address !== null && typeof address === 'object' ? address.port : 0;
}
