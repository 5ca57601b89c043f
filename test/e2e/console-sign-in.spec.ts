import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { consoleTest } from '../support/e2e/console-screen.ts';
import { violations } from '../support/e2e/violations.ts';

const test = consoleTest(['--demo', '200']);

test('passwords are masked until they are shown, pasted, and filled in by what keeps them', async ({
  page,
  console,
}) => {
  await page.goto(console.server.ready.console_url);
  const email = page.getByLabel('Email');
  const password = page.getByLabel('Password');
  await expect(email).toHaveAttribute('autocomplete', 'username webauthn');
  await expect(password).toHaveAttribute('type', 'password');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await email.fill('pasted words');
  await email.press('ControlOrMeta+a');
  await email.press('ControlOrMeta+c');
  await password.press('ControlOrMeta+v');
  await expect(password).toHaveValue('pasted words');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');

  await console.enter(page, 'settings');
  await page.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog');
  const present = dialog.getByLabel('Present password');
  const next = dialog.getByLabel('New password');
  for (const field of [present, next]) await expect(field).toHaveAttribute('type', 'password');
  await expect(present).toHaveAttribute('autocomplete', 'current-password');
  await expect(next).toHaveAttribute('autocomplete', 'new-password');
});

test('at an http address of another computer the page says that it is not secure, and has no sign-in form', async ({
  page,
  console,
}) => {
  const { origin } = new URL(console.server.ready.console_url);
  const there = 'http://gatehouse.example';
  await page.route(`${there}/**`, async (route) => {
    const url = route.request().url().replace(there, origin);
    const response = await route.fetch({ url });
    // Which the browser complains of at such an address.
    const { 'cross-origin-opener-policy': _opener, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await page.goto(`${there}/console/sign-in`);
  await expect(page.getByRole('heading', { name: 'This address is not secure' })).toBeVisible();
  await expect(page.getByText('Open the console at its https:// address')).toBeVisible();
  await expect(page.locator('input, button')).toHaveCount(0);
});

test('a wrong code says what the clock of the server shows, and after too many in a row what is left to do', async ({
  page,
  console,
}) => {
  const { owner } = JSON.parse(readFileSync(join(console.data, 'demo.json'), 'utf8'));
  await page.goto(console.server.ready.console_url);
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password').fill(owner.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  // The browser itself complains of a 401.
  await page.route('**/console/api/sign-in.code', async (route) =>
    route.fulfill({ response: await route.fetch(), status: 200 }),
  );
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('alert')).toContainText(/the server’s shows \d\d:\d\d:\d\d/);
  await page.unroute('**/console/api/sign-in.code');
  await page.route('**/console/api/sign-in.code', (route) =>
    route.fulfill({ json: { code: 'session.authenticator_ended', message: '' } }),
  );
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('alert')).toContainText('waiting does not help');
  await expect(page.getByRole('timer')).toHaveCount(0);
});

test('what a form held when the session ended is there again for whoever signs in again', async ({
  page,
  console,
}) => {
  await console.enter(page, 'events?new=yes');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Pier Night');
  await dialog.getByLabel('Ends').fill('2027-05-01T23:00');
  const ended = '**/console/api/event.create';
  await page.route(ended, (route) =>
    route.fulfill({ json: { code: 'session.required', message: '' } }),
  );
  await dialog.getByRole('button', { name: 'New event' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.unroute(ended);
  await console.signIn(page);
  await expect(dialog.getByLabel('Short name')).toHaveValue('pier-night');
  await expect(dialog.getByLabel('Ends')).toHaveValue('2027-05-01T23:00');
  await dialog.getByRole('button', { name: 'New event' }).click();
  await expect(page.getByRole('heading', { name: 'Pier Night' })).toBeVisible();
});

/** What a page finds in its browser: every value of every database, and what the address, the title and the storages say. */
async function readBrowser() {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the browser gets this function alone
  const settle = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(new Error('expected an answer')));
    });
  const values: unknown[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await settle(indexedDB.open(name));
    for (const store of database.objectStoreNames)
      values.push(...(await settle(database.transaction(store).objectStore(store).getAll())));
    database.close();
  }
  const keys: CryptoKey[] = [];
  const stored = JSON.stringify(values, (_name, value: unknown) => {
    if (value instanceof CryptoKey) keys.push(value);
    return value;
  });
  const [token = ''] = /gcst_[\w-]{43}/.exec(stored) ?? [];
  const secret = keys.filter(({ type }) => type === 'private');
  const kept = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
  const elsewhere = [location.href, document.title, document.cookie, ...kept];
  return {
    token,
    canExport: secret.map(({ extractable }) => extractable),
    isElsewhere: elsewhere.some((text) => text.includes('gcst_')),
  };
}

