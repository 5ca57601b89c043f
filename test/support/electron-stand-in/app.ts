import { mkdirSync } from 'node:fs';
import { closeBrowser, launchBrowser } from './chromium.ts';
import { takeInstanceLock } from './instance-lock.ts';
import { assertBeforeReady, becomeReady } from './readiness.ts';
import { record } from './record.ts';
import { createEvent, strict, StrictEmitter } from './strict.ts';
import { killUtilities } from './utility-process.ts';

const paths = new Map<string, string>();
const ready = Promise.withResolvers<void>();

class StandInApp extends StrictEmitter {
  readonly isPackaged = false;
  readonly commandLine = strict('app.commandLine', {
    removeSwitch: (name: string) => {
      record.removedSwitches.push(name);
    },
  });

  constructor() {
    super('app', ['before-quit', 'second-instance', 'web-contents-created', 'window-all-closed']);
  }

  enableSandbox(): void {
    assertBeforeReady('app.enableSandbox');
    record.sandboxed = true;
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

  whenReady(): Promise<void> {
    return ready.promise;
  }

  quit(): void {
    const event = createEvent({});
    this.emit('before-quit', event);
    if (!event.defaultPrevented) this.exit(0);
  }

  exit(code = 0): void {
    killUtilities();
    void closeBrowser().finally(() => process.exit(code));
  }

  async #becomeReady(): Promise<void> {
    await launchBrowser(userData());
    becomeReady();
    ready.resolve();
  }
}

function userData(): string {
  const path = paths.get('userData');
  if (path === undefined) throw new Error('expected app.setPath("userData", …) first');
  return path;
}

export const rawApp = new StandInApp();
export const app = strict('app', rawApp);
