import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  chromium,
  type BrowserContext,
  type Frame,
  type Page,
  type Request,
  type Route,
} from '@playwright/test';
import { findBrowser } from '../browser.ts';
import { fromServed } from './origins.ts';
import { answerFromProtocol, mayFetch } from './protocol.ts';
import { record } from './record.ts';

/** Decides about the navigations of one window's page. */
export interface PageOwner {
  /** Whether Electron lets this navigation happen. */
  readonly mayNavigate: (url: string, isMainFrame: boolean) => boolean;
  /** The same for the target of a redirect. */
  readonly mayRedirect: (url: string, isMainFrame: boolean) => boolean;
  /** Called when the page tries to open a window. */
  readonly onWindowOpen: (url: string) => void;
}

let context: BrowserContext | null = null;
let making = 0;
const owners = new Map<Page, PageOwner>();

/** Starts the Chromium whose pages are the windows, and sends the test its address. */
export async function launchBrowser(userData: string): Promise<void> {
  const choice = findBrowser();
  const profile = join(userData, 'chromium');
  context = await chromium.launchPersistentContext(profile, {
    ...choice,
    args: [
      ...choice.args,
      '--remote-debugging-port=0',
      '--autoplay-policy=no-user-gesture-required',
    ],
    viewport: { width: 1280, height: 800 },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  await context.route('**/*', routeRequest);
  context.on('page', (page) => {
    // A page that no window requested comes from `window.open`.
    if (making === 0 && !owners.has(page)) void refusePopup(page);
  });
  const [port] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
  process.send?.({ kind: 'browser', endpoint: `http://127.0.0.1:${port}` });
}

export async function newPage(owner: PageOwner): Promise<Page> {
  if (context === null) throw new Error('expected a browser before a window');
  making += 1;
  const page = await context.newPage();
  owners.set(page, owner);
  making -= 1;
  return page;
}

export async function closeBrowser(): Promise<void> {
  await context?.close();
}

async function refusePopup(page: Page): Promise<void> {
  const opener = await page.opener();
  const owner = opener === null ? [...owners.values()][0] : owners.get(opener);
  owner?.onWindowOpen(fromServed(page.url()));
  await page.close();
}

async function routeRequest(route: Route): Promise<void> {
  const request = route.request();
  const url = fromServed(request.url());
  if (request.isNavigationRequest()) {
    const frame = frameOf(request);
    if (frame === null) for (const opener of owners.values()) opener.onWindowOpen(url);
    const owner = frame === null ? undefined : owners.get(frame.page());
    if (owner === undefined || !owner.mayNavigate(url, frame?.parentFrame() === null)) {
      if (owner !== undefined) record.deniedNavigations.push(url);
      await route.abort('aborted');
      return;
    }
  }
  if (!url.startsWith('app:')) {
    record.outsideRequests.push(url);
    await route.abort('blockedbyclient');
    return;
  }
  if (['fetch', 'xhr'].includes(request.resourceType()) && !mayFetch(url)) {
    await route.abort('failed');
    return;
  }
  const answer = await answerFromProtocol(url, request.method());
  const target = answer.headers['location'];
  if (request.isNavigationRequest() && answer.status >= 300 && target !== undefined) {
    const frame = frameOf(request);
    const owner = frame === null ? undefined : owners.get(frame.page());
    if (owner?.mayRedirect(target, frame?.parentFrame() === null) !== true) {
      record.deniedNavigations.push(target);
      await route.abort('aborted');
      return;
    }
  }
  await route.fulfill(answer);
}

/** Null for the first request of a page that does not exist yet, from `window.open`. */
function frameOf(request: Request): Frame | null {
  try {
    return request.frame();
  } catch {
    return null;
  }
}
