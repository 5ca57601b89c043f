import { readdirSync } from 'node:fs';
import { expect } from '@playwright/test';
import { drawsAlike } from '../support/browser.ts';
import { evening } from '../support/door-script.ts';
import { doorTest } from '../support/e2e/scripted-door.ts';
import { violations } from '../support/e2e/violations.ts';
import {
  doorSize,
  isAsKept,
  phoneSize,
  pictures,
  picturesFolder,
  takesOf,
  tolerance,
} from '../support/look-pictures.ts';
import { looks, type Look, type Scene } from '../support/looks.ts';

// Compares every screen, in every state that matters, with a reviewed picture. `npm run looks` retakes the pictures of screens that changed. axe
// checks the same states in both themes.

interface Fixtures {
  /** Opens the page in this state with its clock stopped at 19:42:07. */
  readonly show: (look: Look) => Promise<Scene>;
}

const test = doorTest.extend<Fixtures>({
  show: async ({ page, open }, provide) => {
    await provide(async ({ opens, kept = {}, go }) => {
      await page.setViewportSize(doorSize);
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.addInitScript((entries) => {
        for (const [key, value] of entries) localStorage.setItem(key, JSON.stringify(value));
      }, Object.entries(kept));
      const heard = { out: 0, in: 0 };
      page.on('websocket', (socket) => {
        socket.on('framereceived', () => (heard.out += 1));
        socket.on('framesent', () => (heard.in += 1));
      });
      await page.clock.install({ time: new Date(evening(-30)) });
      const { station } = await open(opens);
      await page.clock.pauseAt(new Date(Date.parse(evening()) + 7_000));
      const scene = { page, station, pass: (ms: number) => page.clock.runFor(ms) };
      await go?.(scene);
      // Waits until no request is pending: an answer may cause another request, and the page's clock is stopped meanwhile.
      const underWay = () => {
        const { out, in: into } = station.traffic();
        return Math.abs(out - heard.out) + Math.abs(into - heard.in);
      };
      let said;
      do {
        said = JSON.stringify(station.traffic());
        for (let passed = 0; passed < 500; passed += 125) {
          await scene.pass(125);
          await page.evaluate(tasksDone);
        }
        await expect.poll(underWay, { intervals: [5, 10, 20, 50] }).toBe(0);
      } while (JSON.stringify(station.traffic()) !== said);
      return scene;
    });
  },
});

/** Waits until the page has painted its last change and finished the tasks that it started. Runs in the page. */
async function tasksDone(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    const { port1, port2 } = new MessageChannel();
    await new Promise((done) => {
      port1.addEventListener('message', done);
      port1.start();
      port2.postMessage(null);
    });
    port1.close();
  }
}

// Its clock stands still, and stays so.
test.use({ ownPage: true });
test.describe.configure({ mode: 'parallel', timeout: 120_000 });

test('the pictures can be compared here', { tag: '@long' }, () => {
  test.skip(!drawsAlike, 'the pictures were drawn with the Chromium bundled for Linux x64');
});

for (const look of looks) {
  const title = `${look.name} looks as it did, and passes axe in both themes`;
  test(title, { tag: '@long' }, async ({ page, show }) => {
    const { pass } = await show(look);
    for (const { size, colorScheme, file } of drawsAlike ? takesOf(look.name) : []) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      await pass(50);
      const picture = await page.screenshot({ animations: 'disabled', scale: 'css' });
      if (await isAsKept(picture, look.name, file)) continue;
      await expect.soft(page).toHaveScreenshot([look.name, file], {
        timeout: 10_000,
        ...tolerance,
      });
    }
    // axe uses timers of the page.
    await page.clock.resume();
    // Contrast depends on the theme, and hiding and wrapping on the size, so one theme per size is enough.
    for (const [colorScheme, size] of [
      ['light', phoneSize],
      ['dark', doorSize],
    ] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      expect.soft(await violations(page), `${size.width} ${colorScheme}`).toEqual([]);
    }
  });
}

test('every picture in the folder belongs to a look', { tag: '@long' }, () => {
  const found = readdirSync(picturesFolder, { recursive: true, encoding: 'utf8' });
  expect(found.filter((path) => path.endsWith('.png')).toSorted()).toEqual(pictures.toSorted());
});
