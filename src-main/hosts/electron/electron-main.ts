// Why: docs/decisions/0019-hosts-and-page.md
/**
 * The desktop app's main process: windows and policy only. The station and the embedded server run in utility processes.
 * Phases: policy before `ready` → one instance per data directory → window → server, station → relay until asked to stop.
 * The window opens before anything that could fail or take long, so that it can report it.
 */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { app, dialog, powerMonitor, type BrowserWindow } from 'electron';
import type { StationCommand } from '../../../shared/station/commands.ts';
import type { StationMessage } from '../../../shared/station/messages.ts';
import { refused } from '../../../shared/station/results.ts';
import { makeNewFilesPrivate } from '../../../src-files/private-files.ts';
import type { Logger } from '../../ports/system.ts';
import { enrolWithCode } from '../../composition/enrol-with-code.ts';
import { forgetSecrets } from '../../processes/child-handle.ts';
import { readStartRequest, startOptions, usage, type HostConfig } from '../../startup/config.ts';
import { exitCodeOf, HostError, sentenceOf } from '../../startup/host-error.ts';
import { outliveReaders } from '../../processes/long-lived.ts';
import { joinLaunch } from '../../processes/launch-folder.ts';
import { openLogger } from '../../adapters/system/open-log.ts';
import { loadRendererFiles } from '../../page/renderer-files.ts';
import { superviseScanners } from '../../scanner-process/scanner-line.ts';
import { greeting, readyLine } from '../../own-server/ready-line.ts';
import type { LabelPrinter } from '../../own-server/label-printer.ts';
import type { HostServer, HostServerOptions } from '../../own-server/host-server.ts';
import { parseStationRequest } from '../../page/station-request.ts';
import { unexpectedFailure } from '../../startup/unexpected-failure.ts';
import { watchForStop } from '../../processes/until-stopped.ts';
import { APP_PAGE, registerAppScheme, serveApp } from './app-scheme.ts';
import { hardenApp, hardenSession, isWithoutSandbox } from './harden.ts';
import { openStartAtLogin } from './open-start-at-login.ts';
import { openConsole } from './open-console.ts';
import { openLabelPrinter } from './open-label-printer.ts';
import { openUpdater } from './open-updater.ts';
import { appArguments } from './app-arguments.ts';
import { runStationChild, type StationChild } from './station-child.ts';
import { openStationDesktop } from './station-desktop.ts';
import { createStationRelay, type StationRelay } from './station-relay.ts';
import { bringToFront, createStationWindow, loadPage } from './station-window.ts';
import { createUpdates, type Updates } from './updates.ts';
import { forkUtility } from './utility-child.ts';

/** After this long the window says what it is waiting for. */
const SLOW_AFTER_MS = 8_000;
const NO_STATION = refused('station.failed', 'The station is not open yet.');

outliveReaders();
const launch = joinLaunch(process.env);
makeNewFilesPrivate();
hardenApp();
// Windows shows the app's own name and icon by it, as the installer has written it into the start menu.
app.setAppUserModelId('app.gatehouse.station');
registerAppScheme();
void main();

async function main(): Promise<void> {
  const logUncaughtTo = logUncaught();
  const { own, passedOver } = appArguments(process.argv, {
    appPath: app.getAppPath(),
    isPackaged: app.isPackaged,
    options: Object.keys(startOptions),
  });
  let data = '';
  try {
    const request = readStartRequest(own, process.env);
    forgetSecrets();
    if (request.kind === 'help') {
      process.stdout.write(usage);
      end(0);
      return;
    }
    data = request.config.data;
    if (passedOver.length > 0) {
      process.stderr.write(`Passed on to Chromium: ${passedOver.join(' ')}\n`);
    }
    if (app.isPackaged && process.getuid?.() === 0 && isWithoutSandbox()) {
      const next = 'Start it as another user, without --no-sandbox.';
      throw new HostError('root', `Gatehouse opens no page as root. ${next}`);
    }
    const userData = join(data, 'electron');
    app.setPath('userData', userData);
    if (!app.requestSingleInstanceLock()) {
      if (!isLockHeld(userData)) {
        const next = 'Make this folder and the folder for temporary files writable.';
        throw new HostError('data_unusable', `Gatehouse cannot be opened on ${data}. ${next}`);
      }
      process.stderr.write('Gatehouse is already open; bringing its window to the front.\n');
      end(0);
      return;
    }
    const logger = openLogger(join(data, 'logs'), 'desktop.log');
    logUncaughtTo(logger);
    const updater = await openUpdater(logger, (program) => {
      if (startAtLoginOf(data)?.isOn() === true) startAtLoginOf(data, program)?.set(true);
    });
    const updates = updater === null ? null : createUpdates(updater);
    const firstRun = request.config.firstRun || app.isPackaged;
    const code = await run({ ...request.config, firstRun }, logger, updates);
    if (code === 0 && updates?.installAtEnd(() => end(0)) === true) launch.ended();
    else end(code);
  } catch (error) {
    // There is no window to show it in.
    const failure = unexpectedFailure(error, data);
    process.stderr.write(`${failure.message}\n`);
    if (!own.includes('--json')) {
      dialog.showErrorBox('Gatehouse cannot start', failure.message);
    }
    end(exitCodeOf(failure));
  }
}

