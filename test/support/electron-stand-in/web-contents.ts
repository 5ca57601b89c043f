import type { Frame, Page } from '@playwright/test';
import type { WebContentsPrintOptions } from 'electron';
import { newPage } from './chromium.ts';
import { emitToMain } from './ipc-main.ts';
import { originOf, toServed } from './origins.ts';
import { wrapPreload } from './preload-world.ts';
import { record } from './record.ts';
import { createEvent, StrictEmitter } from './strict.ts';

interface Delivery {
  readonly channel: string;
  readonly args: readonly unknown[];
}

type OpenHandler = (details: { readonly url: string }) => { readonly action: string };

/** A page of real Chromium that runs the built preload first. */
export class StandInWebContents extends StrictEmitter {
  readonly #preload: string;
  readonly #onClosed: () => void;
  #page: Promise<Page> | null = null;
  #url = '';
  #expected: string | null = null;
  #openHandler: OpenHandler | null = null;
  #outgoing: Delivery[] = [];
  #wake: (() => void) | null = null;

  constructor(preload: string, onClosed: () => void) {
    super('webContents', [
      'render-process-gone',
      'will-attach-webview',
      'will-frame-navigate',
      'will-redirect',
    ]);
    this.#preload = preload;
    this.#onClosed = onClosed;
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  /** Like Electron's, it throws on values that cannot be cloned. */
  send(channel: string, ...args: readonly unknown[]): void {
    this.#outgoing.push({ channel, args: structuredClone(args) });
    this.#wake?.();
  }

  reload(): void {
    void this.load(this.#url);
  }

  async load(url: string): Promise<void> {
    this.#url = url;
    this.#page ??= this.#openPage();
    const page = await this.#page;
    // A request has no fragment.
    this.#expected = url.replace(/#.*/, '');
    await page.goto(toServed(url));
  }

  async executeJavaScript(code: string): Promise<unknown> {
    const page = await this.#page;
    return page?.evaluate(code);
  }

  async getPrintersAsync(): Promise<readonly { name: string; displayName: string }[]> {
    return printers().map((name) => ({ name, displayName: `${name} (test)` }));
  }

  /** Like Electron's, it says why the system took nothing. */
  print(options: WebContentsPrintOptions, onDone: (isTaken: boolean, why: string) => void): void {
    const { deviceName = printers()[0] } = options;
    if (deviceName === undefined) return onDone(false, 'No printers available on the network');
    if (!printers().includes(deviceName)) return onDone(false, 'Invalid deviceName provided');
    void this.executeJavaScript('document.body.textContent').then((text) => {
      record.printed.push({ options, text });
      return onDone(true, '');
    });
  }

  /** Closes the page with its window, unless it has crashed. */
  closePage(): void {
    const page = this.#page;
    this.#page = null;
    void page?.then((open) => open.close());
  }

  async #openPage(): Promise<Page> {
    const page = await newPage({
      mayNavigate: (url, isMainFrame) => this.#mayNavigate(url, isMainFrame),
      mayRedirect: (url, isMainFrame) => this.#mayGo('will-redirect', url, isMainFrame),
      onWindowOpen: (url) => this.#refuseWindow(url),
    });
    await page.exposeBinding('__standInSend', ({ frame }, delivery: Delivery) =>
      emitToMain(
        delivery.channel,
        createEvent({ sender: this, senderFrame: describe(frame) }),
        delivery.args,
      ),
    );
    await page.exposeBinding('__standInReceive', () => this.#nextDeliveries());
    await page.addInitScript({ content: wrapPreload(this.#preload) });
    let crashed = false;
    page.on('close', () => {
      if (!crashed && this.#page !== null) this.#onClosed();
    });
    page.on('crash', () => {
      crashed = true;
      this.#page = null;
      void page.close();
      this.emit('render-process-gone', createEvent({}), { reason: 'crashed', exitCode: 1 });
    });
    return page;
  }

  async #nextDeliveries(): Promise<readonly Delivery[]> {
    this.#wake?.(); // an earlier waiter belongs to a page that has been left
    if (this.#outgoing.length === 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      await promise;
    }
    return this.#outgoing.splice(0);
  }

  #mayNavigate(url: string, isMainFrame: boolean): boolean {
    if (isMainFrame && this.#expected === url) {
      this.#expected = null;
      this.#outgoing = [];
      return true;
    }
    return this.#mayGo('will-frame-navigate', url, isMainFrame);
  }

  #mayGo(event: 'will-frame-navigate' | 'will-redirect', url: string, isMainFrame: boolean) {
    const details = createEvent({ url, isMainFrame, isSameDocument: false, frame: null });
    this.emit(event, details);
    return !details.defaultPrevented;
  }

  #refuseWindow(url: string): void {
    const action = this.#openHandler?.({ url }).action ?? 'allow';
    if (action !== 'deny') throw new Error(`the stand-in opens no further windows (${url})`);
    record.deniedWindows.push(url);
  }
}

/** The printers of the system, as the test names them. */
function printers(): readonly string[] {
  return (process.env['STAND_IN_PRINTERS'] ?? '').split(',').filter((name) => name !== '');
}

function describe(frame: Frame): { url: string; origin: string; parent: object | null } {
  const parent = frame.parentFrame();
  return {
    url: frame.url(),
    origin: originOf(frame.url()),
    parent: parent === null ? null : describe(parent),
  };
}
