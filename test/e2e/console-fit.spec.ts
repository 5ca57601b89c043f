import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { locales } from '../../shared/languages.ts';
import { consoleTest, expectLoaded, type ConsoleHost } from '../support/e2e/console-screen.ts';
import { organiserCommands } from '../support/e2e/organiser-commands.ts';

const allow = ['--webhook-allow', '127.0.0.0/8'];
const test = consoleTest(['--demo', '200', ...allow]);

const lists = [
  'events',
  'orders',
  'tickets',
  'contacts',
  'scans',
  'stations',
  'integrations',
  'webhooks',
  'waiting-lists',
  'import',
] as const;
const pages = [
  'home',
  'orders/new',
  'orders/disputes',
  'conflicts',
  ...['', '/organiser', '/members', '/roles', '/keys', '/audit'].map((tab) => `settings${tab}`),
] as const;
const telephone = { width: 390, height: 844 };
const wider = [
  { width: 1024, height: 768 },
  { width: 1920, height: 1080 },
];
const eventTabs = ['ticket-types', 'add-ons', 'sessions', 'entry-points', 'questions'] as const;

/** One word that no narrow screen holds, as German has them. */
const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

for (const locale of locales) {
  // German has the longest words, so it stands for the others in the quick suite.
  const tag = locale === 'de' ? [] : ['@long'];
  test(
    `every page fits a telephone with its dialogs, and wider screens, also with long names: ${locale}`,
    { tag },
    async ({ page, console }) => {
      test.setTimeout(480_000);
      await furnish(console, locale);
      await page.setViewportSize(telephone);
      await console.enter(page, 'home');
      await page.evaluate((chosen) => {
        const key = 'gatehouse-console';
        const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
        localStorage.setItem(key, JSON.stringify(Object.assign({}, kept, { locale: chosen })));
      }, locale);
      const show = async (place: string) => {
        await page.goto(`${console.server.ready.console_url}/${place}`);
        await expectLoaded(page);
      };
      for (const place of [...pages, ...lists]) {
        await show(place);
        await expectToFit(page, place);
        await expectDialogsToFit(page, place);
      }
      for (const list of lists) {
        await show(list);
        const record = await page.locator('main tbody a').first().getAttribute('href');
        const place = record?.replace(/^.*\/console\//, '') ?? list;
        for (const part of list === 'events' ? ['', ...eventTabs] : ['']) {
          await show(part === '' ? place : `${place}/${part}`);
          const name = `${list}/…/${part}`;
          await expectToFit(page, name);
          await expectDialogsToFit(page, name);
          if (list !== 'events') await expectActionsToFit(page, name);
        }
      }
    },
  );
}

/** Something with a long name of everything that has one. */
async function furnish({ server, data }: ConsoleHost, slug: string): Promise<void> {
  const { run } = organiserCommands(data);
  const { demo } = server.ready;
  if (!demo) throw new Error('expected a demo');
  const of = ['--organiser', demo.organiser];
  const zone = ['--timezone', 'America/Argentina/ComodRivadavia', '--currency', 'EUR'];
  const on = ['--event', slug, '--name', LONG];
  await run(['event', 'create', ...of, '--name', LONG, '--slug', slug, ...zone]);
  const { reference }: { readonly reference: string } = JSON.parse(
    await run(['ticket-type', 'create', ...on, '--price', '4500']),
  );
  await run(['location', 'create', ...on]);
  const none = ['--event', slug, '--name', `${LONG} 2`, '--price', '0', '--total', '0'];
  const gone = await run(['ticket-type', 'create', ...none]);
  const sellable: { readonly reference: string } = JSON.parse(gone);
  const file = join(data, `${LONG}.csv`);
  await writeFile(file, `Ticket type,Price\n${LONG},0\n`);
  await run(['import', file, '--event', slug]);
  const email = `${'a'.repeat(60)}@${'b'.repeat(60)}.example.org`;
  const sold = ['--ticket-type', reference, '--seat-labels', LONG];
  await run(['order', 'create', '--event', slug, ...sold, '--last-name', LONG, '--email', email]);
  const waits = ['--sellable', sellable.reference, '--email', email];
  await run(['waitlist', 'join', '--event', slug, ...waits]);
  await run(['station', 'create', ...of, '--name', LONG]);
  await run(['client', 'create', ...of, '--name', LONG, '--scopes', 'events:read']);
  const url = `http://127.0.0.1:9/${'hooks'.repeat(20)}`;
  await run(['webhook', 'create', ...of, ...allow, '--url', url, '--events', 'order.created']);
}

/** Ends with the telephone. */
async function expectToFit(page: Page, name: string): Promise<void> {
  for (const size of [...wider, telephone]) {
    await page.setViewportSize(size);
    expect.soft(await tooWide(page), `${name}, ${size.width} px`).toEqual([]);
  }
}

/** What makes the page or its dialog scroll sideways, but for rows of tabs and what a program sent. */
function tooWide(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    // The page measures in the first what it becomes after a change of size, and has drawn it by the second.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    return [document.documentElement, ...document.querySelectorAll('body *')]
      .filter(
        (element) =>
          element.scrollWidth > element.clientWidth + 1 &&
          (element === document.documentElement ||
            ['auto', 'scroll'].includes(getComputedStyle(element).overflowX)),
      )
      .filter((element) => element.closest('nav, pre') === null)
      .map(({ tagName, className, scrollWidth }) => `${tagName} ${className} ${scrollWidth}px`);
  });
}

/** Opens what the page's main buttons open. */
async function expectDialogsToFit(page: Page, name: string): Promise<void> {
  const buttons = page.locator('main button[class*="_main_"]:not([type=submit], [data-disabled])');
  const place = page.url();
  const texts = await buttons.allTextContents();
  for (const [index, text] of texts.entries()) {
    await buttons.nth(index).click();
    await expectDialogToFit(page, `${name}, ${text}`);
    // Some lead to a page of their own, which is looked at for itself.
    if (page.url() !== place) await page.goBack();
  }
}

/** Opens what the actions of a record ask. */
async function expectActionsToFit(page: Page, name: string): Promise<void> {
  const menu = page.locator('main header [aria-haspopup=menu]').last();
  if ((await menu.count()) === 0) return;
  const items = page.getByRole('menuitem');
  await menu.click();
  await expect(items.first()).toBeVisible();
  expect.soft(await tooWide(page), `${name}, menu`).toEqual([]);
  const texts = await items.allTextContents();
  await page.keyboard.press('Escape');
  for (const [index, text] of texts.entries()) {
    await menu.click();
    await items.nth(index).click();
    await expectDialogToFit(page, `${name}, ${text}`);
  }
}

async function expectDialogToFit(page: Page, name: string): Promise<void> {
  const dialog = page.locator('[role=dialog], [role=alertdialog]').last();
  const isOpen = await dialog.waitFor({ timeout: 2_000 }).then(
    () => true,
    () => false,
  );
  if (!isOpen) return;
  expect.soft(await tooWide(page), name).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}
