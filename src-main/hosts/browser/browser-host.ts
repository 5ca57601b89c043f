import { join } from 'node:path';
import type { HostConfig } from '../../startup/config.ts';
import { HostError } from '../../startup/host-error.ts';
import type { StationCommand } from '../../../shared/station/commands.ts';
import { enrolWithCode } from '../../composition/enrol-with-code.ts';
import { forgetSecrets, forkChild } from '../../processes/child-handle.ts';
import { createHostServer, withHostServer } from '../../own-server/host-server.ts';
import { processScanners } from '../../scanner-process/process-scanners.ts';
import { superviseScanners } from '../../scanner-process/scanner-line.ts';
import { describeServer, greeting, readyLine, serverLine } from '../../own-server/ready-line.ts';
import { openChosenServer } from '../../own-server/server-choice.ts';
import { untilSettled } from '../../composition/until-settled.ts';
import { owningProcesses, STOPPING, watchForStop } from '../../processes/until-stopped.ts';
import { loadRendererFiles } from '../../page/renderer-files.ts';
import { openBrowser, removeBrowserFiles } from '../../page/open-browser.ts';
import {
  newRun,
  originOf,
  readPageRecord,
  writePageRecord,
  type PageRecord,
} from '../../page/page-record.ts';
import {
  createLaunch,
  createPagePasses,
  type PagePasses,
  type PassSource,
} from '../../page/page-passes.ts';
import { startPageServer, type PageServer, type PageServerOptions } from './page-server.ts';

/** How long a browser has to follow the redirect file it was opened with. */
const BROWSER_MS = 120_000;

/**
 * Runs the station in this process and its screens in a browser, until it is asked to stop. `built`: the folder of the bundles. Resolves with
 * the exit code.
 */
export async function runBrowserHost(config: HostConfig, built: string): Promise<number> {
  // Closes in reverse order; one failure does not stop the others.
  await using opened = new AsyncDisposableStack();
  const watch = watchForStop(owningProcesses(process.env));
  opened.defer(watch.dispose);
  forgetSecrets();
  const spawnServer = () => forkChild(join(built, 'main', 'server-process.js'));
  // Read while the server starts.
  const reading = Promise.all([
    import('../../composition/open-station.ts'),
    loadRendererFiles(join(built, 'renderer')),
  ]);
  reading.catch(() => undefined);
  const chosen = await openChosenServer(config, spawnServer);
  const { embedded, enrolment } = chosen;
  let requests = 0;
  const ask = async (command: StationCommand) => {
    requests += 1;
    return (await station.handle({ id: `host-${source.run}-${requests}`, command })).result;
  };
  const hostServer = createHostServer({
    data: config.data,
    spawn: spawnServer,
    chosen,
    onBegun: (server) => {
      const said = config.json ? serverLine(server) : describeServer(server, config.data);
      process.stdout.write(`${said}\n`);
    },
    ask,
  });
  opened.defer(hostServer.stop);

  const [{ openStation }, files] = await reading;
  const station = opened.use(
    await openStation({
      ...config,
      enrolment,
      secrets: null,
      scanners: (logger) =>
        processScanners(() =>
          superviseScanners(() => forkChild(join(built, 'main', 'scanner-process.js')), logger),
        ),
    }),
  );

  const { secret, port: portBefore } = readPageRecord(config.data);
  const source: PassSource = { secret, run: newRun() };
  const unused = await enrolWithCode(config.enrolmentCode, station.welcome(), ask);
  if (unused !== null) process.stderr.write(`${unused}\n`);
  const passes = createPagePasses(source);
  const browser = createBrowserLaunch(config, { source, passes });
  const server = await listen(
    {
      station: withHostServer(station, hostServer),
      files,
      passes,
      onLaunched: browser.launched,
    },
    { wanted: config.port, before: portBefore },
  );
  opened.defer(server.close);
  const { port } = server;
  const remember = (running: PageRecord['running']) =>
    attempt('Open pages may not find back after a restart', () =>
      writePageRecord(config.data, { secret, port, running }),
    );
  remember({ pid: process.pid, run: source.run });
  opened.defer(() => remember(null));

  await Promise.race([untilSettled(station), watch.requested]);
  const { url } = createLaunch(originOf(port), source);
  const page = `Gatehouse is open at ${url} (this address works once; start again for another one)`;
  const line = config.json ? readyLine(url, embedded) : greeting(page, embedded, config.data);
  process.stdout.write(`${line}\n`);
  if (config.open) attempt('The browser was not opened', () => browser.open(originOf(port)));
  opened.defer(browser.end);
  await watch.requested;
  if (!config.json) process.stdout.write(`${STOPPING}\n`);
  return 0;
}

/** A door must open even if the disk is too full for this convenience. */
function attempt(otherwise: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${otherwise}: ${why}.\n`);
  }
}

interface BrowserLaunch {
  readonly open: (origin: string) => void;
  /** A launch pass has been used. */
  readonly launched: (launch: string) => void;
  /** Removes the redirect file. */
  readonly end: () => void;
}

/** Opens the browser with a separate address; the printed one stays valid for another browser. */
function createBrowserLaunch(
  { data }: HostConfig,
  { source, passes }: { readonly source: PassSource; readonly passes: PagePasses },
): BrowserLaunch {
  let own: { readonly id: string; readonly remove: () => void } | null = null;
  let limit: NodeJS.Timeout | undefined;
  const end = () => {
    clearTimeout(limit);
    if (own === null) return;
    passes.spend(own.id);
    own.remove();
    own = null;
  };
  return {
    open: (origin) => {
      removeBrowserFiles(data);
      const { id, url } = createLaunch(origin, source);
      const { platform, env: environment } = process;
      own = { id, remove: openBrowser(url, { data, platform, environment }) };
      limit = setTimeout(end, BROWSER_MS);
    },
    launched: (launch) => {
      if (launch === own?.id) end();
    },
    end,
  };
}

interface Ports {
  /** Null: the port of the last run. */
  readonly wanted: number | null;
  /** 0: there was no last run. */
  readonly before: number;
}

/** Reuses the port of the last run unless another one was asked for, so that open pages can reconnect. */
async function listen(
  options: Omit<PageServerOptions, 'port'>,
  { wanted, before }: Ports,
): Promise<PageServer> {
  if (wanted !== null || before === 0) return startPageServer({ ...options, port: wanted ?? 0 });
  try {
    return await startPageServer({ ...options, port: before });
  } catch (error) {
    if (!(error instanceof HostError) || error.code !== 'port_taken') throw error;
    process.stderr.write(
      `Another program is using port ${before}, the page's port in the last run. Pages still open there cannot reconnect: open the new address.\n`,
    );
    return startPageServer({ ...options, port: 0 });
  }
}
