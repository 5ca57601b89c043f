import { expect } from '@playwright/test';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { consoleTest } from '../support/e2e/console-screen.ts';

const Row = Type.Object({ reference: Type.String() });
const Found = Type.Object({ data: Type.Object({ data: Type.Array(Row) }) });

const test = consoleTest(['--demo', '3000']);

test('who comes back from a record goes on at its row, in the search that was asked for', async ({
  page,
  console,
}) => {
  await console.enter(page, 'tickets');
  const answer = page.waitForResponse(
    (response) => response.request().postData()?.includes('"search":"an"') === true,
  );
  await page.getByRole('searchbox', { name: 'Search' }).fill('an');
  await expect(page).toHaveURL(/search=an/);
  const { data: found } = Value.Parse(Found, await (await answer).json());
  const address = `/tickets/${found.data[3]?.reference}`;
  const rows = page.getByRole('table', { name: 'Tickets' }).locator('tbody').getByRole('link');
  await expect(rows.nth(3)).toHaveAttribute('href', new RegExp(`${address}$`));
  await rows.nth(0).focus();
  for (let row = 1; row < 4; row += 1) {
    await page.keyboard.press('ArrowDown');
    await expect(rows.nth(row)).toBeFocused();
  }
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

test('what was still being typed is not looked for on the next page', async ({ page, console }) => {
  await console.enter(page, 'orders');
  const orders = page.getByRole('table', { name: 'Orders' });
  await expect(orders).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Tickets' }).click();
  await expect(page.getByRole('table', { name: 'Tickets' })).toBeVisible();
  const field = page.getByRole('searchbox', { name: 'Search' });
  await field.focus();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('order.list')) asked.push(request.postData() ?? '');
  });
  await page.evaluate(() => {
    document.execCommand('insertText', false, 'an');
    document.querySelector<HTMLElement>('nav a[href$="/orders"]')?.click();
  });
  await expect(orders).toBeVisible();
  await expect(field).toHaveValue('');
  await field.pressSequentially('zz');
  await expect.poll(() => asked.some((body) => body.includes('"zz"'))).toBe(true);
  expect(asked.filter((body) => body.includes('"an"'))).toEqual([]);
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

test('a list ends where a page could not bear more rows, and says how to see the others', async ({
  page,
  console,
}) => {
  await console.enter(page, 'tickets');
  const rows = page.getByRole('table', { name: 'Tickets' }).locator('tbody').getByRole('row');
  for (let shown = 50; shown < 2_050; shown += 200) {
    await expect(rows).toHaveCount(shown);
    await page.getByRole('button', { name: 'Load more' }).click();
  }
  await expect(page.getByText('2,050 are shown. Search or filter for the others.')).toBeVisible();
  await expect(rows).toHaveCount(2_050);
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0);
});

test('the focus goes back to what opened a dialog, also from a menu, and to where it was before the palette', async ({
  page,
  console,
}) => {
  await console.enter(page, 'orders?status=paid');
  await page.getByRole('table', { name: 'Orders' }).getByRole('link').first().press('Enter');
  const actions = page.getByRole('button', { name: 'Actions', exact: true });
  for (const action of ['Refund', 'Cancel order', 'Record a dispute']) {
    await actions.press('Enter');
    await page.getByRole('menuitem', { name: action }).press('Enter');
    const dialog = page.getByRole(action === 'Record a dispute' ? 'dialog' : 'alertdialog');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(actions).toBeFocused();
  }
  for (const open of [() => page.keyboard.press('Control+k'), () => actions.press('Control+k')]) {
    await open();
    await expect(page.getByRole('option').or(page.getByRole('menuitem')).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(actions).toBeFocused();
  }
  // What can be done with the record that is shown, from the palette.
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox', { name: 'Find anything' }).fill('refu');
  await page.getByRole('menuitem', { name: 'Refund' }).click();
  const refund = page.getByRole('alertdialog', { name: 'Refund' });
  await expect(refund).toBeVisible();
  await expect(refund.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(refund).toBeHidden();
  await expect(actions).toBeFocused();
  await page.getByRole('main').getByRole('link', { name: 'Orders' }).click();
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox', { name: 'Find anything' }).fill('refu');
  await expect(page.getByText('Nothing found for “refu”')).toBeVisible();
});

test('a filter that is chosen before the pause in typing is over stays, beside what was typed', async ({
  page,
  console,
}) => {
  await console.enter(page, 'tickets');
  const rows = page.getByRole('table', { name: 'Tickets' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(50);
  const status = page.getByRole('button', { name: 'Status' });
  const choice = page.getByRole('menuitemradio', { name: 'Valid' });
  await status.click();
  await expect(choice).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(choice).toBeHidden();
  await status.evaluate(async (button: HTMLElement) => {
    document.querySelector<HTMLElement>('input[type=search]')?.focus();
    document.execCommand('insertText', false, 'an');
    button.click();
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    document.querySelectorAll<HTMLElement>('[role=menuitemradio]')[1]?.click();
  });
  await expect(page).toHaveURL(/status=valid/);
  await expect(page).toHaveURL(/search=an/);
  await expect(page).toHaveURL(/status=valid/);
});

test('a filter that belongs to an event ends when another event is chosen', async ({
  page,
  console,
}) => {
  await console.enter(page, 'tickets');
  const choose = async (filter: string, choice: RegExp) => {
    await page.getByRole('button', { name: filter }).click();
    await page.getByRole('menuitemradio', { name: choice }).first().click();
  };
  await choose('Event', /Winter Gala/);
  await choose('Status', /^Valid$/);
  await choose('Ticket type', /^(?!Any)/);
  await expect(page).toHaveURL(/ticket_type=tt_/);
  await choose('Event', /^(?!Any|Winter Gala)/);
  await expect(page).not.toHaveURL(/ticket_type=/);
  await expect(page).toHaveURL(/status=valid/);
  await expect(page).toHaveURL(/event=evt_/);
});
