import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

export interface BrowserChoice {
  readonly executablePath: string;
  readonly args: string[];
}

/** Quiet, offline, and able to run as root in a container. */
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // What the browser with a window takes from the system: both draw the same pictures.
  '--font-render-hinting=slight',
];
/** The headless shell first: it draws the same pages for half of the processor time, as it has no window with a user interface. */
const installed = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The first Chromium there is: named by GATEHOUSE_CHROMIUM, Playwright's own, the system's, the one that came with npm. */
export async function findBrowser(environment = process.env): Promise<BrowserChoice> {
  const named = environment['GATEHOUSE_CHROMIUM'];
  if (named !== undefined) return { executablePath: named, args: flags };
  for (const path of [chromium.executablePath(), ...installed]) {
    if (path !== '' && existsSync(path)) return { executablePath: path, args: flags };
  }
  const { default: bundled } = await import('@sparticuz/chromium');
  return { executablePath: await bundled.executablePath(), args: [...flags, ...bundled.args] };
}
