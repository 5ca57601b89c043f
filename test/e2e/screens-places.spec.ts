import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { kinds, outcome, readyState, ticketNumber } from '../support/door-script.ts';
import { runBoxOffice } from '../support/box-office-script.ts';
import { doorTest as test, verdictOf } from '../support/e2e/scripted-door.ts';

const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Find a ticket' });
const railOf = (page: Page) => page.getByRole('navigation', { name: 'Places' });

test('the rail and its keys switch between places, and the place survives a reload', async ({
  page,
  open,
}) => {
  await open();
  const rail = railOf(page);
  await expect(rail.getByRole('button')).toHaveCount(4);
  await expect(rail.getByRole('button', { name: 'Door' })).toHaveAttribute('aria-current', 'page');
  await rail.getByRole('button', { name: 'Box office' }).click();
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.press('Control+1');
  await expect(page.getByRole('grid', { name: 'Last scans' })).toBeVisible();
  await page.keyboard.press('Control+2');
  await expect(fieldOf(page)).toBeFocused();
  await page.reload();
  await expect(fieldOf(page)).toBeFocused();
  await expect(rail.getByRole('button', { name: 'Box office' })).toHaveAttribute(
    'aria-keyshortcuts',
    'Control+2',
  );
});

test('a station without an entry point opens in the box office, one with an entry point at the door', async ({
  page,
  open,
}) => {
  await open({ state: { entry_point: null } });
  await expect(fieldOf(page)).toBeFocused();
  await page.evaluate(() => sessionStorage.clear());
  await open();
  await expect(page.getByRole('grid', { name: 'Last scans' })).toBeVisible();
  // The tickets may arrive before the entry points, which the station needs to choose one.
  await page.evaluate(() => sessionStorage.clear());
  const { station } = await open({ state: { entry_point: null, entry_points: [] } });
  await expect(page.getByRole('grid', { name: 'Last scans' })).toBeVisible();
  const { entry_point, entry_points } = readyState();
  station.setState({ entry_point, entry_points });
  await expect(page.getByText('North Gate').first()).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Last scans' })).toBeVisible();
});

test(
  'F1 lists the keys of the places, and switching to a place closes an open sheet',
  { tag: '@long' },
  async ({ page, open }) => {
    await open();
    await page.keyboard.press('F1');
    const sheet = page.getByRole('dialog', { name: 'Keys' });
    await sheet.getByRole('button', { name: 'Box office' }).click();
    await expect(sheet).toHaveCount(0);
    await expect(fieldOf(page)).toBeVisible();
  },
);

test('the rail is not shown before the door is open', { tag: '@long' }, async ({ page, open }) => {
  const { station } = await open({ state: { phase: { kind: 'unenrolled' } } });
  await expect(page.getByRole('heading', { name: 'Connect this station' })).toBeVisible();
  await page.keyboard.press('Control+2');
  await expect(railOf(page)).toHaveCount(0);
  station.setState({ phase: { kind: 'ready' } });
  await expect(railOf(page)).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Last scans' })).toBeVisible();
});

test('in the box office a verdict slides in at the top and disappears after six seconds or with the next one', async ({
  page,
  open,
}) => {
  await page.clock.install({ time: 0 });
  const { station } = await open();
  runBoxOffice(station);
  await page.keyboard.press('Control+2');
  const verdict = verdictOf(page);
  await expect(verdict).toHaveText('');
  await page.clock.pauseAt(3_600_000);
  station.outcome(outcome(1, kinds.already));
  await expect(verdict).toHaveAttribute('data-reason', 'scanning.already_scanned');
  await expect(verdict).toHaveAttribute('data-ticket', ticketNumber(1));
  for (const text of ['Already in', 'Amélie Dubois', 'Let in', 'Do not let anyone else in']) {
    await expect(verdict).toContainText(text);
  }
  expect((await verdict.boundingBox())?.height).toBe(96);
  await page.clock.runFor(3_000);
  station.outcome(outcome(2));
  await expect(verdict).toContainText('Admit');
  await expect(verdict).not.toContainText('Already in');
  await page.clock.runFor(5_900);
  await expect(verdict).toContainText('Admit');
  await page.clock.runFor(200);
  await expect(verdict).toHaveText('');
  await expect(verdict).not.toHaveAttribute('data-reason');
  await page.keyboard.press('Control+1');
  await expect(verdict).toContainText('Admit');
});

test(
  'a verdict strip covers neither the search field nor an open sheet',
  { tag: '@long' },
  async ({ page, open }) => {
    const { station } = await open();
    await page.keyboard.press('Control+2');
    station.outcome(outcome(1, kinds.entrance));
    await expect(verdictOf(page)).toContainText('Wrong entrance');
    const strip = await verdictOf(page).boundingBox();
    const field = await fieldOf(page).boundingBox();
    expect(field?.y).toBeGreaterThanOrEqual((strip?.y ?? 0) + (strip?.height ?? 0));
    await page.keyboard.press('F1');
    const sheet = page.getByRole('dialog').locator('..');
    await expect(sheet).toBeVisible();
    await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
    const beside = await verdictOf(page).boundingBox();
    expect((beside?.x ?? 0) + (beside?.width ?? 0)).toBe((await sheet.boundingBox())?.x);
  },
);

test(
  'the verdict strip is not animated if reduced motion is preferred',
  { tag: '@long' },
  async ({ page, open }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const { station } = await open();
    await page.keyboard.press('Control+2');
    station.outcome(outcome(1));
    await expect(verdictOf(page)).toContainText('Admit');
    const durations = await page.evaluate(() =>
      document.getAnimations().map((animation) => animation.effect?.getComputedTiming().duration),
    );
    expect(durations.filter((duration) => duration !== 0)).toEqual([]);
  },
);

test(
  'the box office too counts the scans that wait for the station',
  { tag: '@long' },
  async ({ page, open }) => {
    const { station, scanner, scans } = await open();
    await page.keyboard.press('Control+2');
    station.goAway();
    await expect(page.getByText('Search continues as soon as it answers.')).toBeVisible();
    await scanner.scan(ticketNumber(1));
    await expect(verdictOf(page)).toContainText('1 scan kept');
    station.comeBack();
    await expect.poll(scans).toEqual([ticketNumber(1)]);
    await expect(verdictOf(page)).toHaveText('');
  },
);
