import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { runActivity } from '../support/activity-script.ts';
import { runBoxOffice } from '../support/box-office-script.ts';
import { outcome } from '../support/door-script.ts';
import { doorTest as test, verdictOf } from '../support/e2e/scripted-door.ts';
import { violations } from '../support/e2e/violations.ts';

const name = /Amélie|Dubois/;

async function hideNames(page: Page): Promise<void> {
  await page.keyboard.press('Control+,');
  await page.getByRole('dialog', { name: 'Settings' }).getByText('Hide names').click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

const eyeOf = (page: Page) => page.getByRole('button', { name: 'Show names for a moment' });

test('hidden names are initials at the door, in the list and in the details until they are revealed', async ({
  page,
  open,
}) => {
  const { station } = await open({ recent: [outcome(1)] });
  await expect(eyeOf(page)).toHaveCount(0);
  const answers = [{ label: 'Whom do you bring?', text: 'Paul Dubois' }];
  station.outcome(outcome(2, { answers }));
  await expect(verdictOf(page)).toContainText('Paul Dubois');
  await expect(verdictOf(page)).toContainText('Amélie Dubois');
  await hideNames(page);
  await expect(page.locator('body')).not.toContainText(name);
  await expect(verdictOf(page)).toContainText('A. D.');
  await page.getByRole('grid').getByRole('row').first().click();
  await expect(page.getByRole('dialog')).toContainText('A. D.');
  await expect(page.locator('body')).not.toContainText(name);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+v');
  await expect(verdictOf(page)).toContainText('Amélie Dubois');
  station.outcome(outcome(3));
  await expect(verdictOf(page)).toContainText('№ 3');
  await expect(page.locator('body')).not.toContainText(name);
  await page.reload();
  await expect(page.getByRole('grid').getByRole('row')).not.toHaveCount(0);
  await expect(page.locator('body')).not.toContainText(name);
});

test('revealed names are hidden again after a while', { tag: '@long' }, async ({ page, open }) => {
  await page.clock.install();
  const { station } = await open();
  await page.keyboard.press('Control+,');
  await page.getByRole('dialog').getByText('Hide names').click();
  await page.keyboard.press('Escape');
  station.outcome(outcome(1));
  await page.clock.runFor(1_000);
  await eyeOf(page).click();
  await page.clock.runFor(8_000);
  await expect(verdictOf(page)).toContainText('Amélie Dubois');
  await page.clock.runFor(3_000);
  await expect(verdictOf(page)).toContainText('A. D.');
});

test('with names hidden, the box office shows neither names nor email addresses but still searches both', async ({
  page,
  open,
}) => {
  const { station } = await open();
  runBoxOffice(station);
  await hideNames(page);
  await page.keyboard.press('Control+2');
  await page.getByRole('combobox').fill('dubois');
  await expect(page.getByRole('option')).not.toHaveCount(0);
  await expect(page.getByRole('option').first()).toContainText('A. D.');
  await expect(page.getByRole('heading', { name: 'A. D.' })).toBeVisible();
  await expect(page.locator('body')).not.toContainText(/Amélie|Dubois|amelie@/);
  await expect(page.getByRole('option').locator('mark')).toHaveCount(0);
  await page.keyboard.press('Alt+v');
  await expect(page.getByRole('option').first()).toContainText('Dubois');
  await expect(page.locator('body')).toContainText('amelie@example.org');
});

test(
  'with names hidden, the activity shows none and its export asks whether to include them',
  { tag: '@long' },
  async ({ page, open }) => {
    const { station } = await open();
    runActivity(station);
    await hideNames(page);
    await page.keyboard.press('Control+3');
    const table = page.getByRole('table', { name: 'Activity' });
    await expect(table).toContainText('A. D.');
    await expect(table).not.toContainText(name);
    const exported = async (how: string) => {
      await page.getByRole('button', { name: 'Export CSV' }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: how }).click();
      return readFileSync(await (await download).path(), 'utf8');
    };
    expect(await exported('Export without names')).not.toMatch(name);
    expect(await exported('Export with names')).toMatch(name);
    await page.getByRole('tab', { name: 'Conflicts' }).click();
    await expect(page.getByRole('article')).not.toHaveCount(0);
    await expect(page.locator('body')).not.toContainText(name);
  },
);

for (const colorScheme of ['light', 'dark'] as const) {
  const title = `hidden names pass axe in the ${colorScheme} theme`;
  test(title, { tag: '@long' }, async ({ page, open }) => {
    await page.emulateMedia({ colorScheme });
    const { station } = await open();
    await hideNames(page);
    station.outcome(outcome(1));
    await expect(verdictOf(page)).toContainText('A. D.');
    expect(await violations(page)).toEqual([]);
  });
}
