import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { HostConfig } from '../config.ts';
import { openStation } from '../open-station.ts';
import { owningProcesses } from '../owning-processes.ts';
import { forkChild } from '../processes/child-handle.ts';
import { readyLine } from '../ready-line.ts';
import { openChosenServer } from '../server-choice.ts';
import { untilSettled } from '../until-settled.ts';
import { watchForStop } from '../until-stopped.ts';
import { mintLaunchSecrets, type LaunchSecrets } from './launch-secrets.ts';
import { openBrowser } from './open-browser.ts';
import { startPageServer } from './page-server.ts';
import type { Page } from './page.ts';

export interface BrowserHostOptions {
  readonly page: Page;
  /** Kept by development across restarts; otherwise new at every start. */
  readonly secrets?: LaunchSecrets;
}

/** Runs the station in this process and its screens in a browser, until it is asked to stop. Resolves with the exit code. */
export async function runBrowserHost(
  config: HostConfig,
  { page, secrets = mintLaunchSecrets() }: BrowserHostOptions,
): Promise<number> {
  const watch = watchForStop(owningProcesses(process.env));
  const closers: (() => Promise<void>)[] = [];
  try {
    const { embedded, enrolment } = await openChosenServer(config, () => forkChild(serverModule()));
    if (embedded !== null) closers.push(embedded.stop);

    const station = await openStation({ data: config.data, enrolment, secrets: null });
    closers.push(() => station[Symbol.asyncDispose]());

    const server = await startPageServer({ station, page, secrets, port: config.port });
    closers.push(server.close);

    await Promise.race([untilSettled(station), watch.asked]);
    announce(config, server.url, readyLine(server.url, embedded));
    await watch.asked;
    return 0;
  } finally {
    for (const close of closers.reverse()) await close();
    watch.dispose();
  }
}

function announce(config: HostConfig, url: string, ready: string): void {
  if (config.json) process.stdout.write(`${ready}\n`);
  else process.stdout.write(`Gatehouse is open at ${url}\n`);
  if (config.open) openBrowser(url, process.platform, process.env);
}

/** From source in the project; beside the bundle, or above its chunks, in a package. */
function serverModule(): string {
  const places = ['../server/server-process.ts', './server-process.js', '../server-process.js'];
  const paths = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const found = paths.find((path) => existsSync(path));
  if (found === undefined) throw new Error('expected the server process beside the browser host');
  return found;
}
