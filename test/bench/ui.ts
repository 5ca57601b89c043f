import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { ADMIT_HOLD_MS } from '../../src-renderer/state/verdict-board.ts';
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
import { guestAt, measureSearch, searchesOf } from './search.ts';
import { quantile } from './statistics.ts';

const DEFAULT_TICKETS = 1_000_000;
const SCANS = 30;
const QUICK_SCANS = 3;
const SEARCHES = 40;
const QUICK_SEARCHES = 4;
/** Guests come one after the other: a verdict is held for a moment before the next may take its place. */
const BETWEEN_GUESTS_MS = 2 * ADMIT_HOLD_MS;
const FRAME_MS = 16;
const SEARCH_WITHIN_MS = 100;

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
  const browser = await chromium.launch(await findBrowser());
  try {
    const [door, empty] = [await browser.newPage(), await browser.newPage()];
    for (const page of [door, empty]) await noteInput(page);
    await empty.goto('data:text/html,<div id="root"></div>');
    await empty.addScriptTag({ type: 'module', content: await emptyChange() });
    await door.goto(host.ready.url);
    await door.getByRole('status', { name: 'Verdict' }).waitFor();
    rows.unshift(await measureScans({ door, empty }, options));
    await door.bringToFront();
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
  const samples = await alternate(pages, repetitions, async () => {
    const times = { door: new Array<number>(), empty: new Array<number>() };
    for (let scan = 0; scan < scans; scan += 1) {
      const code = anyTicket();
      times.door.push(await scanAt(pages.door, code));
      times.empty.push(await scanAt(pages.empty, code));
      await pages.door.waitForTimeout(BETWEEN_GUESTS_MS);
    }
    return times;
  });
  return rowOf({
    what: `last key of a scan → verdict painted, ${size.toLocaleString('en')} tickets, any ticket, p95`,
    unit: 'scan',
    measure: 'ms',
    subject: { name: "door (processor: the page's thread)", samples: samples.door },
    baseline: { name: 'an empty React state change painted', samples: samples.empty },
    goals: [{ of: 'more wall', most: FRAME_MS }],
  });
}

/** Lets both pages do the same in turn, once to warm up and once a repetition: the p95 of the times, and the mean of the processor times. */
async function alternate(
  { door, empty }: Pages,
  repetitions: number,
  act: () => Promise<Readonly<Record<keyof Pages, readonly number[]>>>,
): Promise<Samples> {
  const threads = { door: await threadOf(door), empty: await threadOf(empty) };
  const samples: Samples = { door: [], empty: [] };
  for (let repetition = -1; repetition < repetitions; repetition += 1) {
    const before = { door: await threads.door.micros(), empty: await threads.empty.micros() };
    const times = await act();
    for (const page of ['door', 'empty'] as const) {
      const cpuMicros = ((await threads[page].micros()) - before[page]) / times[page].length;
      if (repetition >= 0) samples[page].push({ wall: quantile(times[page], 0.95), cpuMicros });
    }
  }
  return samples;
}

/** The processor time so far of the thread that runs a page. */
async function threadOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return {
    micros: async (): Promise<number> => {
      const { metrics } = await session.send('Performance.getMetrics');
      const time = metrics.find(({ name }) => name === 'ThreadTime');
      if (time === undefined) throw new Error('expected the browser to tell ThreadTime');
      return time.value * 1_000_000;
    },
  };
}

/** Types a code as a scanner does; from the last key to the picture, in milliseconds. */
async function scanAt(page: Page, code: string): Promise<number> {
  await page.bringToFront();
  const session = await page.context().newCDPSession(page);
  const press = (text: string) =>
    Promise.all(keyEvents(text).map((event) => session.send('Input.dispatchKeyEvent', event)));
  const time = await paintAfter(page, `[data-ticket="${code}"]`, async () => {
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
  const searches = searchesOf(size, quick ? QUICK_SEARCHES : SEARCHES);
  const samples = await alternate(pages, repetitions, async () => {
    const times = { door: new Array<number>(), empty: new Array<number>() };
    for (const { query, ticket } of searches) {
      await pages.door.bringToFront();
      await field.fill('');
      await pages.door.getByRole('option').first().waitFor({ state: 'detached' });
      const type = () => pages.door.keyboard.insertText(query);
      times.door.push(await paintAfter(pages.door, `#hit-${ticket}`, type));
      times.empty.push(await scanAt(pages.empty, ticket));
    }
    return times;
  });
  return rowOf({
    what: `search in ${size.toLocaleString('en')} tickets by name, order or seat: last key → hits painted, p95`,
    unit: 'search',
    measure: 'ms',
    subject: { name: "box office (processor: the page's thread)", samples: samples.door },
    baseline: { name: 'an empty React state change painted', samples: samples.empty },
    goals: [{ of: 'wall', most: SEARCH_WITHIN_MS }],
  });
}

declare global {
  interface Window {
    /** When the last key or input event was made. */
    lastInputAt?: number;
  }
}

/** Call before the page is opened: the page takes a scanner's keys away from every listener that comes after its own. */
async function noteInput(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const type of ['keydown', 'input']) {
      addEventListener(type, ({ timeStamp }) => (window.lastInputAt = timeStamp), true);
    }
  });
}

const GIVEN_UP_MS = 30_000;

/** From the last key or input event that the act makes until the frame in which the selector first finds something has been painted, in milliseconds. */
async function paintAfter(page: Page, selector: string, act: () => Promise<void>): Promise<number> {
  const armed = await page.evaluateHandle(
    ([awaited, givenUpMs]) => {
      const painted = new Promise<number>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`expected ${awaited}`)), givenUpMs);
        const observer = new MutationObserver(() => {
          if (document.querySelector(awaited) === null) return;
          observer.disconnect();
          clearTimeout(timer);
          requestAnimationFrame(() => {
            // A message that is posted in a frame arrives when the frame is painted.
            const { port1, port2 } = new MessageChannel();
            port1.addEventListener('message', () => {
              resolve(performance.now() - (window.lastInputAt ?? Number.NaN));
            });
            port1.start();
            port2.postMessage(null);
          });
        });
        observer.observe(document, { subtree: true, childList: true, attributes: true });
      });
      return { painted };
    },
    [selector, GIVEN_UP_MS] as const,
  );
  await act();
  return armed.evaluate(({ painted }) => painted);
}
