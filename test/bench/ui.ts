import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { ADMIT_HOLD_MS } from '../../src-renderer/station/state/verdict/verdict-board.ts';
import { findBrowser } from '../support/browser.ts';
import { startStationHost } from '../support/e2e/station-host.ts';
import {
  rowOf,
  type BenchOptions,
  type BenchPart,
  type BenchRow,
  type Sample,
} from './bench-part.ts';
import { referenceAt } from './bench-replica.ts';
import { AWAY, furnishStation } from './furnish-station.ts';
import { guestAt, measureSearch, searchesOf, type GuestSearch } from './search.ts';
import { quantile } from './statistics.ts';

const DEFAULT_TICKETS = 1_000_000;
const SCANS = 30;
const QUICK_SCANS = 1;
const SEARCHES = 20;
const QUICK_SEARCHES = 1;
/** Guests come one after the other: a verdict is held for a moment before the next may take its place. */
const BETWEEN_GUESTS_MS = 2 * ADMIT_HOLD_MS;
/** Between the keys of somebody who types quickly: there is a search after each. */
const BETWEEN_KEYS_MS = 80;
/** After the last of those. */
const AFTER_SEARCH_MS = 200;
const FRAME_MS = 16;
const SEARCH_WITHIN_MS = 150;

interface Options extends BenchOptions {
  readonly size: number;
}

/** What a person waits for at the screen, in a real Chromium before a real station. */
export const uiPart: BenchPart = {
  name: 'ui',
  summary: 'key press → verdict painted, and search, in Chromium at a station without a network',
  run: async (options) => {
    const directory = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
    try {
      return await measure(directory, { ...options, size: options.size ?? DEFAULT_TICKETS });
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
};

async function measure(directory: string, options: Options): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  await furnishStation(directory, {
    tickets: options.size,
    rowAt: guestAt,
    onFilled: async (replica, path) => {
      rows.push(await measureSearch(replica, path, options));
    },
  });
  const host = await startStationHost({
    data: directory,
    args: [`--server=${AWAY.url}`, `--client-id=${AWAY.client}`],
    env: { GATEHOUSE_CLIENT_SECRET: AWAY.secret },
  });
  const browser = await chromium.launch(findBrowser());
  try {
    // Each page in a context of its own, as in a window of its own: neither is in the background when the other is used.
    const [door, empty] = [await browser.newPage(), await browser.newPage()];
    for (const page of [door, empty]) await noteKeys(page);
    await empty.goto('data:text/html,<div id="root"></div>');
    await empty.addScriptTag({ type: 'module', content: await emptyChange() });
    await door.goto(host.ready.url);
    await door.getByRole('status', { name: 'Verdict' }).waitFor();
    rows.unshift(await measureScans({ door, empty }, options));
    await door.keyboard.press('Control+2');
    rows.push(await measureSearches({ door, empty }, options));
    return rows;
  } finally {
    await browser.close();
    await host.stop();
  }
}

/** A page whose state changes with Enter, and nothing else. */
async function emptyChange(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: join(import.meta.dirname, 'programs/empty-change.ts'), formats: ['es'] },
    },
  });
  const [first] = [built].flat();
  if (first === undefined || !('output' in first)) throw new Error('expected a bundle');
  return first.output[0].code;
}

interface Pages {
  readonly door: Page;
  readonly empty: Page;
}

type Samples = Record<keyof Pages, Sample[]>;

async function measureScans(pages: Pages, options: Options): Promise<BenchRow> {
  const { repetitions, size, quick } = options;
  const scans = quick ? QUICK_SCANS : SCANS;
  const used = new Set<number>();
  const anyTicket = () => {
    let index = randomInt(size);
    while (used.has(index)) index = randomInt(size);
    used.add(index);
    return referenceAt(index);
  };
  const samples = await alternate(pages, {
    repetitions,
    count: scans,
    restMs: BETWEEN_GUESTS_MS,
    act: (door) => scanAt(door, anyTicket()),
  });
  return rowOf({
    what: `last key of a scan → verdict painted, ${size.toLocaleString('en')} tickets, any ticket, p95`,
    unit: 'scan',
    measure: 'ms',
    subject: { name: 'door', samples: samples.door },
    baseline: { name: EMPTY, samples: samples.empty },
    goals: [{ of: 'more wall', most: FRAME_MS }],
    headline: true,
  });
}

const EMPTY = 'an empty React state change painted';

interface Acts {
  readonly repetitions: number;
  /** In each repetition. */
  readonly count: number;
  /** Until nothing moves any more at the door. */
  readonly restMs: number;
  readonly act: (door: Page) => Promise<number>;
}

/**
 * Acts at the door and on the empty page in turn, each while the other is at rest: the p95 of a repetition, and once to warm up. Processor
 * time is not stated: the page's thread would count what moves between the acts as well.
 */