test('the session is of one origin: its key cannot be exported, and a page on another port of this computer has no part in it', async ({
  page,
  context,
  console,
}) => {
  await console.enter(page, 'home');
  const own = await page.evaluate(readBrowser);
  expect(own).toMatchObject({ canExport: [false], isElsewhere: false });
  expect(own.token).not.toBe('');
  expect(await context.cookies()).toEqual([]);

  const neighbour = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<title>Another program</title>');
  });
  await new Promise<void>((resolve) => neighbour.listen(0, '127.0.0.1', resolve));
  const address = neighbour.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const other = await context.newPage();
  await other.goto(`http://localhost:${port}/`);
  expect(await other.evaluate(readBrowser)).toEqual({
    token: '',
    canExport: [],
    isElsewhere: false,
  });
  const base = console.server.ready.console_url;
  // What a browser sends for it, by which nothing is read and nothing done: even with the token, that it cannot know.
  const sent = await other.evaluate(
    ([url, token]) =>
      Promise.all(
        (['cors', 'no-cors'] as const).map((mode) =>
          fetch(`${url}/api/account.sign-out`, {
            method: 'POST',
            mode,
            credentials: 'include',
            headers: mode === 'cors' ? { authorization: `DPoP ${token}` } : {},
            body: '{}',
          }).then(
            ({ type }) => type,
            () => 'refused',
          ),
        ),
      ),
    [base, own.token] as const,
  );
  expect(sent).toEqual(['refused', 'opaque']);
  await other.evaluate((url) => {
    const frame = document.createElement('iframe');
    frame.src = url;
    document.body.append(frame);
  }, base);
  await expect(other.frameLocator('iframe').getByLabel('Email')).toHaveCount(0);
  await other.close();
  neighbour.close();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();
});

/** What stands between the page and its server: a network that wants a sign-in of its own, and a proxy that cuts answers short. */
const between = {
  'a page of the network': { status: 200, contentType: 'text/html', body: '<p>Welcome</p>' },
  'a way to a page of the network': { status: 302, headers: { location: '/console' } },
  'half an answer': { status: 200, contentType: 'application/json', body: '{"data":{"reference' },
  'an error of a proxy': { status: 200, contentType: 'application/json', body: '{"error":"no"}' },
};

test('what is typed stays where something else than the server answers', async ({
  page,
  console,
}) => {
  await page.goto(console.server.ready.console_url);
  const told = page.getByText('The server does not answer');
  for (const [what, answer] of Object.entries(between)) {
    await page.getByLabel('Email').fill(`${what.length}@example.org`);
    await page.getByLabel('Password').fill('nine brown llamas');
    await page.route('**/console/api/sign-in.begin', (route) => route.fulfill(answer));
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(told, what).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(`${what.length}@example.org`);
    await expect(page.getByLabel('Password')).toHaveValue('nine brown llamas');
    await page.unroute('**/console/api/sign-in.begin');
    await page.reload();
  }

  await console.enter(page, 'events');
  await page.getByRole('button', { name: 'New event' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Quay Night');
  for (const [what, answer] of Object.entries(between)) {
    await page.route('**/console/api/event.create', (route) => route.fulfill(answer));
    await dialog.getByRole('button', { name: 'New event' }).click();
    await expect(told.first(), what).toBeVisible();
    await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Quay Night');
    await page.unroute('**/console/api/event.create');
  }
  await dialog.getByRole('button', { name: 'New event' }).click();
  await expect(page.getByRole('heading', { name: 'Quay Night' })).toBeVisible();
});
