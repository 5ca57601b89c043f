import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

export interface BrowserChoice {
  readonly executablePath: string;
  readonly args: string[];
}

/** Flags for a quiet browser that sends nothing itself and runs as root in a container. */
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The browser with a window takes this from the system; set, so that both draw the same pictures.
  '--font-render-hinting=slight',
];
/** The headless shell comes first: without a user interface it draws the same pages in half the processor time. */
const installed = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Finds the first available Chromium: the one in GATEHOUSE_CHROMIUM, Playwright's, the system's, or the npm package's. */
export async function findBrowser(environment = process.env): Promise<BrowserChoice> {
  const named = environment['GATEHOUSE_CHROMIUM'];
  if (named !== undefined) return { executablePath: named, args: flags };
  for (const path of [chromium.executablePath(), ...installed]) {
    if (path !== '' && existsSync(path)) return { executablePath: path, args: flags };
  }
  const { default: bundled } = await import('@sparticuz/chromium');
  return { executablePath: await bundled.executablePath(), args: [...flags, ...bundled.args] };
}