function startAtLoginOf(data: string, program = process.env['APPIMAGE'] ?? process.execPath) {
  const { platform, env } = process;
  return openStartAtLogin(app, data, { platform, env, program });
}

/** Chromium's lock is a dangling link in the folder; without one, it was not another Gatehouse that kept this one from taking it. */
function isLockHeld(userData: string): boolean {
  const link = join(userData, 'SingletonLock');
  return process.platform === 'win32' || lstatSync(link, { throwIfNoEntry: false }) !== undefined;
}

/** Quits on purpose, so that the launcher does not fall back to the browser. */
function end(code: number): void {
  launch.ended();
  app.exit(code);
}

/** Runs until the window is closed or the app is asked to quit. Resolves with the exit code. */
async function run(config: HostConfig, logger: Logger, updates: Updates | null): Promise<number> {
  // Closes in reverse order; one failure does not stop the others.
  await using opened = new AsyncDisposableStack();
  const parent = Number(process.env['GATEHOUSE_PARENT'] ?? 0);
  // Node's signal handlers work until `ready`. Then Chromium installs its own: the first SIGINT, SIGTERM or SIGHUP becomes a
  // `before-quit`, and a second one kills.
  const watch = watchForStop(parent > 0 ? [parent] : []);
  opened.defer(watch.dispose);
  const closed = Promise.withResolvers<void>();
  const close = () => closed.resolve();
  const closeFirst = (event?: ClosingEvent) => {
    event?.preventDefault();
    close();
  };
  // On Linux a signal, mostly sent to Chromium's own processes too, without which Chromium aborts in a moment. Nothing is waited for:
  // every verdict is on disk before it is shown.
  const onQuit = process.platform === 'linux' ? () => end(0) : closeFirst;
  app.on('before-quit', onQuit);
  opened.defer(() => void app.off('before-quit', onQuit));
  app.on('window-all-closed', close);
  opened.defer(launch.onStop(close));
  const asked = Promise.race([watch.requested, closed.promise]);
  await app.whenReady();
  powerMonitor.on('shutdown', (...[event]: readonly ClosingEvent[]) => closeFirst(event));
  const opening = open(config, { logger, updates, quit: close }, opened);
  const failure = await Promise.race([untilFailed(opening), asked]);
  if (!(failure instanceof Error)) return 0;
  // The window shows it too, until somebody closes it; a program that reads --json must not be kept waiting.
  process.stderr.write(`${failure.message}\n`);
  if (!config.json) await asked;
  return exitCodeOf(failure);
}

interface ClosingEvent {
  readonly preventDefault: () => void;
}

/** Resolves if opening fails; otherwise never settles. */
async function untilFailed(opening: Promise<Error | null>): Promise<Error> {
  const failure = await opening;
  return failure ?? (await new Promise<never>(() => undefined));
}

