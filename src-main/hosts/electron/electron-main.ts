/**
 * The desktop app's main process: windows and policy only. The station and the embedded server run in utility processes.
 * Phases: policy before `ready` → one instance per data directory → window, server, station → relay until asked to stop.
 */
import { join } from 'node:path';
import { app, dialog } from 'electron';
import { readStartRequest, usage, type HostConfig } from '../config.ts';
import { exitCodeOf, sentenceOf } from '../host-error.ts';
import { loadRendererFiles } from '../page/renderer-files.ts';
import { readyLine } from '../ready-line.ts';
import { openChosenServer } from '../server-choice.ts';
import { watchForStop } from '../until-stopped.ts';
import { APP_PAGE, registerAppScheme, serveApp } from './app-scheme.ts';
import { hardenApp, hardenSession } from './harden.ts';
import { hasKeychain } from './keychain.ts';
import { installMenu } from './menu.ts';
import { runStationChild } from './station-child.ts';
import { createStationRelay } from './station-relay.ts';
import { bringToFront, createStationWindow, loadPage } from './station-window.ts';
import { forkUtility } from './utility-child.ts';

hardenApp();
registerAppScheme();
void main();

async function main(): Promise<void> {
  let json = true;
  try {
    const request = readStartRequest(process.argv.slice(app.isPackaged ? 1 : 2), process.env);
    delete process.env['GATEHOUSE_CLIENT_SECRET'];
    if (request.kind === 'help') {
      process.stdout.write(usage);
      app.exit(0);
      return;
    }
    json = request.config.json;
    app.setPath('userData', join(request.config.data, 'electron'));
    if (app.requestSingleInstanceLock()) await run(request.config);
    else process.stderr.write('Gatehouse is open already; its window comes to the front.\n');
    app.exit(0);
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`);
    if (!json) dialog.showErrorBox('Gatehouse cannot start', sentenceOf(error));
    app.exit(exitCodeOf(error));
  }
}

/** Runs until the window is closed or somebody asks the app to end. */
async function run(config: HostConfig): Promise<void> {
  const parent = Number(process.env['GATEHOUSE_PARENT'] ?? 0);
  const watch = watchForStop(parent > 0 ? [parent] : []);
  const closed = Promise.withResolvers<void>();
  app.on('before-quit', (event) => {
    event.preventDefault();
    closed.resolve();
  });
  app.on('window-all-closed', () => closed.resolve());
  const closers: (() => Promise<void>)[] = [];
  try {
    await app.whenReady();
    await Promise.race([open(config, closers), watch.asked, closed.promise]);
    await Promise.race([watch.asked, closed.promise]);
  } finally {
    for (const close of closers.reverse()) await close();
    watch.dispose();
  }
}

async function open(config: HostConfig, closers: (() => Promise<void>)[]): Promise<void> {
  hardenSession();
  installMenu(process.platform);
  serveApp(await loadRendererFiles(join(import.meta.dirname, '..', 'renderer')));

  const relay = createStationRelay((message) => station?.send(message));
  let station: ReturnType<typeof runStationChild> | null = null;
  const window = createStationWindow();
  relay.attach(window);
  app.on('second-instance', () => bringToFront(window));
  const loaded = loadPage(window);

  const { embedded, enrolment } = await openChosenServer(config, () =>
    forkUtility('server-process'),
  );
  if (embedded !== null) closers.push(embedded.stop);
  station = runStationChild({
    data: config.data,
    enrolment,
    keychain: await hasKeychain(process.platform),
    onMessage: relay.show,
    onLost: relay.sayLost,
  });
  closers.push(station.stop);

  await Promise.all([loaded, station.settled]);
  if (config.json) process.stdout.write(`${readyLine(APP_PAGE, embedded)}\n`);
}
