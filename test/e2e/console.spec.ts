import { expect } from '@playwright/test';
import { becomeOwner, consoleTest } from '../support/e2e/console-screen.ts';
import { violations } from '../support/e2e/violations.ts';

const test = consoleTest([]);

test('a first owner joins with a passkey, and signs in again with it or a recovery code', async ({
  page,
  console,
}) => {
  const link = console.server.ready.first_owner_url ?? '';
  const [recovery = ''] = await becomeOwner(page, link);
  expect(page.url()).not.toContain('#');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page)).toEqual([]);
  }

  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Password')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();

  await page.getByRole('link', { name: 'Events' }).click();
  await page.getByRole('button', { name: 'New event' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Quay Night');
  await page.getByLabel('Short name').fill('quay-night');
  await page.getByRole('dialog').getByRole('button', { name: 'New event' }).click();
  await expect(page.getByRole('heading', { name: 'Quay Night' })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  const { host, pathname } = new URL(page.url());
  await page.goto(`http://127.0.0.1:${host.split(':')[1]}${pathname}`);
  await page.getByText('Passkeys do not work at a bare IP address').waitFor();
  await page.getByLabel('Email').fill('nora@example.org');
  await page.getByLabel('Password').fill('seven quiet herons');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Recovery code').fill(recovery);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('heading', { name: 'Quay Night' })).toBeVisible();
});
