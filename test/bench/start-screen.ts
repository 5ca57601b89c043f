import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { findBrowser } from '../support/browser.ts';
import { startStationHost } from '../support/e2e/station-host.ts';
import { startBareNode } from './bare-node.ts';
import { rowOf, type BenchOptions, type BenchRow, type Goal, type Sample } from './bench-part.ts';

const SCANNED_WITHIN_MS = 2_500;

const project = join(import.meta.dirname, '..', '..');

/**
 * `npm start` in a clone, on a new folder with demo data, until a browser that is open already shows the verdict of a ticket: when nothing
 * is built yet, and when all is.
 */
export async function measureScreen(
  directory: string,
  { repetitions }: BenchOptions,
): Promise<readonly BenchRow[]> {
  const clone = join(directory, 'clone');
  execFileSync('git', ['clone', '--quiet', '--shared', project, clone]);
  symlinkSync(join(project, 'node_modules'), join(clone, 'node_modules'), 'dir');
  const browser = await chromium.launch(findBrowser());
  const unbuilt: Sample[] = [];
  const built: Sample[] = [];
  const bare: Sample[] = [];
  try {
    for (let repetition = 0; repetition < repetitions; repetition += 1) {
      const data = join(directory, `demo-${repetition}`);
      rmSync(join(clone, 'out'), { recursive: true, force: true });
      unbuilt.push(await startAndScan(browser, clone, `${data}-unbuilt`));
      built.push(await startAndScan(browser, clone, `${data}-built`));
      bare.push((await startBareNode()).start);
    }
  } finally {
    await browser.close();
  }
  const row = (what: string, samples: readonly Sample[], goals: readonly Goal[] = []) =>
    rowOf({
      what,
      unit: 'start',
      measure: 'ms',
      subject: { name: 'npm start', samples },
      baseline: { name: 'bare node', samples: bare },
      goals,
    });
  return [
    row('npm start in a built clone → a ticket of the demo is scanned on the screen', built, [
      { of: 'wall', most: SCANNED_WITHIN_MS },
    ]),
    row('npm start in an unbuilt clone → a ticket of the demo is scanned on the screen', unbuilt),
  ];
}

async function startAndScan(browser: Browser, root: string, data: string): Promise<Sample> {
  mkdirSync(data, { mode: 0o700 });
  const begun = performance.now();
  const host = await startStationHost({ data, root });
  try {
    const code = host.ready.demo?.door.codes[0]?.code ?? '';
    const page = await browser.newPage();
    await page.goto(host.ready.url);
    await page.getByRole('status', { name: 'Verdict' }).waitFor();
    await page.keyboard.type(`${code}\n`);
    await page.locator(`[data-ticket="${code}"]`).waitFor();
    const wall = performance.now() - begun;
    await page.close();
    await host.stop();
    // npm ends before its programs do, so that their processor time is counted nowhere.
    return { wall, cpuMicros: null };
  } finally {
    await host.kill();
  }
}
