import { expect } from '@playwright/test';
import { consoleTest } from '../support/e2e/console-screen.ts';
import { violations } from '../support/e2e/violations.ts';

const test = consoleTest(['--demo', '200']);

test('home shows how the evening goes, and leads to its event', async ({ page, console }) => {
  await console.enter(page, 'home');
  const evening = page.getByRole('region').filter({ hasText: 'Inside now' });
  await expect(evening.getByText(/^\d+ of \d+ sold$/).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Stations' })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page)).toEqual([]);
  }
  const name = await evening.getByRole('heading', { level: 2 }).textContent();
  await evening.getByRole('heading', { level: 2 }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: name ?? '' })).toBeVisible();
});