/** Resolves with the failure that the window shows instead of a station; null if all is well. Rejects if there is no such window. */
async function open(
  config: HostConfig,
  {
    logger,
    updates,
    quit,
  }: { readonly logger: Logger; readonly updates: Updates | null; readonly quit: () => void },
  opened: AsyncDisposableStack,
): Promise<Error | null> {
  hardenSession();
  serveApp(await loadRendererFiles(join(import.meta.dirname, '..', 'renderer')));

  let station: StationChild | null = null;
  let hostServer: HostServer | null = null;
  const relay = createStationRelay({
    open: () => station?.open(),
    request: (raw) => {
      const request = parseStationRequest(raw);
      const answer = request === null ? null : hostServer?.handle(request);
      return answer ?? station?.request(raw) ?? null;
    },
  });
  const ask = async (command: StationCommand) => station?.ask(command) ?? NO_STATION;
  const window = openWindow(relay);
  const consoleOpener = () => {
    const server = hostServer?.embedded() ?? null;
    return server === null ? null : () => void openConsole(server, config.data);
  };
  const desktop = { window, logger, updates, openConsole: consoleOpener, quit };
  const showOnDesktop = openStationDesktop(desktop);
  await loadPage(window);
  try {
    const labelPrinter = openLabelPrinter(window);
    const server = await openServer({ config, logger, relay, ask, labelPrinter });
    // Whatever was in flight when the computer fell asleep is lost.
    powerMonitor.on('resume', () => void ask({ kind: 'sync_now' }));
    // The window was closed in the meantime.
    if (opened.disposed) {
      await server.host.stop();
      return null;
    }
    hostServer = server.host;
    opened.defer(hostServer.stop);
    const { embedded, enrolment } = server.chosen;
    const scanners = superviseScanners(() => forkUtility('scanner', logger), logger);
    opened.defer(scanners.stop);
    const endNotice = sayWhenSlow(relay, 'station');
    let last: StationMessage | null = null;
    station = runStationChild({
      start: {
        data: config.data,
        enrolment,
        peers: config.peers,
        leaveKiosk: config.leaveKiosk,
      },
      logger,
      scanners,
      onMessage: (message) => {
        last = message;
        relay.show(server.host.shown(message));
        if (message.kind === 'welcome' || message.kind === 'state') showOnDesktop(message.state);
      },
      onStarted: endNotice,
      onLost: (sentence) => relay.explain({ kind: 'failed', message: sentence }),
    });
    opened.defer(station.stop);
    await station.settled.finally(endNotice);
    const unused = await enrolWithCode(config.enrolmentCode, last, ask);
    if (unused !== null) process.stderr.write(`${unused}\n`);
    const line = config.json
      ? readyLine(APP_PAGE, embedded)
      : greeting('Gatehouse is open', embedded, config.data);
    process.stdout.write(`${line}\n`);
    return null;
  } catch (error) {
    const failure = unexpectedFailure(error, config.data);
    logger.error({ problem: sentenceOf(error) }, 'the app cannot start');
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
  labelPrinter,
}: {
  readonly config: HostConfig;
  readonly logger: Logger;
  readonly relay: StationRelay;
  readonly ask: HostServerOptions['ask'];
  readonly labelPrinter: LabelPrinter;
}) {
  const endNotice = sayWhenSlow(relay, 'server');
  const spawn = () => forkUtility('server', logger);
  try {
    // Imported here, so that a database module that does not fit this system is reported in the window.
    const { openChosenServer } = await import('../../own-server/server-choice.ts');
    const { createHostServer } = await import('../../own-server/host-server.ts');
    const chosen = await openChosenServer(config, spawn);
    const { data } = config;
    const startAtLogin = startAtLoginOf(data);
    const host = createHostServer({
      data,
      spawn,
      chosen,
      ask,
      startAtLogin,
      labelPrinter,
      openConsole: (server, place) => openConsole(server, data, place),
    });
    return { chosen, host };
  } finally {
    endNotice();
  }
}

function sayWhenSlow(relay: StationRelay, waitingFor: 'server' | 'station') {
  const timer = setTimeout(() => {
    relay.explain({ kind: 'starting', waiting_for: waitingFor });
  }, SLOW_AFTER_MS);
  return () => clearTimeout(timer);
}

/**
 * Logs uncaught errors and lets the app continue: the station decides in a separate process. Otherwise Electron would show a
 * dialog with a stack trace over the door, and everything would wait until somebody closes it. Returns a function that also writes them to a log from then on.
 */
function logUncaught(): (logger: Logger) => void {
  let log: Logger | null = null;
  const write = (error: unknown) => {
    const problem = sentenceOf(error);
    process.stderr.write(`${problem}\n`);
    log?.error({ problem }, 'uncaught error');
  };
  process.on('uncaughtException', write).on('unhandledRejection', write);
  return (logger) => {
    log = logger;
  };
}
