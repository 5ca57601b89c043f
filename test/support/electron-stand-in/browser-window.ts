import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { BrowserWindowConstructorOptions, WebPreferences } from 'electron';
import { rawApp } from './app.ts';
import { assertReady } from './readiness.ts';
import { record, type StandInRecord } from './record.ts';
import { createEvent, destroyable, StrictEmitter } from './strict.ts';
import { StandInWebContents } from './web-contents.ts';

const open = new Set<StandInWindow>();

class StandInWindow extends StrictEmitter {
  readonly webContents: StandInWebContents;
  readonly #contents: StandInWebContents;
  readonly #record: StandInRecord['windows'][number];
  readonly #keepsKiosk: boolean;
  #destroyed = false;

  constructor(options: BrowserWindowConstructorOptions) {
    assertReady('new BrowserWindow');
    super('BrowserWindow', ['close', 'closed', 'ready-to-show']);
    const { windowStatePersistence: keeps } = options;
    this.#keepsKiosk = keeps === true || (typeof keeps === 'object' && keeps.displayMode !== false);
    this.#record = {
      options,
      shown: 0,
      focused: 0,
      minimized: false,
      kiosk: false,
      closed: false,
      url: '',
    };
    record.windows.push(this.#record);
    this.#contents = new StandInWebContents(checkPreferences(options.webPreferences ?? {}), () =>
      this.#close(),
    );
    this.webContents = destroyable('webContents', this.#contents, () => this.#destroyed);
    open.add(this);
    rawApp.emit('web-contents-created', createEvent({}), this.webContents);
  }

  async loadURL(url: string): Promise<void> {
    this.#record.url = url;
    await this.#contents.load(url);
    // The first frame is painted at any time; on some machines never.
    if (process.env['STAND_IN_PAINTS'] !== 'never') setTimeout(() => this.emit('ready-to-show'), 1);
  }

  /** Shows the window in the display mode in which its last run left it, unless that is not to be kept. */
  show(): void {
    this.#record.shown += 1;
    if (this.#keepsKiosk && existsSync(keptKiosk())) this.#record.kiosk = true;
  }

  focus(): void {
    this.#record.focused += 1;
  }

  setKiosk(isOn: boolean): void {
    this.#record.kiosk = isOn;
    if (isOn) writeFileSync(keptKiosk(), '');
    else rmSync(keptKiosk(), { force: true });
  }

  isMinimized(): boolean {
    return this.#record.minimized;
  }

  restore(): void {
    this.#record.minimized = false;
  }

  /** Not part of Electron's API: a user closes the window, never the host. */
  askToClose(): void {
    const event = createEvent({});
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }

  destroy(): void {
    this.#contents.closePage();
    this.#close();
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  #close(): void {
    this.#destroyed = true;
    this.#record.closed = true;
    open.delete(this);
    this.emit('closed');
    if (open.size === 0) rawApp.emit('window-all-closed');
  }
}

/** Electron 45 accepts other preferences, some of which weaken the page; the stand-in accepts only the safe ones. */
function checkPreferences(preferences: WebPreferences): string {
  const mustBe = {
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webSecurity: true,
    // The stand-in starts Chromium with this policy for all windows.
    autoplayPolicy: 'no-user-gesture-required',
  };
  for (const [name, value] of Object.entries(mustBe)) {
    if (Reflect.get(preferences, name) !== value) {
      throw new Error(`the stand-in runs pages with ${name}: ${value} only`);
    }
  }
  const { preload } = preferences;
  if (preload === undefined) return '';
  if (!isAbsolute(preload) || !existsSync(preload)) {
    throw new Error(`expected the absolute path of a built preload, not ${preload}`);
  }
  const source = readFileSync(preload, 'utf8');
  if (/^\s*(import|export)\s/m.test(source))
    throw new Error('a sandboxed preload must be CommonJS');
  return source;
}

function keptKiosk(): string {
  return join(rawApp.getPath('userData'), 'stand-in-kiosk');
}

export function closeWindows(): void {
  for (const window of open) window.askToClose();
}

/** Called with `new`, like the class that it replaces. */
export function BrowserWindow(options: BrowserWindowConstructorOptions): StandInWindow {
  const window = new StandInWindow(options);
  return destroyable('BrowserWindow', window, () => window.isDestroyed());
}
