import { expect } from '@playwright/test';
import { consoleTest } from '../support/e2e/console-screen.ts';

const test = consoleTest(['--demo', '400']);

test('who comes back from a record goes on at its row, in the search that was asked for', async ({
  page,
  console,
}) => {
  await console.enter(page, 'tickets');
  await page.getByRole('searchbox', { name: 'Search' }).fill('an');
  await expect(page).toHaveURL(/search=an/);
  const rows = page.getByRole('table', { name: 'Tickets' }).locator('tbody').getByRole('link');
  await rows.nth(0).focus();
  for (let row = 1; row < 4; row += 1) {
    await page.keyboard.press('ArrowDown');
    await expect(rows.nth(row)).toBeFocused();
  }
  const address = await rows.nth(3).getAttribute('href');
  const link = page.getByRole('main').getByRole('link', { name: 'Tickets' });
  for (const goBack of [() => page.goBack(), () => link.press('Enter')]) {
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page).toHaveURL(new RegExp(`${address}$`));
    await goBack();
    await expect(page).toHaveURL(/search=an/);
    await expect(rows.nth(3)).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await page.getByRole('navigation').getByRole('link', { name: 'Tickets' }).click();
  await expect(page).toHaveURL(/tickets$/);
  await expect(rows).toHaveCount(50);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('rows that could not be read on say why, and are read when they are asked for again', async ({
  page,
  console,
}) => {
  await console.enter(page, 'tickets');
  const rows = page.getByRole('table', { name: 'Tickets' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(50);
  await page.route('**/console/api/ticket.list', (route) => {
    const { cursor }: { readonly cursor?: string } = route.request().postDataJSON();
    return cursor === undefined
      ? route.continue()
      : route.fulfill({ status: 200, contentType: 'text/html', body: '<p>Welcome</p>' });
  });
  const more = page.getByRole('button', { name: 'Load more' });
  await more.click();
  await expect(page.getByRole('alert')).toContainText('The server does not answer');
  await expect(rows).toHaveCount(50);
  await page.unroute('**/console/api/ticket.list');
  await more.click();
  await expect(rows).toHaveCount(250);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
