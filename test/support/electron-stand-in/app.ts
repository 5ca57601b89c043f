import { mkdirSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { closeBrowser, launchBrowser } from './chromium.ts';
import { appArgument, switchesOf } from './command-line.ts';
import { takeInstanceLock } from './instance-lock.ts';
import { loginItems } from './login-items.ts';
import { assertBeforeReady, assertReady, becomeReady } from './readiness.ts';
import { record } from './record.ts';
import { createEvent, strict, StrictEmitter } from './strict.ts';
import { killUtilities } from './utility-process.ts';

const paths = new Map<string, string>();
const ready = Promise.withResolvers<void>();

const removed = new Set<string>();
let isExiting = false;
const exitNode = process.exit.bind(process);

class StandInApp extends StrictEmitter {
  readonly isPackaged = process.env['STAND_IN_PACKAGED'] === '1';
  readonly commandLine = strict('app.commandLine', {
    // Chromium has taken `no-sandbox` away by then.
    hasSwitch: (name: string) =>
      name !== 'no-sandbox' && switchesOf(process.argv).has(name) && !removed.has(name),
    removeSwitch: (name: string) => {
      removed.add(name);
      record.removedSwitches.push(name);
    },
  });

  readonly getLoginItemSettings = loginItems.getLoginItemSettings;
  readonly setLoginItemSettings = loginItems.setLoginItemSettings;

  constructor() {
    super('app', ['before-quit', 'second-instance', 'web-contents-created', 'window-all-closed']);
  }

  enableSandbox(): void {
    assertBeforeReady('app.enableSandbox');
    record.sandboxed = true;
  }

  getAppPath(): string {
    const app = this.isPackaged ? process.execPath : appArgument(process.argv);
    if (app === null) throw new Error('expected an app on the command line');
    const path = resolve(app);
    return extname(path) === '' ? path : dirname(path);
  }

  getVersion(): string {
    return '0.1.0';
  }

  getName(): string {
    return 'gatehouse';
  }

  getPath(name: string): string {
    const path = paths.get(name);
    if (path === undefined) throw new Error(`the stand-in for electron keeps no path "${name}"`);
    return path;
  }

  setPath(name: string, path: string): void {
    if (name !== 'userData') throw new Error(`the stand-in for electron keeps no path "${name}"`);
    mkdirSync(path, { recursive: true });
    paths.set(name, path);
  }

  requestSingleInstanceLock(): boolean {
    record.lockHeld = takeInstanceLock(userData(), (argv, directory) => {
      this.emit('second-instance', createEvent({}), argv, directory, null);
    });
    if (record.lockHeld) void this.#becomeReady();
    return record.lockHeld;
  }

  setAppUserModelId(id: string): void {
    record.appUserModelId = id;
  }

  setBadgeCount(count: number): boolean {
    assertReady('app.setBadgeCount');
    record.badge = count;
    return true;
  }

  whenReady(): Promise<void> {
    return ready.promise;
  }

  quit(): void {
    const event = createEvent({});
    this.emit('before-quit', event);
    if (!event.defaultPrevented) this.exit(0);
  }

  exit(code = 0): void {
    isExiting = true;
    killUtilities();
    void closeBrowser().finally(() => exitNode(code));
  }

  async #becomeReady(): Promise<void> {
    await launchBrowser(userData());
    if (process.env['STAND_IN_PLATFORM'] === 'darwin') {
      // Loaded for the system that this really is.
      new Database(':memory:').close();
      Object.defineProperty(process, 'platform', { value: 'darwin' });
    }
    takeSignals();
    becomeReady();
    ready.resolve();
  }
}

/** Chromium replaces Node's signal handlers shortly before `ready`: the first signal quits, the next one kills. */
function takeSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.removeAllListeners(signal);
    process.once(signal, () => {
      rawApp.quit();
      if (process.env['STAND_IN_SIGNALS'] === 'group') setTimeout(abortUnlessExiting, ABORT_MS);
    });
  }
}

/** How long Chromium lives without its own processes, which a signal to the whole process group has ended. */
const ABORT_MS = 100;
const SIGTRAP_CODE = 133;

function abortUnlessExiting(): void {
  if (!isExiting) exitNode(SIGTRAP_CODE);
}

function userData(): string {
  const path = paths.get('userData');
  if (path === undefined) throw new Error('expected app.setPath("userData", …) first');
  return path;
}

export const rawApp = new StandInApp();
export const app = strict('app', rawApp);

// In Electron's main process `process.exit` is `app.exit`.
process.exit = (code) => {
  rawApp.exit(Number(code ?? process.exitCode ?? 0));
  throw new Error('the stand-in for electron ends a little later than process.exit does');
};

// Electron shows an uncaught error in a message box that blocks until it is closed.
process.on('uncaughtException', (error) => {
  if (process.listenerCount('uncaughtException') > 1) return;
  record.errorBoxes.push(`A JavaScript error occurred in the main process: ${String(error)}`);
});
