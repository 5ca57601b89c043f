import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { ADMIT_HOLD_MS } from '../../src-renderer/state/verdict-board.ts';
import { findBrowser } from '../support/browser.ts';
import { startStationHost } from '../support/e2e/station-host.ts';
import type { BenchOptions, BenchPart, BenchRow } from './bench-part.ts';
import { referenceAt } from './bench-replica.ts';
import { AWAY, furnishStation } from './furnish-station.ts';
import { guestAt, measureSearch, searchesOf } from './search.ts';
import { quantile, spreadOf } from './statistics.ts';

const DEFAULT_TICKETS = 1_000_000;
const SCANS_PER_REPETITION = 30;
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
  run: async ({ repetitions, size }) => {
    const directory = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
    try {
      return await measure(directory, { repetitions, size: size ?? DEFAULT_TICKETS });
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
    rows.push(await measureSearches(door, options));
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

async function measureScans({ door, empty }: Pages, options: Options): Promise<BenchRow> {
  const { repetitions, size } = options;
  let scans = 0;
  const alternate = async () => {
    const run = { door: new Array<number>(), empty: new Array<number>() };
    for (let scan = 0; scan < SCANS_PER_REPETITION; scan += 1) {
      const code = referenceAt((scans += 1));
      run.door.push(await scanAt(door, code));
      run.empty.push(await scanAt(empty, code));
      await door.waitForTimeout(BETWEEN_GUESTS_MS);
    }
    return run;
  };
  await alternate();
  const runs: Awaited<ReturnType<typeof alternate>>[] = [];
  for (let repetition = 0; repetition < repetitions; repetition += 1) runs.push(await alternate());
  const p95 = (at: keyof Pages) => runs.map((run) => quantile(run[at], 0.95));
  const [ours, bare] = [spreadOf(p95('door')).median, spreadOf(p95('empty')).median];
  return {
    what: `last key of a scan → verdict painted, ${size.toLocaleString('en')} tickets, p95`,
    baseline: 'an empty React state change painted',
    goal: `≤ +${FRAME_MS} ms`,
    ratio: spreadOf(runs.map((run) => quantile(run.door, 0.95) / quantile(run.empty, 0.95))),
    met: ours - bare <= FRAME_MS,
    figures: {
      verdict: milliseconds(ours),
      'verdict p50': milliseconds(
        quantile(
          runs.flatMap((run) => run.door),
          0.5,
        ),
      ),
      empty: milliseconds(bare),
    },
    repetitions,
  };
}

/** Types a code key after key, as fast as the browser takes them; from the last key to the picture, in milliseconds. */
async function scanAt(page: Page, code: string): Promise<number> {
  await page.bringToFront();
  return paintAfter(page, `[data-ticket="${code}"]`, () => page.keyboard.type(`${code}\n`));
}

async function measureSearches(page: Page, { repetitions, size }: Options): Promise<BenchRow> {
  const field = page.getByRole('combobox');
  const searches = searchesOf(size);
  const alternate = async () => {
    const times: number[] = [];
    for (const { query, ticket } of searches) {
      await field.fill('');
      await page.getByRole('option').first().waitFor({ state: 'detached' });
      const type = () => page.keyboard.insertText(query);
      times.push(await paintAfter(page, `#hit-${ticket}`, type));
    }
    return times;
  };
  await alternate();
  const runs: number[][] = [];
  for (let repetition = 0; repetition < repetitions; repetition += 1) runs.push(await alternate());
  const p95 = spreadOf(runs.map((run) => quantile(run, 0.95))).median;
  return {
    what: `search in ${size.toLocaleString('en')} tickets by name, order or seat: last key → hits painted, p95`,
    baseline: 'the median search of the same repetition',
    goal: `< ${SEARCH_WITHIN_MS} ms`,
    ratio: spreadOf(runs.map((run) => quantile(run, 0.95) / quantile(run, 0.5))),
    met: p95 < SEARCH_WITHIN_MS,
    figures: { p95: milliseconds(p95), p50: milliseconds(quantile(runs.flat(), 0.5)) },
    repetitions,
  };
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

function milliseconds(value: number): string {
  return `${value.toFixed(0)} ms`;
}
