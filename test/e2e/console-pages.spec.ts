import { expect, type Page } from '@playwright/test';
import { openSqlite } from '../../src-server/database/sqlite/open-sqlite.ts';
import { pageRoutes } from '../../src-renderer/console/pages/page-routes.ts';
import { consoleTest, expectLoaded, joinConsole } from '../support/e2e/console-screen.ts';
import { organiserCommands } from '../support/e2e/organiser-commands.ts';
import { furnishOrganiser } from '../support/furnish-organiser.ts';
import { violations } from '../support/e2e/violations.ts';

const test = consoleTest([]);

const tabs: Readonly<Record<string, readonly string[]>> = {
  '/events/$event/$tab': ['ticket-types', 'add-ons', 'sessions', 'entry-points', 'questions'],
  '/contacts/$contact/$tab': ['orders', 'tickets'],
  '/settings/$tab': ['organiser', 'members', 'roles', 'keys', 'audit'],
};

test('every page has one heading, which takes the focus and is in the title of the tab, and passes axe in both themes', async ({
  page,
  console,
}) => {
  const database = openSqlite({ dataDir: console.data });
  const references = await furnishOrganiser(database, 'Furnished');
  await database.close();
  const { organiser = '' } = references;
  await join(page, await organiserCommands(console.data).inviteOwner(organiser, 'eva@example.org'));

  const titles: string[] = [];
  const addresses = pageRoutes.flatMap(({ path }) =>
    (tabs[path] ?? ['']).map((tab) =>
      path
        .replaceAll('$tab', tab)
        .replaceAll(/\$(\w+)/g, (_, name: string) => references[name] ?? `no ${name}`),
    ),
  );
  for (const address of addresses) {
    await visit(page, address === '/import' ? '/home' : '/import');
    await visit(page, address);
    titles.push(await page.title());
    await expectLoaded(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect.soft(await violations(page), `${address}, ${colorScheme}`).toEqual([]);
    }
  }
  expect(titles).not.toContain('There is nothing at this address · Gatehouse');
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
  await joinConsole(page, link);
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();
}
