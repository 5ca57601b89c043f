import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { ticketNumber } from '../support/door-script.ts';
import { doorTest as test } from '../support/e2e/scripted-door.ts';
import { temporaryFolder } from '../support/e2e/temporary-folder.ts';

// The door stays in front, and nothing but staff works it.

const first = ticketNumber(1);
const second = ticketNumber(2);

/** The buttons that were pressed since. */
async function watchPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Object.assign(window, { presses: 0 });
    for (const type of ['click', 'focusin']) {
      document.addEventListener(
        type,
        ({ target }) => {
          const isPress = type === 'click' || document.querySelector('[role=dialog]') !== null;
          if (isPress && target instanceof Element) {
            Object.assign(window, { presses: Number(Reflect.get(window, 'presses')) + 1 });
          }
        },
        true,
      );
    }
  });
  return async () => page.evaluate(() => Number(Reflect.get(window, 'presses')));
}

for (const keys of ['\t\t', '\t'.repeat(4), '\t'.repeat(9), '\t\t ', 'A12', '07']) {
  test(`a code of ${JSON.stringify(keys)} presses nothing`, async ({ page, open }) => {
    const { scanner, scans } = await open();
    await page.getByRole('button', { name: 'Activity' }).focus();
    const presses = await watchPresses(page);
    await scanner.scan(keys);
    await scanner.scan(first);
    await expect.poll(scans).toEqual([first]);
    expect(await presses()).toBe(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
}

test('a code that is pasted is a scan, and a person still pastes into a field', async ({
  page,
  open,
}) => {
  const { scans } = await open();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(async (text) => navigator.clipboard.writeText(text), `${first}\n${second}\n`);
  await page.keyboard.press('Control+V');
  await expect.poll(scans).toEqual([first, second]);
  await page.getByRole('button', { name: 'Type a code' }).click();
  const field = page.getByLabel('Code, name, order or seat');
  await expect(field).toBeFocused();
  await page.keyboard.press('Control+V');
  await expect(field).toHaveValue(new RegExp(first));
  expect(scans()).toHaveLength(2);
});

test('a file or a link that is dropped on the page opens nothing', async ({ page, open }) => {
  await open();
  const folder = await temporaryFolder('dropped');
  const file = join(folder.path, 'dropped.html');
  writeFileSync(file, '<h1>dropped</h1>');
  const session = await page.context().newCDPSession(page);
  const link = { mimeType: 'text/uri-list', data: 'http://127.0.0.1:9/' };
  const before = page.url();
  // An earlier test may have left tabs.
  const pages = page.context().pages().length;
  const refused: unknown[] = [];
  await page.exposeFunction('noteDrag', (effect: unknown) => void refused.push(effect));
  await page.evaluate(() => {
    addEventListener('dragover', ({ defaultPrevented, dataTransfer }) => {
      const note: unknown = Reflect.get(window, 'noteDrag');
      if (typeof note === 'function') note([defaultPrevented, dataTransfer?.dropEffect]);
    });
  });
  for (const [files, items] of [
    [[file], []],
    [[], [link]],
  ] as const) {
    const data = { items: [...items], files: [...files], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await session.send('Input.dispatchDragEvent', { type, x: 640, y: 400, data });
    }
  }
  await expect.poll(() => refused.length).toBeGreaterThanOrEqual(2);
  for (const one of refused) expect(one).toEqual([true, 'none']);
  expect(page.url()).toBe(before);
  expect(page.context().pages()).toHaveLength(pages);
  await folder.remove();
});

test.describe('on a page of its own', () => {
  test.use({ ownPage: true });

  test('the display stays on, again each time the page comes back', async ({ page, open }) => {
    await page.addInitScript(() => {
      Object.assign(window, { locks: 0 });
      navigator.wakeLock.request = () => {
        Object.assign(window, { locks: Number(Reflect.get(window, 'locks')) + 1 });
        return Promise.reject(new DOMException('refused', 'NotAllowedError'));
      };
    });
    await open();
    const locks = async () => page.evaluate(() => Number(Reflect.get(window, 'locks')));
    expect(await locks()).toBe(1);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    expect(await locks()).toBe(2);
  });
});

// A translation replaces the texts that the screen goes on changing, and sends the guests' names to whoever translates.
test('the browser does not offer to translate the page', async ({ page, open }) => {
  await open();
  expect(await page.evaluate(() => document.documentElement.translate)).toBe(false);
});
