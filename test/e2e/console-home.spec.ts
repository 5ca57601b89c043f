import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { consoleTest, type ConsoleHost } from '../support/e2e/console-screen.ts';
import { violations } from '../support/e2e/violations.ts';

const test = consoleTest(['--demo', '200']);

/** A guest of the gala who is let in, and is not. */
async function atDoor({ server }: ConsoleHost) {
  const { auth_url, base_url, demo } = server.ready;
  if (!demo) throw new Error('expected a demo');
  const form = { grant_type: 'client_credentials', ...demo.integrator };
  const response = await fetch(`${auth_url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  const { access_token: token }: { readonly access_token: string } = JSON.parse(
    await response.text(),
  );
  const guest = demo.door.codes.find(({ reason }) => reason === 'scanning.allowed');
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${base_url}/integration/scans${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': randomUUID(),
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    return Object(await answer.json());
  };
  return {
    gala: demo.events.find(({ slug }) => slug === 'winter-gala')?.reference,
    admit: async (): Promise<string> => {
      const verdict = await post('', { ticket: guest?.code });
      expect(verdict).toMatchObject({ allowed: true });
      return verdict.scan.reference;
    },
    undo: (scan: string, note: string) => post(`/${scan}/release`, { kind: 'mistake', note }),
  };
}

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

test('next to nothing moves when more of a page arrives', async ({ page, console }) => {
  await console.enter(page, 'home');
  await page.addInitScript(() => {
    const seen = new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries())
        performance.mark('moved', { detail: Number(Object(entry.toJSON()).value) });
    });
    seen.observe({ type: 'layout-shift', buffered: true });
  });
  const lines = page.getByText('Loading');
  // Slow enough to see what is shown until then.
  await page.route(/console\/api\/(?:home\.show|\w+\.list|\w+\.show)$/, async (route) => {
    if (!route.request().url().endsWith('account.show')) await lines.first().waitFor();
    await route.continue();
  });
  for (const [place, last] of [
    ['home', page.getByRole('heading', { name: 'Stations' })],
    ['orders', page.getByRole('table', { name: 'Orders' })],
    ['tickets', page.getByRole('table', { name: 'Tickets' })],
    ['settings/audit', page.getByRole('table')],
  ] as const) {
    await page.goto(`${console.server.ready.console_url}/${place}`);
    await expect(last).toBeVisible();
    const moved = await page.evaluate(() =>
      performance
        .getEntriesByName('moved')
        .map((mark) => ('detail' in mark ? Number(mark.detail) : Number.NaN)),
    );
    // As browsers score it, where less than 0.1 is good. Names of events and fonts of other scripts may still set a cell.
    expect
      .soft(
        moved.reduce((sum, one) => sum + one, 0),
        place,
      )
      .toBeLessThan(0.03);
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('of several events that are on today one is chosen with the keyboard, and can be linked to', async ({
  page,
  console,
}) => {
  await console.enter(page, 'home');
  const choices = page.getByRole('navigation', { name: 'Which event' }).getByRole('link');
  const other = choices.and(page.locator(':not([aria-current])')).first();
  const name = (await other.locator('bdi').textContent()) ?? '';
  const chosen = choices.filter({ hasText: name });
  await other.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  await expect(chosen).toHaveAttribute('aria-current');
  await expect(chosen).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
});

test('an admission at a door, and that it was undone, is seen without asking', async ({
  page,
  console,
}) => {
  const { gala, admit, undo } = await atDoor(console);
  await console.enter(page, `home?event=${gala}`);
  const inside = page.getByRole('region').getByRole('definition').nth(1);
  await expect(inside).toHaveText(/^\d+$/);
  const before = Number(await inside.textContent());
  const scan = await admit();
  await expect(inside).toHaveText(String(before + 1));
  await undo(scan, 'The wrong twin');
  await expect(inside).toHaveText(String(before));
  const undone = page.getByRole('listitem').filter({ hasText: 'The wrong twin' });
  await undone.getByRole('link', { name: 'Undone' }).click();
  await expect(page.getByText('Admission ended').first()).toBeVisible();
  await expect(page.getByText('Admission undone')).toBeVisible();
});

test('what changes is seen although the server never answered the reading before', async ({
  page,
  console,
}) => {
  const { gala, admit, undo } = await atDoor(console);
  await page.clock.install();
  await console.enter(page, `home?event=${gala}`);
  await expect(page.getByRole('region').getByRole('definition').nth(1)).toHaveText(/^\d+$/);
  const views = '**/console/api/home.*';
  const isHeld = page.waitForRequest(views);
  await page.route(views, () => undefined);
  const scan = await admit();
  await isHeld;
  await page.unroute(views);
  await undo(scan, 'Nobody waited');
  await expect(async () => {
    await page.clock.fastForward(40_000);
    await expect(page.getByText('Nobody waited')).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
});

test('a sign-in that has to wait counts down, and can be tried again then, or at once with another address', async ({
  page,
  console,
}) => {
  await page.clock.install();
  await page.goto(`${console.server.ready.console_url}/sign-in`);
  await page.route('**/console/api/sign-in.begin', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '30' },
      json: { code: 'session.throttled', message: 'Wait.' },
    }),
  );
  await page.getByLabel('Email').fill('mira@example.org');
  await page.getByLabel('Password').fill('wrong wrong wrong');
  const submit = page.getByRole('button', { name: 'Continue' });
  await submit.click();
  await expect(page.getByRole('alert')).toHaveText('Too many attempts.');
  await expect(page.getByRole('timer')).toHaveText(/^Try again in [23]\d seconds\.$/);
  await expect(submit).toBeDisabled();
  expect(await violations(page)).toEqual([]);
  await page.clock.fastForward(15_000);
  await expect(page.getByRole('timer')).toHaveText(/^Try again in 1?\d seconds\.$/);
  await page.clock.fastForward(15_000);
  await expect(page.getByRole('status')).toHaveText('You can try again now.');
  await submit.click();
  await expect(submit).toBeDisabled();
  await page.getByLabel('Email').fill('nora@example.org');
  await expect(submit).toBeEnabled();
});

test('a page that the server lets wait says how long, asks no sooner, and continues by itself', async ({
  page,
  console,
}) => {
  await console.enter(page, 'home');
  let busy: readonly string[] = [];
  const refusedAt = new Map<string, number>();
  const waitedMs: number[] = [];
  await page.route('**/console/api/*', (route) => {
    const name = route.request().url().split('/').at(-1) ?? '';
    const refused = refusedAt.get(name);
    if (refused !== undefined) waitedMs.push(performance.now() - refused);
    refusedAt.delete(name);
    if (!busy.includes(name)) return route.continue();
    refusedAt.set(name, performance.now());
    return route.fulfill({
      status: 429,
      headers: { 'retry-after': '2' },
      json: { code: 'rate.limited', message: 'Wait.' },
    });
  });
  const waits = async (names: readonly string[], go: () => Promise<unknown>) => {
    busy = names;
    await go();
    await expect(page.getByRole('alert').first()).toContainText('Too many requests');
    await expect(page.getByRole('timer').first()).toHaveText(/^Try again in \d seconds?\.$/);
    busy = [];
  };
  const orders = `${console.server.ready.console_url}/orders`;
  const table = page.getByRole('table', { name: 'Orders' });
  for (const names of [['account.show'], ['account.operations', 'order.list']]) {
    await waits(names, () => page.goto(orders));
    await expect(table).toBeVisible();
  }
  await waits(['home.show'], () =>
    page.getByRole('navigation').getByRole('link', { name: 'Home' }).click(),
  );
  await expect(page.getByRole('heading', { name: 'Stations' })).toBeVisible();
  expect(waitedMs.length).toBeGreaterThanOrEqual(3);
  expect(Math.min(...waitedMs)).toBeGreaterThan(1_900);
});

test('a device that loses its network says so until it is back, and keeps what it shows', async ({
  page,
  console,
}) => {
  await console.enter(page, 'orders');
  const table = page.getByRole('table', { name: 'Orders' });
  await expect(table).toBeVisible();
  await page.context().setOffline(true);
  const notice = page.getByRole('status').filter({ hasText: 'This device is offline' });
  await expect(notice).toBeVisible();
  await expect(table).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('searchbox', { name: 'Search' }).fill('larsen');
  await expect(page.getByRole('alert')).toContainText('This device is offline');
  // A page that was not looked at before has its code still to load.
  await page.getByRole('navigation').getByRole('link', { name: 'Events' }).click();
  await expect(table).toHaveCount(0);
  await expect(page.getByRole('alert')).toContainText('This device is offline');
  await page.context().setOffline(false);
  await expect(notice).toBeHidden();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Events' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
});

test('what is typed while the palette is still being loaded is what it looks for', async ({
  page,
  console,
}) => {
  await console.enter(page, 'home');
  await expect(page.getByRole('heading', { name: 'Stations' })).toBeVisible();
  const typed = Promise.withResolvers<undefined>();
  await page.route(/assets\/palette-.*\.js/, async (route) => {
    await typed.promise;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('wint');
  typed.resolve(undefined);
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.type('er ga');
  await expect(page.getByRole('searchbox')).toHaveValue('winter ga');
  await expect(page.getByRole('menuitem', { name: /Winter Gala/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('the palette leads to what can be made, which has an address of its own', async ({
  page,
  console,
}) => {
  await console.enter(page, 'home');
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').fill('new web');
  await page.getByRole('menuitem', { name: 'New webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'New webhook' });
  await expect(dialog).toBeVisible();
  await page.reload();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/webhooks$/);
});
