import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { evening } from '../support/door-script.ts';
import { doorTest } from '../support/e2e/scripted-door.ts';
import { violations } from '../support/e2e/violations.ts';
import {
  drawnWith,
  drawnWithHere,
  picturesFolder,
  sizes,
  takes,
} from '../support/look-pictures.ts';
import { looks, type Look, type Scene } from '../support/looks.ts';

// Every screen in every state that matters, beside pictures that somebody has looked at. `npm run looks` takes those again whose screen
// changed. axe looks at the same states, in both themes.

interface Fixtures {
  /** Opens the page in this state, at seven seconds past 19:42, where time stands still. */
  readonly show: (look: Look) => Promise<Scene>;
}

const test = doorTest.extend<Fixtures>({
  show: async ({ page, open }, provide) => {
    await provide(async ({ opens, kept = {}, go }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.addInitScript((entries) => {
        for (const [key, value] of entries) localStorage.setItem(key, JSON.stringify(value));
      }, Object.entries(kept));
      await page.clock.install({ time: new Date(evening(-30)) });
      const { station } = await open(opens);
      await page.clock.pauseAt(new Date(Date.parse(evening()) + 7_000));
      const scene = { page, station, pass: (ms: number) => page.clock.runFor(ms) };
      await go?.(scene);
      await scene.pass(500);
      return scene;
    });
  },
});

test.describe.configure({ mode: 'parallel', timeout: 120_000 });

for (const look of looks) {
  test(`${look.name} looks as it did`, { tag: '@long' }, async ({ page, browser, show }) => {
    const here = await drawnWithHere(browser, page);
    test.skip(here !== drawnWith(), `the pictures were drawn with ${drawnWith()}, this is ${here}`);
    const { pass } = await show(look);
    for (const { size, colorScheme, file } of takes) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      await pass(50);
      await expect.soft(page).toHaveScreenshot([look.name, file], {
        timeout: 10_000,
        // The pictures are kept in fewer colours than the screen has.
        threshold: 0.12,
        maxDiffPixels: 80,
      });
    }
  });

  test(`${look.name} passes axe in both themes`, { tag: '@long' }, async ({ page, show }) => {
    await show(look);
    // axe waits by the clock of the page.
    await page.clock.resume();
    for (const size of [sizes[0], sizes[3]]) {
      await page.setViewportSize(size);
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        expect.soft(await violations(page), `${size.width} ${colorScheme}`).toEqual([]);
      }
    }
  });
}

test('each picture is one of a look', { tag: '@long' }, () => {
  const found = readdirSync(picturesFolder, { withFileTypes: true }).filter((one) =>
    one.isDirectory(),
  );
  expect(found.map(({ name }) => name).toSorted()).toEqual(
    looks.map(({ name }) => name).toSorted(),
  );
  for (const { name } of found) {
    expect(readdirSync(join(picturesFolder, name)).toSorted(), name).toEqual(
      takes.map(({ file }) => file).toSorted(),
    );
  }
});
