/**
 * The desktop app's main process: windows and policy only. The station and the embedded server run in utility processes.
 * Phases: policy before `ready` → one instance per data directory → window → server, station → relay until asked to stop.
 * The window is there before anything that could fail or take long, and says what does.
 */
import { join } from 'node:path';
import { app, dialog, type BrowserWindow } from 'electron';
import { makeNewFilesPrivate } from '../../../src-files/private-files.ts';
import type { Logger } from '../../ports/logger.ts';
import { readStartRequest, startOptions, usage, type HostConfig } from '../config.ts';
import { exitCodeOf } from '../host-error.ts';
import { joinLaunch } from '../launch/launch-folder.ts';
import { openLogger } from '../open-log.ts';
import { loadRendererFiles } from '../page/renderer-files.ts';
import { superviseScanners, type ScannerLine } from '../scanners/scanner-line.ts';
import { readyLine } from '../ready-line.ts';
import type { HostServer } from '../server/host-server.ts';
import { parseStationRequest } from '../station-request.ts';
import { unforeseenFailure } from '../unforeseen-failure.ts';
import { watchForStop } from '../until-stopped.ts';
import { APP_PAGE, registerAppScheme, serveApp } from './app-scheme.ts';
import { hardenApp, hardenSession } from './harden.ts';
import { openUpdater } from './open-updater.ts';
import { ownArguments } from './own-arguments.ts';
import { askStation, type StationQuestions } from './ask-station.ts';
import { runStationChild, type StationChild } from './station-child.ts';
import { openStationDesktop } from './station-desktop.ts';
import { createStationRelay, type StationRelay } from './station-relay.ts';
import { bringToFront, createStationWindow, loadPage } from './station-window.ts';
import { logUncaught } from './uncaught.ts';
import { createUpdates, type Updates } from './updates.ts';
import { forkUtility } from './utility-child.ts';

/** After this long the window says what it is still waiting for. */
const SLOW_AFTER_MS = 8_000;

const launch = joinLaunch(process.env);
makeNewFilesPrivate();
hardenApp();
registerAppScheme();
void main();

async function main(): Promise<void> {
  const uncaught = logUncaught();
  const { own, passedOver } = ownArguments(process.argv, {
    appPath: app.getAppPath(),
    isPackaged: app.isPackaged,
    options: Object.keys(startOptions),
  });
  let data = '';
  try {
    const request = readStartRequest(own, process.env);
    delete process.env['GATEHOUSE_CLIENT_SECRET'];
    if (request.kind === 'help') {
      process.stdout.write(usage);
      end(0);
      return;
    }
    data = request.config.data;
    if (passedOver.length > 0) {
      process.stderr.write(`Left to Chromium: ${passedOver.join(' ')}\n`);
    }
    app.setPath('userData', join(data, 'electron'));
    if (!app.requestSingleInstanceLock()) {
      process.stderr.write('Gatehouse is open already; its window comes to the front.\n');
      end(0);
      return;
    }
    const logger = openLogger(join(data, 'logs'), 'desktop.log');
    uncaught.logTo(logger);
    const updater = await openUpdater(logger);
    const updates = updater === null ? null : createUpdates(updater);
    const firstRun = request.config.firstRun || app.isPackaged;
    const code = await run({ ...request.config, firstRun }, logger, updates);
    if (code === 0 && updates?.installAtEnd(() => end(0)) === true) launch.ended();
    else end(code);
  } catch (error) {
    // No window could be made to say it.
    const failure = unforeseenFailure(error, data);
    process.stderr.write(`${failure.message}\n`);
    if (!own.includes('--json')) {
      dialog.showErrorBox('Gatehouse cannot start', failure.message);
    }
    end(exitCodeOf(failure));
  }
}

/** Ends on purpose: whoever started the app does not try another way. */
function end(code: number): void {
  launch.ended();
  app.exit(code);
}

/** Runs until the window is closed or somebody asks the app to end. Resolves with the exit code. */
async function run(config: HostConfig, logger: Logger, updates: Updates | null): Promise<number> {
  // Closes in reverse order, each whether or not another one fails.
  await using opened = new AsyncDisposableStack();
  const parent = Number(process.env['GATEHOUSE_PARENT'] ?? 0);
  // Its signal handlers work until `ready`. Then Chromium puts its own in their place, which make the first SIGINT, SIGTERM or
  // SIGHUP a `before-quit`, and let a second one kill.
  const watch = watchForStop(parent > 0 ? [parent] : []);
  opened.defer(watch.dispose);
  const closed = Promise.withResolvers<void>();
  const close = () => closed.resolve();
  const closeFirst = (event: { readonly preventDefault: () => void }) => {
    event.preventDefault();
    close();
  };
  app.on('before-quit', closeFirst);
  opened.defer(() => void app.off('before-quit', closeFirst));
  app.on('window-all-closed', close);
  opened.defer(launch.onStop(close));
  const asked = Promise.race([watch.asked, closed.promise]);
  await app.whenReady();
  const opening = open(config, { logger, updates }, opened);
  const failure = await Promise.race([untilFailed(opening), asked]);
  if (!(failure instanceof Error)) return 0;
  // The window says it too, until somebody closes it; a program that reads --json is not kept waiting.
  process.stderr.write(`${failure.message}\n`);
  if (!config.json) await asked;
  return exitCodeOf(failure);
}

