import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { consoleTest, expectGone } from '../support/e2e/console-screen.ts';
import { organiserCommands } from '../support/e2e/organiser-commands.ts';
import type { ServeProcess } from '../support/e2e/serve.ts';
import { violations } from '../support/e2e/violations.ts';

const Listed = Type.Object({ data: Type.Array(Type.Object({ reference: Type.String() })) });

const test = consoleTest(['--demo', '200']);

test('a client and a webhook are made, a test is delivered and read, and the client revoked', async ({
  page,
  console,
}) => {
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    request.on('data', (part) => received.push(String(part)));
    request.on('end', () => response.end('thanks'));
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = receiver.address() as AddressInfo;

  await console.enter(page, 'integrations');
  await page.getByRole('button', { name: 'New client' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Website');
  await page.getByRole('dialog').getByLabel('Read orders').check();
  await page.getByRole('dialog').getByLabel('Manage its own webhooks').check();
  await page.getByRole('dialog').getByRole('button', { name: 'New client' }).click();
  const shown = page.getByRole('dialog', { name: 'The secret of Website' });
  const clientSecret = (await shown.getByText(/^gcs_/).textContent()) ?? '';
  expect(await violations(page)).toEqual([]);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('denied'));
  });
  await shown.getByRole('button', { name: 'Copy' }).last().click();
  await expect(shown.getByText('Not copied')).toBeVisible();
  await shown.getByRole('button', { name: 'I have saved it' }).click();
  await expect(page.getByRole('heading', { name: 'Website' })).toBeVisible();
  await expectGone(page, clientSecret);
  expect(await violations(page)).toEqual([]);
  const [clientId = ''] = /[^/]+$/.exec(new URL(page.url()).pathname) ?? [];
  const own = `http://127.0.0.1:${port}/own`;
  await subscribe(console.server, { client_id: clientId, client_secret: clientSecret }, own);

  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('button', { name: 'New webhook' }).click();
  await page.getByRole('dialog').getByLabel('Address').fill(`http://127.0.0.1:${port}/hook`);
  const names = page.getByRole('dialog').getByRole('group', { name: 'Event names' });
  await names.getByLabel('Ticket scanned').check();
  await page.getByRole('dialog').getByRole('button', { name: 'New webhook' }).click();
  const signingSecret = (await page.getByText(/^whsec_/).textContent()) ?? '';
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await expect(page.getByText('This console')).toBeVisible();
  await expectGone(page, signingSecret);
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByText('thanks')).toBeVisible();
  await expect(page.getByText('"test": true')).toBeVisible();
  expect(received.join('')).toContain('"test":true');
  expect(await violations(page)).toEqual([]);

  await page.getByRole('link', { name: 'Integrations' }).click();
  await page.getByRole('link', { name: 'Website' }).click();
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  const asked = page.getByRole('alertdialog');
  await expect(asked).toContainText(`These webhooks stop: ${own}.`);
  await asked.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Revoked', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Its webhooks' })).toContainText('Switched off');
  receiver.close();
});

/** Subscribes as the program would to which the client's secret was given. */
async function subscribe(
  { ready: { auth_url: auth, base_url: base } }: ServeProcess,
  client: { readonly client_id: string; readonly client_secret: string },
  url: string,
): Promise<void> {
  const token = await post(`${auth}/oauth/token`, { grant_type: 'client_credentials', ...client });
  const { access_token: bearer } = Value.Parse(Type.Object({ access_token: Type.String() }), token);
  const subscription = { url, events: ['ticket.scanned'] };
  await post(`${base}/integration/webhooks`, subscription, { Authorization: `Bearer ${bearer}` });
}

async function post(address: string, body: object, headers = {}): Promise<unknown> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  expect(response.ok).toBe(true);
  return response.json();
}

test('what needs another plan says so, where it would be made', async ({ page, console }) => {
  const { run } = organiserCommands(console.data);
  const [organiser] = Value.Parse(Listed, JSON.parse(await run(['organiser', 'list']))).data;
  const setPlan = (plan: string) => run(['organiser', 'plan', organiser?.reference ?? '', plan]);
  await setPlan('free');
  for (const [place, sentence, button] of [
    ['stations', 'New stations need a plan with API access', 'Add a station'],
    ['integrations', 'New clients need a plan with API access', 'New client'],
    ['webhooks', 'New webhooks need a plan with API access', 'New webhook'],
  ] as const) {
    if (place === 'stations') await console.enter(page, place);
    else await page.goto(`${console.server.ready.console_url}/${place}`);
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(page.getByRole('button', { name: button })).toHaveCount(0);
  }
  await setPlan('pro');
});

test(
  'a delivery that failed is sent again; its webhook is changed, gets another secret and is removed',
  { tag: '@long' },
  async ({ page, console }) => {
    const answers = [500, 200];
    const receiver = createServer((request, response) => {
      const status = answers.shift() ?? 200;
      request.resume().on('end', () => response.writeHead(status).end(`answer ${status}`));
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    const { port } = receiver.address() as AddressInfo;
    const dialog = page.getByRole('dialog');
    const act = async (action: string) => {
      await page.getByRole('button', { name: 'Actions', exact: true }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await console.enter(page, 'webhooks?new=yes');
    await dialog.getByLabel('Address').fill(`http://127.0.0.1:${port}/first`);
    await dialog.getByLabel('Ticket scanned').check();
    await dialog.getByRole('button', { name: 'New webhook' }).click();
    const first = (await page.getByText(/^whsec_/).textContent()) ?? '';
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await dialog.getByRole('button', { name: 'Send a test' }).click();
    await expect(page.getByText('answer 500')).toBeVisible();
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect(page.getByText('One more attempt is under way')).toBeVisible();
    const second = page.getByRole('region', { name: 'Attempt 2' });
    await expect(second).toContainText('answer 200');
    await expect(second).toContainText('Delivered');
    expect(await violations(page)).toEqual([]);

    await page.getByRole('main').getByRole('link', { name: 'Deliveries' }).click();
    await expect(page.getByRole('row', { name: /Ticket scanned.*Delivered.*200/ })).toBeVisible();
    await act('Edit');
    await dialog.getByLabel('Address').fill(`http://127.0.0.1:${port}/second`);
    await dialog.getByLabel('Order refunded').check();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\/second$/);
    await expect(page.getByText('Ticket scanned and Order refunded')).toBeVisible();
    await act('New secret');
    await dialog.getByRole('button', { name: 'New secret' }).click();
    const next = (await page.getByText(/^whsec_/).textContent()) ?? '';
    expect(next).not.toBe(first);
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await expectGone(page, next);
    await act('Remove');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('The webhook was removed')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Webhooks' })).toBeVisible();
    await expect(page.getByRole('main').getByText(`:${port}/second`)).toHaveCount(0);
    receiver.close();
  },
);
