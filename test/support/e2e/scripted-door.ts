import { expect, test } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { catalogue } from '../../../src-renderer/station/i18n/languages.ts';
import { openScriptedPage } from '../scripted-page.ts';
import type { PageScript, ScriptedPage } from '../scripted-page.ts';
import { pressLikeAPerson } from './person-keys.ts';
import { plugInScanner } from './scan-keys.ts';
import type { Scanner } from './scan-keys.ts';

export interface ScriptedDoor {
  readonly station: ScriptedPage;
  readonly scanner: Scanner;
  /** Codes that the page sent to the station, in order; a repeated id counts once. */
  readonly scans: () => readonly string[];
}

interface Fixtures {
  /** Opens the page as in a browser that has never seen it, with a station that begins anew. */
  readonly open: (script?: PageScript) => Promise<ScriptedDoor>;
  /** Gives each test a page of its own. For what a browser does the first time only. */
  readonly ownPage: boolean;
}

interface WorkerFixtures {
  readonly shared: SharedPage;
}

/** The page and the station of a worker. Its tests use them one after the other, because opening a page costs more than most tests. */
interface SharedPage {
  readonly station: ScriptedPage;
  /** The page with its scanner; null before the first test and after a test that has changed it for good. */
  current: OpenedPage | null;
}

interface OpenedPage {
  readonly page: Page;
  readonly scanner: Scanner;
  /** The options of the browser context. */
  readonly options: string;
  readonly complaints: string[];
  isChangedForGood: boolean;
}

/** Opens the page with a scripted station. A test fails if the browser reports a violation of the content security policy. */
export const doorTest = test.extend<Fixtures, WorkerFixtures>({
  shared: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from a pattern
    async ({}, provide) => {
      const station = await openScriptedPage();
      await provide({ station, current: null });
      await station.close();
    },
    { scope: 'worker' },
  ],
  ownPage: [false, { option: true }],
  page: async ({ browser, shared, ownPage, viewport, hasTouch, locale }, provide) => {
    const options = JSON.stringify({ viewport, hasTouch, locale });
    if (ownPage || shared.current?.options !== options) {
      await shared.current?.page.context().close();
      shared.current = await openPage(browser, options);
    }
    const { page } = shared.current;
    await provide(page);
    if (ownPage || shared.current.isChangedForGood) {
      await page.context().close();
      shared.current = null;
    } else {
      await empty(page, shared.station);
      await page.mouse.move(-1, -1);
      await page.emulateMedia(asUsual);
      if (viewport !== null) await page.setViewportSize(viewport);
    }
  },
  open: async ({ page, shared }, provide) => {
    const { station, current } = shared;
    if (current === null) throw new Error('expected a page');
    const { scanner, complaints } = current;
    complaints.length = 0;
    await provide(async (script) => {
      if (!['about:blank', station.emptyPage].includes(page.url())) await empty(page, station);
      station.restart(script);
      await page.goto(station.url);
      await expect(page.locator('#root > *').first()).toBeVisible();
      await expect(page.getByRole('heading', { name: connecting })).toHaveCount(0);
      return { station, scanner, scans: () => codesOf(station) };
    });
    expect(complaints).toEqual([]);
  },
});

async function openPage(browser: Browser, options: string): Promise<OpenedPage> {
  // With the options of the test, which Playwright adds. A door's clock is that of its event.
  const context = await browser.newContext({ timezoneId: 'Europe/Berlin' });
  const page = await context.newPage();
  pressLikeAPerson(page);
  const opened: OpenedPage = {
    page,
    scanner: await plugInScanner(page),
    options,
    complaints: listen(page),
    isChangedForGood: false,
  };
  // What these do lasts as long as the page.
  for (const [owner, name] of [
    [page, 'addInitScript'],
    [page, 'route'],
    [page, 'exposeFunction'],
    [page.clock, 'install'],
  ] as const) {
    const original: unknown = Reflect.get(owner, name);
    if (typeof original !== 'function') throw new Error(`expected ${name}`);
    Reflect.set(owner, name, (...given: readonly unknown[]): unknown => {
      opened.isChangedForGood = true;
      return Reflect.apply(original, owner, given);
    });
  }
  return opened;
}

/** Leaves the page, and removes what it has stored. */
async function empty(page: Page, station: ScriptedPage): Promise<void> {
  await page.goto(station.emptyPage);
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const { name = '' } of await indexedDB.databases()) {
      await new Promise((removed) => {
        indexedDB.deleteDatabase(name).addEventListener('success', removed);
      });
    }
  });
}

/** The media of a new context. */
const asUsual = {
  media: null,
  colorScheme: 'light',
  reducedMotion: 'no-preference',
  forcedColors: 'none',
  contrast: 'no-preference',
} as const;

/** What a page shows until the station's `welcome`; it treats earlier outcomes as history. */
const connecting = new RegExp(
  Object.values(catalogue)
    .map(({ idle }) => idle.connecting)
    .join('|'),
);

/** Collects errors of the page, except for the lost connection to the station, which tests cause. */
function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const isLoss = message.text().includes('WebSocket connection to');
    if (['error', 'warning'].includes(message.type()) && !isLoss) complaints.push(message.text());
  });
  return complaints;
}

function codesOf(station: ScriptedPage): readonly string[] {
  const byId = new Map(station.requests.map(({ id, command }) => [id, command]));
  return [...byId.values()].flatMap((command) => (command.kind === 'scan' ? [command.code] : []));
}

/** A round trip of the page, in which a request that it had already made would have reached the station. */
export async function roundTrip(page: Page): Promise<void> {
  await page.evaluate(async () => (await fetch('/')).status);
}

export function verdictOf(page: Page) {
  return page.getByRole('status', { name: 'Verdict' });
}
