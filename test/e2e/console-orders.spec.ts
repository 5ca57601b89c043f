import { expect } from '@playwright/test';
import { consoleTest } from '../support/e2e/console-screen.ts';
import { violations } from '../support/e2e/violations.ts';

const test = consoleTest(['--demo', '200']);

test('a guest is found by half a name, an order is placed, refunded in part, and its ticket shown and printed', async ({
  page,
  console,
}) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-was-printed', '');
  });
  await console.enter(page, 'orders/new');
  await page.getByLabel('Standing').fill('2');
  await page.getByLabel('Email').fill('ida.larsen@example.org');
  await page.getByLabel('First name').fill('Ida');
  await page.getByLabel('Last name').fill('Larsen');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByRole('heading', { name: 'Ida Larsen' })).toBeVisible();
  await expect(page.getByText('Placed the order')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await page.getByRole('link', { name: 'Orders', exact: true }).first().click();
  await page.getByRole('searchbox', { name: 'Search' }).fill('lars');
  const row = page.getByRole('row', { name: /Ida Larsen/ });
  await expect(row).toHaveCount(1);
  await expect(page).toHaveURL(/search=lars/);
  expect(await violations(page)).toEqual([]);
  await row.getByText('Paid').click();
  await expect(page.getByRole('heading', { name: 'Ida Larsen' })).toBeVisible();

  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Refund' }).click();
  await page.getByRole('dialog').getByLabel('Amount').fill('10.00');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Refund/ })
    .click();
  await expect(page.getByText('The refund is recorded')).toBeVisible();

  await page.getByRole('table', { name: 'Tickets' }).getByRole('link').first().click();
  await expect(page.getByText('It was never scanned')).toBeVisible();
  await page.getByRole('button', { name: 'Show code' }).click();
  await expect(page.getByRole('img', { name: 'Show code' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Print' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-was-printed');
});
