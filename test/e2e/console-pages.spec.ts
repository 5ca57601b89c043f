import { expect, type Page } from '@playwright/test';
import { openSqlite } from '../../src-server/database/sqlite/open-sqlite.ts';
import { pageRoutes } from '../../src-renderer/console/pages/page-routes.ts';
import { addAuthenticator, consoleTest } from '../support/e2e/console-screen.ts';
import { organiserCommands } from '../support/e2e/organiser-commands.ts';
import { furnishOrganiser } from '../support/furnish-organiser.ts';

const test = consoleTest([]);

const tabs: Readonly<Record<string, string>> = {
  '/events/$event/$tab': 'sessions',
  '/contacts/$contact/$tab': 'orders',
  '/settings/$tab': 'audit',
};

test('every page has one heading, which takes the focus and is in the title of the tab', async ({
  page,
  console,
}) => {
  const database = openSqlite({ dataDir: console.data });
  const references = await furnishOrganiser(database, 'Furnished');
  await database.close();
  const { organiser = '' } = references;
  await join(page, await organiserCommands(console.data).inviteOwner(organiser, 'eva@example.org'));

  const titles = new Map<string, string>();
  for (const { path } of pageRoutes) {
    await visit(page, path === '/import' ? '/home' : '/import');
    const address = path
      .replaceAll('$tab', tabs[path] ?? '')
      .replaceAll(/\$(\w+)/g, (_, name: string) => references[name] ?? `no ${name}`);
    await visit(page, address);
    titles.set(path, await page.title());
  }
  expect([...titles.values()]).not.toContain('There is nothing at this address · Gatehouse');
  for (const nothing of ['/nowhere', '/orders/ord_0', '/events/evt_0/nothing', '/join'])
    await visit(page, nothing);
});

test('what a role does not allow has no form, at whatever address, and nothing invites to it', async ({
  page,
  console,
}) => {
  const { makeOrganiser, run } = organiserCommands(console.data);
  const of = ['--organiser', await makeOrganiser('Vestlys')];
  const invited = await run([
    'member',
    'invite',
    ...of,
    '--email',
    'vi@example.org',
    '--role',
    'viewer',
  ]);
  const { link }: { readonly link: string } = JSON.parse(invited);
  await join(page, link);
  for (const address of ['/orders/new', '/import']) {
    await visit(page, address);
    await expect(page.getByRole('alert')).toContainText('Your role does not allow this');
    await expect(page.getByRole('main').getByRole('combobox')).toHaveCount(0);
  }
  const main = page.getByRole('main');
  for (const [address, none] of [
    ['/home', 'No events yet'],
    ['/events', 'No events yet'],
    ['/orders', 'No orders yet'],
    ['/stations', 'No stations yet'],
  ] as const) {
    await visit(page, address);
    await expect(main).toContainText(none);
    await expect(main).not.toContainText(/(?:Add|Create|Connect|Import|Place) /);
  }
});

/** Follows a link of the page to an address below the console's, and reads where it has led. */
async function visit(page: Page, address: string): Promise<void> {
  const base = new URL(await page.evaluate(() => document.baseURI)).pathname.replace(/\/$/, '');
  if (new URL(page.url()).pathname === `${base}${address}`) return;
  await page.evaluate((href) => {
    const before = document.querySelector('h1');
    if (before !== null) before.dataset['before'] = '';
    document.querySelector<HTMLElement>('nav a')?.focus();
    history.pushState({}, '', href);
  }, `${base}${address}`);
  await expect(page.locator('h1[data-before]')).toHaveCount(0);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeFocused();
  await expect(heading).toHaveCount(1);
  await expect(page).toHaveTitle(`${await heading.textContent()} · Gatehouse`);
}

async function join(page: Page, link: string): Promise<void> {
  await addAuthenticator(page);
  await page.goto(link);
  await page.getByLabel('Password').fill('nine loud lanterns');
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();
}
