import { expect } from '@playwright/test';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { consoleTest } from '../support/e2e/console-screen.ts';
import { organiserCommands } from '../support/e2e/organiser-commands.ts';
import { readPrintedCode } from '../support/e2e/printed-code.ts';
import { violations } from '../support/e2e/violations.ts';

const Made = Type.Object({ reference: Type.String() });
const Shown = Type.Object({ data: Type.Object({ code: Type.String() }) });

const test = consoleTest(['--demo', '200']);

test('a guest is found by half a name, an order is placed, refunded in part, and its ticket shown and printed', async ({
  page,
  console,
}) => {
  await console.enter(page, 'orders/new');
  await page.getByLabel('Standing').fill('2');
  await page.getByLabel('Email').fill('ida.larsen@example.org');
  await page.getByLabel('First name').fill('Ida');
  await page.getByLabel('Last name').fill('Larsen');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByRole('heading', { name: 'Ida Larsen' })).toBeVisible();
  await expect(page.getByText('Order placed')).toBeVisible();
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
  const refund = page.getByRole('alertdialog');
  await refund.getByLabel('Amount').fill('10.00');
  const { run } = organiserCommands(console.data);
  const order = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await run(['order', 'refund', order, '--amount', '500']);
  await refund.getByRole('button', { name: 'Refund €10.00' }).click();
  await expect(refund.getByRole('alert')).toContainText('Nothing was saved');
  await refund.getByRole('button', { name: 'Refund €10.00' }).click();
  await expect(page.getByText('The refund is recorded')).toBeVisible();
  await expect(page.getByText('-€15.00')).toBeVisible();
  await expect(page.getByText('Partly refunded: €15.00')).toBeVisible();

  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Record a dispute' }).click();
  await page.getByRole('dialog').getByLabel('Dispute').fill('dp_1Oq');
  await page.getByRole('dialog').getByLabel('Amount').fill('45.00');
  await page.getByRole('button', { name: 'Record a dispute' }).click();
  const dispute = page.getByRole('link', { name: 'dp_1Oq' });
  await expect(dispute).toBeVisible();

  await page.getByRole('table', { name: 'Tickets' }).getByRole('link').first().click();
  await expect(page.getByText('It was never scanned')).toBeVisible();
  await dispute.click();
  await expect(page.getByText('€45.00')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Disputes' }).click();
  await expect(page.getByRole('row', { name: /dp_1Oq/ })).toHaveCount(1);
  expect(await violations(page)).toEqual([]);
  await page.goBack();
  await page.getByRole('link', { name: /^ord_/ }).click();
  await page.getByRole('table', { name: 'Tickets' }).getByRole('link').first().click();
  const shown = page.waitForResponse(/ticket\.code/);
  await page.getByRole('button', { name: 'Show code' }).click();
  const { code } = Value.Parse(Shown, await (await shown).json()).data;
  await expect(page.getByRole('img', { name: 'Show code' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await readPrintedCode(page)).toBe(code);
});

test('the file of orders is of the event whose orders are listed', async ({ page, console }) => {
  await console.enter(page, 'orders');
  await page.getByRole('button', { name: 'Event' }).click();
  await page.getByRole('menuitemradio', { name: 'Winter Gala' }).click();
  await expect(page).toHaveURL(/event=evt_/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toMatch(/^orders-winter-gala-/);
});

test('a guest is found, renamed, and erased once their address is typed', async ({
  page,
  console,
}) => {
  await console.enter(page, 'contacts');
  await page.getByRole('searchbox', { name: 'Search' }).fill('okafor');
  await page
    .getByRole('row', { name: /Okafor/ })
    .first()
    .getByRole('link')
    .click();
  await expect(page.getByRole('heading', { name: /Okafor/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First name').fill('Ngozi');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Ngozi Okafor' })).toBeVisible();

  await page.getByRole('navigation', { name: 'Ngozi Okafor' }).getByText('Tickets').click();
  await expect(page.getByRole('table', { name: 'Tickets' })).toContainText('Ngozi Okafor');
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Erase contact' }).click();
  const asked = page.getByRole('alertdialog');
  const label = (await asked.locator('label').textContent()) ?? '';
  const erase = asked.getByRole('button', { name: 'Erase contact' });
  await asked.getByRole('textbox').fill('somebody@example.org');
  await expect(erase).toBeDisabled();
  await asked.getByRole('textbox').fill(/\S+@\S+/.exec(label)?.[0] ?? '');
  expect(await violations(page)).toEqual([]);
  await erase.click();
  await expect(page.getByRole('heading', { name: 'Erased contact' })).toBeVisible();
  await expect(page.getByText('Ngozi')).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Erased contact' }).getByText('Tickets').click();
  await expect(page.getByRole('table', { name: 'Tickets' }).getByRole('link')).not.toHaveCount(0);
});

test('what is asked about an order is not asked about the one that somebody goes back to', async ({
  page,
  console,
}) => {
  await console.enter(page, 'orders?status=paid');
  const orders = page.getByRole('table', { name: 'Orders' }).locator('tbody').getByRole('link');
  const heading = page.getByRole('heading', { level: 1 });
  const open = async (row: number) => {
    const address = await orders.nth(row).getAttribute('href');
    await orders.nth(row).click();
    await expect(page).toHaveURL(new RegExp(`${address}$`));
    await expect(heading).not.toHaveText('Orders');
    return address;
  };
  const first = await open(0);
  await page.getByRole('navigation').getByRole('link', { name: 'Orders' }).first().click();
  await page.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('menuitemradio', { name: 'Paid', exact: true }).click();
  await expect(orders.first()).toHaveAttribute('href', first ?? '');
  await open(1);
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Refund' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.evaluate(() => history.go(-2));
  await expect(page).toHaveURL(new RegExp(`${first}$`));
  await expect(page.getByRole('alertdialog')).toBeHidden();
});

test('an order is placed once, also while its page is still being loaded', async ({
  page,
  console,
}) => {
  await console.enter(page, 'orders/new');
  await page.getByLabel('Standing').fill('1');
  let placed = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/order.create')) placed += 1;
  });
  const { promise: held, resolve: goOn } = Promise.withResolvers<undefined>();
  await page.route(/order-page[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  const place = page.getByRole('button', { name: 'Place order' });
  await place.click();
  await expect(page.getByText('The order was placed')).toBeVisible();
  await expect(place).toBeDisabled();
  goOn(undefined);
  await expect(page).toHaveURL(/orders\/ord_/);
  expect(placed).toBe(1);
});

test('emails about several orders are sent once somebody has confirmed it', async ({
  page,
  console,
}) => {
  await console.enter(page, 'orders?status=paid');
  const sent: string[] = [];
  await page.route('**/console/api/order.mail', (route) => {
    sent.push(route.request().postData() ?? '');
    return route.fulfill({ json: { data: { emails: 1, refused: [], without_email: 0 } } });
  });
  const boxes = page.getByRole('table', { name: 'Orders' }).locator('tbody').getByRole('checkbox');
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Email the tickets again' }).click();
  const asked = page.getByRole('alertdialog');
  await expect(asked).toContainText('Each holder gets the codes of their tickets by email');
  expect(sent).toEqual([]);
  await asked.getByRole('button', { name: 'Email the tickets again' }).click();
  await expect(page.getByText('Orders whose tickets were sent: 2')).toBeVisible();
  expect(sent).toHaveLength(2);
  await expect(asked).toBeHidden();
});

test('why tickets could not be printed is said in words of the page', async ({ page, console }) => {
  await console.enter(page, 'tickets?status=valid');
  const boxes = page.getByRole('table', { name: 'Tickets' }).locator('tbody').getByRole('checkbox');
  await boxes.first().check();
  await page.route('**/console/api/ticket.code', (route) =>
    route.fulfill({ json: { code: 'server.unavailable', message: 'Busy.' } }),
  );
  await page.getByRole('toolbar').getByRole('button', { name: 'Print' }).click();
  await expect(page.getByText('Nothing was changed. Try again in a moment.')).toBeVisible();
});

test('the place that became free is offered to who waits for one alone, and ordered', async ({
  page,
  console,
}) => {
  const { run } = organiserCommands(console.data);
  const of = ['--event', 'winter-gala', '--name', 'Balcony', '--price', '4500', '--total', '0'];
  const type = Value.Parse(Made, JSON.parse(await run(['ticket-type', 'create', ...of])));
  for (const [email, quantity] of [
    ['ann@example.org', '2'],
    ['bo@example.org', '1'],
  ] as const) {
    const to = ['--event', 'winter-gala', '--sellable', type.reference];
    await run(['waitlist', 'join', ...to, '--email', email, '--quantity', quantity]);
  }
  await run(['ticket-type', 'update', type.reference, '--total', '1']);
  await console.enter(page, 'waiting-lists');
  const row = page.getByRole('row', { name: /bo@example\.org/ });
  const asked = page.getByRole('alertdialog');
  const act = async (action: string, what: string) => {
    await row.getByRole('button', { name: 'Actions for bo@example.org' }).click();
    await page.getByRole('menuitem', { name: action }).click();
    await expect(asked).toContainText(what);
    expect(await violations(page)).toEqual([]);
    await asked.getByRole('button', { name: action }).click();
  };
  await act('Offer places', 'Held for bo@example.org for 24 hours: 1 × Balcony.');
  await expect(page.getByText('Places are held for bo@example.org')).toBeVisible();
  await expect(row).toContainText('Offered until');
  await act('Place the order', 'A confirmed order of 1 × Balcony is placed');
  await expect(page.getByText('The order was placed')).toBeVisible();
  await expect(row).toContainText('Bought');
  await expect(page.getByRole('row', { name: /ann@example\.org/ })).toContainText('Waiting');
  await row.getByRole('link', { name: 'bo@example.org' }).click();
  await page.getByRole('link', { name: /^ord_/ }).click();
  await expect(page.getByRole('table', { name: 'Tickets' })).toContainText('Balcony');
  await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible();
});

test(
  'the code of a ticket is replaced, the ticket cancelled, and then its order',
  { tag: '@long' },
  async ({ page, console }) => {
    await console.enter(page, 'orders/new');
    await page.getByLabel('Standing').fill('2');
    await page.getByLabel('Last name').fill('Quillfeather');
    await page.getByRole('button', { name: 'Place order' }).click();
    const tickets = page.getByRole('table', { name: 'Tickets' });
    await tickets.getByRole('link').first().click();
    const codes: string[] = [];
    const showCode = async () => {
      const shown = page.waitForResponse(/ticket\.code/);
      await page.getByRole('button', { name: 'Show code' }).click();
      codes.push(Value.Parse(Shown, await (await shown).json()).data.code);
      await page.keyboard.press('Escape');
    };
    const asked = page.getByRole('alertdialog');
    const act = async (action: string, reason?: string) => {
      await page.getByRole('button', { name: 'Actions', exact: true }).click();
      await page.getByRole('menuitem', { name: action }).click();
      if (reason !== undefined) await asked.getByRole('textbox').fill(reason);
      expect(await violations(page)).toEqual([]);
      await asked.getByRole('button', { name: action }).click();
    };
    await showCode();
    await act('Replace code');
    await expect(page.getByText('The code was replaced: print or send the new one')).toBeVisible();
    await showCode();
    expect(new Set(codes).size).toBe(2);
    await act('Cancel ticket');
    await expect(page.getByText('The ticket is cancelled')).toBeVisible();
    await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Show code' })).toHaveCount(0);

    await page.getByRole('link', { name: /^ord_/ }).click();
    await expect(tickets.locator('tbody')).toHaveText(/Cancelled.*Valid|Valid.*Cancelled/);
    await act('Cancel order', 'Ill');
    await expect(page.getByText('The order is cancelled')).toBeVisible();
    await expect(tickets.getByText('Cancelled')).toHaveCount(2);
    await expect(page.getByRole('region', { name: 'History' })).toContainText('Order cancelled');
    await expect(page.getByRole('button', { name: 'Email tickets' })).toHaveCount(0);
  },
);