async function alternate(
  { door, empty }: Pages,
  { repetitions, count, restMs, act }: Acts,
): Promise<Samples> {
  const samples: Samples = { door: [], empty: [] };
  // Another state each time.
  let changes = 0;
  for (let repetition = -1; repetition < repetitions; repetition += 1) {
    const times = { door: new Array<number>(), empty: new Array<number>() };
    for (let time = 0; time < count; time += 1) {
      times.door.push(await act(door));
      await door.waitForTimeout(restMs);
      times.empty.push(await scanAt(empty, referenceAt(changes++)));
    }
    if (repetition < 0) continue;
    for (const page of ['door', 'empty'] as const) {
      samples[page].push({ wall: quantile(times[page], 0.95), cpuMicros: null });
    }
  }
  return samples;
}

/** Types a code as a scanner does; from the last key to the picture, in milliseconds. */
async function scanAt(page: Page, code: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const press = (text: string) =>
    Promise.all(keyEvents(text).map((event) => session.send('Input.dispatchKeyEvent', event)));
  const time = await paintAfter(page, { selector: `[data-ticket="${code}"]` }, async () => {
    // No key waits for the answer to the one before: on a busy machine the page would take such pauses for a person's.
    await Promise.all(Array.from(code, press));
    // By itself, so that it is not queued behind the others.
    await press('\r');
  });
  await session.detach();
  return time;
}

/** A press and release of a character of a reference, or of the terminator. */
function keyEvents(text: string) {
  const letter = /\d/.test(text) ? `Digit${text}` : `Key${text.toUpperCase()}`;
  const named = { _: 'Minus', '\r': 'Enter' }[text];
  const key = { key: text === '\r' ? 'Enter' : text, code: named ?? letter };
  return [
    { type: 'keyDown', text, ...key },
    { type: 'keyUp', ...key },
  ] as const;
}

async function measureSearches(
  pages: Pages,
  { repetitions, size, quick }: Options,
): Promise<BenchRow> {
  const field = pages.door.getByRole('combobox');
  const count = quick ? QUICK_SEARCHES : SEARCHES;
  // Nothing is searched twice: the second time it would be in memory.
  const searches = searchesOf(size, count * (repetitions + 1)).values();
  const samples = await alternate(pages, {
    repetitions,
    count,
    restMs: AFTER_SEARCH_MS,
    act: async (door) => {
      const { value: search } = searches.next();
      if (search === undefined) throw new RangeError('expected a search');
      await field.fill('');
      await door.getByRole('option').first().waitFor({ state: 'detached' });
      return paintAfter(door, hitOf(search), () =>
        door.keyboard.type(search.query, { delay: BETWEEN_KEYS_MS }),
      );
    },
  });
  return rowOf({
    what: `search in ${size.toLocaleString('en')} tickets by name, order or seat: last key → hits painted, p95`,
    unit: 'search',
    measure: 'ms',
    subject: { name: 'box office', samples: samples.door },
    baseline: { name: EMPTY, samples: samples.empty },
    goals: [{ of: 'wall', most: SEARCH_WITHIN_MS }],
  });
}

/** The hits of the query before the last key may be the same ones, with less of them marked. */
function hitOf({ query, ticket }: GuestSearch): AwaitedElement {
  const hit = ticket === null ? '[role="option"]' : `#hit-${ticket}`;
  return { selector: `${hit} mark`, text: query.split(' ').at(-1) ?? query };
}

declare global {
  interface Window {
    /** When the last key was pressed. */
    lastKeyAt?: number;
  }
}

/** Call before the page is opened: the page takes a scanner's keys away from every listener that comes after its own. */
async function noteKeys(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener('keydown', ({ timeStamp }) => (window.lastKeyAt = timeStamp), true);
  });
}

const GIVEN_UP_MS = 30_000;

/** An element of the page. */
interface AwaitedElement {
  readonly selector: string;
  /** What it says, whatever the case of its letters. */
  readonly text?: string;
}

/** From the last key that the act presses until the frame in which what is awaited first stands has been painted, in milliseconds. */
async function paintAfter(
  page: Page,
  awaited: AwaitedElement,
  act: () => Promise<void>,
): Promise<number> {
  const armed = await page.evaluateHandle(
    ({ selector, text, givenUpMs }) => {
      const isThere = () =>
        [...document.querySelectorAll(selector)].some(
          ({ textContent }) =>
            text === undefined || textContent?.toLowerCase() === text.toLowerCase(),
        );
      const painted = new Promise<number>((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`expected ${selector} ${text ?? ''}`)),
          givenUpMs,
        );
        const observer = new MutationObserver(() => {
          if (!isThere()) return;
          observer.disconnect();
          clearTimeout(timer);
          requestAnimationFrame(() => {
            // Follows the frame's painting, ahead of what has arrived at the page meanwhile.
            void scheduler.postTask(
              () => resolve(performance.now() - (window.lastKeyAt ?? Number.NaN)),
              { priority: 'user-blocking' },
            );
          });
        });
        observer.observe(document, {
          subtree: true,
          childList: true,
          attributes: true,
          characterData: true,
        });
      });
      return { painted };
    },
    { ...awaited, givenUpMs: GIVEN_UP_MS },
  );
  await act();
  return armed.evaluate(({ painted }) => painted);
}
