import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { bundledBrowser } from './bundled-browser.ts';

export interface BrowserChoice {
  readonly executablePath: string;
  readonly args: string[];
  /** The whole environment of the browser. */
  readonly env: Record<string, string>;
}

/** Flags for a quiet browser that sends nothing itself and runs as root in a container. */
const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=slight',
];

const installed = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Whether the tests drive the bundled browser, which draws every page alike on every machine. */
export const drawsAlike =
  process.platform === 'linux' &&
  process.arch === 'x64' &&
  process.env['GATEHOUSE_CHROMIUM'] === undefined;

/** The Chromium of the tests: the one in GATEHOUSE_CHROMIUM, on Linux x64 the bundled one, elsewhere Playwright's or the system's. */
export function findBrowser(): BrowserChoice {
  if (drawsAlike) {
    const { executablePath, environment } = bundledBrowser();
    return { executablePath, args, env: { ...ownEnvironment(), ...environment } };
  }
  const named = process.env['GATEHOUSE_CHROMIUM'];
  const candidates = named === undefined ? [chromium.executablePath(), ...installed] : [named];
  const executablePath = candidates.find((path) => existsSync(path));
  if (executablePath === undefined && named !== undefined) {
    throw new Error(`GATEHOUSE_CHROMIUM names ${named}, which does not exist.`);
  }
  if (executablePath === undefined) {
    throw new Error('The tests drive Chromium. To install it: npx playwright install chromium');
  }
  return { executablePath, args, env: ownEnvironment() };
}

function ownEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}