/** Resolves when opening failed; never when it went well. */
async function untilFailed(opening: Promise<Error | null>): Promise<Error> {
  const failure = await opening;
  return failure ?? (await new Promise<never>(() => undefined));
}

/** Resolves with what the window shows instead of a station; null when all is well. Rejects when there is no such window. */
async function open(
  config: HostConfig,
  { logger, updates }: { readonly logger: Logger; readonly updates: Updates | null },
  opened: AsyncDisposableStack,
): Promise<Error | null> {
  hardenSession();
  serveApp(await loadRendererFiles(join(import.meta.dirname, '..', 'renderer')));

  let station: StationChild | null = null;
  let hostServer: HostServer | null = null;
  const relay = createStationRelay((message) => {
    const request = message.kind === 'request' ? parseStationRequest(message.request) : null;
    const answer = request === null ? null : (hostServer?.answer(request) ?? null);
    if (answer === null) station?.send(message);
    else void answer.then(relay.show);
  });
  const window = openWindow(relay);
  const desktop = openStationDesktop({ window, logger, updates });
  await loadPage(window);
  try {
    const questions = askStation((message) => station?.send(message));
    const server = await openServer({ config, logger, relay, ask: questions.ask });
    // Somebody closed the window meanwhile.
    if (opened.disposed) {
      await server.host.stop();
      return null;
    }
    hostServer = server.host;
    opened.defer(hostServer.stop);
    const { embedded, enrolment } = server.chosen;
    const scanners = openScanners(logger);
    opened.defer(scanners.stop);
    const notice = sayWhenSlow(relay, 'station');
    station = runStationChild({
      data: config.data,
      enrolment,
      peers: config.peers,
      leaveKiosk: config.leaveKiosk,
      logger,
      scanners,
      onMessage: (message) => {
        if (questions.heard(message)) return;
        relay.show(server.host.shown(message));
        if (message.kind === 'welcome' || message.kind === 'state') desktop.show(message.state);
      },
      onStarted: notice.done,
      onLost: (sentence) => relay.explain({ kind: 'failed', message: sentence }),
    });
    opened.defer(station.stop);
    await station.settled.finally(notice.done);
    if (config.json) process.stdout.write(`${readyLine(APP_PAGE, embedded)}\n`);
    return null;
  } catch (error) {
    const failure = unforeseenFailure(error, config.data);
    logger.error({ problem: stackOf(error) }, 'the app cannot start');
    relay.explain({ kind: 'failed', message: failure.message });
    return failure;
  }
}

function openWindow(relay: StationRelay): BrowserWindow {
  const window = createStationWindow(launch.shown);
  relay.attach(window);
  app.on('second-instance', () => bringToFront(window));
  return window;
}

async function openServer({
  config,
  logger,
  relay,
  ask,
}: {
  readonly config: HostConfig;
  readonly logger: Logger;
  readonly relay: StationRelay;
  readonly ask: StationQuestions['ask'];
}) {
  const notice = sayWhenSlow(relay, 'server');
  const spawn = () =>
    forkUtility('server-process', {
      onOutput: (text) => logger.warn({ text }, 'the server process printed'),
      onFatalError: (location) => logger.error({ location }, 'a fatal error in the server process'),
    });
  try {
    // Loaded here, so that a database module which does not fit this system is a failure with a sentence in the window.
    const { openChosenServer } = await import('../server-choice.ts');
    const { createHostServer } = await import('../server/host-server.ts');
    const chosen = await openChosenServer(config, spawn);
    return { chosen, host: createHostServer({ data: config.data, spawn, chosen, ask }) };
  } finally {
    notice.done();
  }
}

/** A crash in the driver of a scanner costs neither the window nor the station anything. */
function openScanners(logger: Logger): ScannerLine {
  return superviseScanners(
    () =>
      forkUtility('scanner-process', {
        onOutput: (text) => logger.warn({ text }, 'the scanner process printed'),
        onFatalError: (location) =>
          logger.error({ location }, 'a fatal error in the scanner process'),
      }),
    logger,
  );
}

function sayWhenSlow(relay: StationRelay, waitingFor: 'server' | 'station') {
  const timer = setTimeout(() => {
    relay.explain({ kind: 'starting', waiting_for: waitingFor });
  }, SLOW_AFTER_MS);
  return { done: () => clearTimeout(timer) };
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
