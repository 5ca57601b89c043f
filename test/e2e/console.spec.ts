import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { becomeOwner, consoleTest, expectGone, nextCode } from '../support/e2e/console-screen.ts';
import { attachDoor } from '../support/e2e/door-page.ts';
import { organiserCommands } from '../support/e2e/organiser-commands.ts';
import { readPrintedCode } from '../support/e2e/printed-code.ts';
import { startStationHost } from '../support/e2e/station-host.ts';
import { temporaryFolder } from '../support/e2e/temporary-folder.ts';
import { violations } from '../support/e2e/violations.ts';

const test = consoleTest(['--webhook-allow', '127.0.0.0/8']);

test('from an empty server to an admitted guest and a delivery that is read, with a passkey and with a recovery code', async ({
  page,
  console,
}) => {
  const link = console.server.ready.first_owner_url ?? '';
  const [recovery = ''] = await becomeOwner(page, link);
  expect(page.url()).not.toContain('#');
  await expectGone(page, recovery);
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
  await page.getByRole('dialog').getByRole('button', { name: 'New event' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Quay Night is published')).toBeVisible();
  await create(page, 'Entry points', 'New entry point', { Name: 'North Gate' });
  await create(page, 'Ticket types', 'New ticket type', { Name: 'Standing', Price: '12.50' });

  await page.getByRole('link', { name: 'Orders', exact: true }).first().click();
  await page.getByRole('button', { name: 'New order' }).first().click();
  await page.getByLabel('Standing').fill('2');
  await page.getByLabel('Email').fill('ida.larsen@example.org');
  await page.getByRole('button', { name: 'Place order' }).click();
  const tickets = page.getByRole('table', { name: 'Tickets' }).getByRole('link');
  await tickets.first().click();
  const code = await readPrintedCode(page);
  await page.goBack();
  await tickets.last().click();
  const other = await readPrintedCode(page);

  const door = await openStation(page, console.server.ready.base_url);
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
  const inside = page.getByRole('region').getByRole('definition').nth(1);
  await expect(inside).toHaveText('0');
  await door.scan(code);
  await expect(door.verdict).toHaveAttribute('data-reason', 'scanning.allowed');
  const admittedAt = performance.now();

  await expect(inside).toHaveText('1');
  const description = `${Math.round(performance.now() - admittedAt)} ms`;
  test.info().annotations.push({ type: 'an admission is on Home after', description });

  const receiver = createServer((request, response) =>
    request.resume().on('end', () => response.end('thanks')),
  );
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = receiver.address() as AddressInfo;
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('button', { name: 'New webhook' }).first().click();
  await page.getByRole('dialog').getByLabel('Address').fill(`http://127.0.0.1:${port}/hook`);
  await page.getByRole('dialog').getByLabel('Ticket scanned').check();
  await page.getByRole('dialog').getByRole('button', { name: 'New webhook' }).click();
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await door.scan(other);
  await page.getByRole('link', { name: 'Ticket scanned' }).click();
  await expect(page.getByText('thanks')).toBeVisible();
  receiver.close();

  await page.getByRole('link', { name: 'Stations' }).click();
  await page
    .getByRole('row', { name: /Laptop 1/ })
    .getByRole('link')
    .click();
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Quay laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('heading', { name: 'Quay laptop' })).toBeVisible();
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Revoked', { exact: true }).first()).toBeVisible();
  await door.close();

  const { host, pathname } = new URL(page.url());
  await page.goto(`http://127.0.0.1:${host.split(':')[1]}${pathname}`);
  await page.getByText('Passkeys do not work at a bare IP address').waitFor();
  await page.getByLabel('Email').fill('nora@example.org');
  await page.getByLabel('Password').fill('seven quiet herons');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Recovery code').fill(recovery);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('heading', { name: 'Quay laptop' })).toBeVisible();
});

test('who was invited joins with an authenticator, and signs in with its codes or a recovery code', async ({
  page,
  console,
}) => {
  const organisers = organiserCommands(console.data);
  const organiser = await organisers.makeOrganiser('Sørlys');
  await page.goto(await organisers.inviteOwner(organiser, 'mira@example.org'));
  await expect(page.getByRole('heading', { name: 'Join Sørlys' })).toBeVisible();
  await page.getByLabel('Password').fill('nine loud lanterns');
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('button', { name: 'Set up an app' }).click();
  const secret = (await page.locator('code').textContent()) ?? '';
  await page.getByLabel('Code').fill(await nextCode(secret));
  await page.getByRole('button', { name: 'Confirm' }).click();
  const recovery = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  const kept = (await recovery.first().textContent()) ?? '';
  await page.getByRole('button', { name: 'I have saved them' }).click();

  await signInAgain(page);
  await page.getByLabel('Code').fill(await nextCode(secret));
  await page.getByRole('button', { name: 'Verify' }).click();
  await signInAgain(page);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(kept);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Roles' }).click();
  const refund = page.getByRole('row', { name: /order\.refund .*second factor/ });
  await expect(refund.getByRole('cell')).toHaveText(['No', 'No', 'Yes', 'Yes']);
  expect(await violations(page)).toEqual([]);
});

async function signInAgain(page: Page): Promise<void> {
  const account = page.getByRole('button', { name: 'Account' });
  await account.press('Enter');
  await expect(page.getByRole('menuitemradio').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(account).toBeFocused();
  await account.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByLabel('Email').fill('mira@example.org');
  await page.getByLabel('Password').fill('nine loud lanterns');
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** In a tab of the event that is shown. */
async function create(
  page: Page,
  tab: string,
  button: string,
  values: Readonly<Record<string, string>>,
) {
  await page.getByRole('link', { name: tab, exact: true }).click();
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  for (const [label, value] of Object.entries(values))
    await dialog.getByLabel(label, { exact: true }).fill(value);
  await dialog.getByRole('button', { name: button }).click();
  await expect(dialog).toBeHidden();
}

/** A station that is added in the console, and connected on its own screen with the code that is shown once. */
async function openStation(page: Page, server: string) {
  await page.getByRole('link', { name: 'Stations' }).click();
  await page.getByRole('button', { name: 'Add a station' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('Laptop 1');
  await page.getByRole('dialog').getByRole('button', { name: 'Add a station' }).click();
  const shown = page.getByRole('dialog', { name: 'Connect Laptop 1' });
  await expect(shown.getByRole('img')).toBeVisible();
  await expect(shown).toContainText('only the server’s own computer reaches');
  const code = (await shown.getByText(/^gatehouse:/).textContent()) ?? '';
  await shown.getByRole('button', { name: 'I have saved it' }).click();
  await expectGone(page, code);

  const folder = await temporaryFolder('station');
  const host = await startStationHost({ data: folder.path, args: ['--server', server] });
  const screen = await page.context().newPage();
  await screen.goto(host.ready.url);
  await screen.getByRole('textbox').first().fill(code);
  await screen.getByRole('button', { name: 'Connect' }).click();
  await screen.getByRole('option', { name: 'North Gate' }).click();
  const door = await attachDoor(screen);
  const close = async () => {
    await screen.close();
    await host.stop();
    await folder.remove();
  };
  return { ...door, close };
}
