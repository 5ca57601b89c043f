import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import {
  consoleTest,
  enterConsole,
  expectGone,
  joinConsole,
} from '../support/e2e/console-screen.ts';
import { organiserCommands } from '../support/e2e/organiser-commands.ts';
import { serve } from '../support/e2e/serve.ts';
import { temporaryFolder } from '../support/e2e/temporary-folder.ts';
import { violations } from '../support/e2e/violations.ts';
import { openSmtp } from '../support/smtp-server.ts';

const test = consoleTest(['--demo', '200']);

test('somebody is invited, gets another role and is removed; the log says so, and so does its file', async ({
  page,
  console,
}) => {
  await console.enter(page, 'settings/members');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Invite' }).click();
  await dialog.getByLabel('Email').fill('ola@example.org');
  await dialog.getByLabel('Role').selectOption('Viewer');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  const shown = page.getByRole('dialog', { name: 'One-time link' });
  const link = (await shown.getByText(/\/join#/).textContent()) ?? '';
  expect(await violations(page)).toEqual([]);
  await shown.getByRole('button', { name: 'I have saved it' }).click();
  const row = page.getByRole('row', { name: /ola@example\.org/ });
  await expect(row).toContainText('Viewer');
  await expect(row).toContainText('Invited');
  await expectGone(page, new URL(link).hash);

  const actions = page.getByRole('button', { name: 'Actions for ola@example.org' });
  await actions.click();
  await page.getByRole('menuitem', { name: 'Change role' }).click();
  await dialog.getByLabel('Role').selectOption('Manager');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Manager');
  await actions.click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const asked = page.getByRole('alertdialog');
  await expect(asked).toContainText('ola@example.org can no longer sign in to this organiser');
  await asked.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('ola@example.org was removed')).toBeVisible();
  await expect(row).toHaveCount(0);

  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('searchbox', { name: 'Search' }).fill('member.');
  const entries = page.getByRole('table', { name: 'Audit log' }).locator('tbody').getByRole('row');
  await expect(entries).toContainText(['Member removed', 'Role changed', 'Member invited']);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^audit-.*\.csv$/);
  const written = await readFile(await file.path(), 'utf8');
  expect(Array.from(written.matchAll(/"(member\.\w+)"/g), ([, name]) => name)).toEqual([
    'member.invite',
    'member.role',
    'member.remove',
  ]);
});

test(
  'a session of another browser is ended, which asks there for a new sign-in; then all others at once',
  { tag: '@long' },
  async ({ page, browser, console }) => {
    const elsewhere = async (userAgent: string) => {
      const other = await (await browser.newContext({ userAgent })).newPage();
      await console.enter(other, 'orders');
      return other;
    };
    const firefox = await elsewhere('Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Firefox/146.0');
    const safari = await elsewhere('Mozilla/5.0 (Macintosh) Version/26.1 Safari/605.1.15');
    await console.enter(page, 'settings');
    const lines = page.getByRole('region', { name: 'Sessions' }).getByRole('listitem');
    const line = lines.filter({ hasText: 'Firefox' });
    await line.getByRole('button', { name: 'End: 127.0.0.1, Firefox' }).click();
    await expect(page.getByText('The session was ended')).toBeVisible();
    await expect(line).toHaveCount(0);
    await expect(firefox.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(lines.filter({ hasText: 'Safari' })).toHaveCount(1);
    await page.getByRole('button', { name: 'Sign out all others' }).click();
    await expect(lines).toHaveCount(1);
    await expect(lines).toContainText('This one');
    await expect(safari.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    for (const other of [firefox, safari]) await other.context().close();
  },
);

test('a member of several organisers chooses one after the sign-in, goes to another, and sees of each what is its own', async ({
  page,
  console,
}) => {
  const { makeOrganiser, makeEvent, inviteOwner, run } = organiserCommands(console.data);
  const [own, other] = [await makeOrganiser('Sørlys'), await makeOrganiser('Vestlys')];
  await makeEvent(own, 'Quay Night');
  await makeEvent(other, 'Pier Night');
  const link = await inviteOwner(own, 'mira@example.org');
  const of = ['--organiser', other, '--email', 'mira@example.org', '--role', 'viewer'];
  await run(['member', 'invite', ...of]);
  await joinConsole(page, link);

  await expect(page.getByRole('heading', { name: 'Choose an organiser' })).toBeVisible();
  const choices = page.getByRole('listbox', { name: 'Choose an organiser' }).getByRole('option');
  await expect(choices).toHaveText([/Sørlys.*Owner/, /Vestlys.*Viewer/]);
  expect(await violations(page)).toEqual([]);
  await choices.filter({ hasText: 'Vestlys' }).press('Enter');
  const account = page.getByRole('button', { name: 'Account' });
  await expect(account).toContainText('Viewer');
  await page.getByRole('link', { name: 'Events' }).click();
  const events = page.getByRole('table', { name: 'Events' });
  await expect(events).toContainText('Pier Night');
  await expect(events).not.toContainText('Quay Night');
  await expect(page.getByRole('button', { name: 'New event' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Organiser' }).click();
  await page.getByRole('menuitemradio', { name: 'Sørlys' }).click();
  await expect(account).toContainText('Owner');
  await expect(events).toContainText('Quay Night');
  await expect(events).not.toContainText('Pier Night');
  await expect(page.getByRole('button', { name: 'New event' })).toBeVisible();
  // A record of one is none of the other.
  await events.getByRole('link', { name: 'Quay Night' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quay Night');
  await page.getByRole('button', { name: 'Organiser' }).click();
  await page.getByRole('menuitemradio', { name: 'Vestlys' }).click();
  await expect(events).toContainText('Pier Night');
  await expect(page).toHaveURL(/\/events$/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Organiser' })).toContainText('Vestlys');
});

test(
  'a test email says that the mail server has accepted it, and stays to say why it has not',
  { tag: '@long' },
  async ({ page }) => {
    await using opened = new AsyncDisposableStack();
    const answers = ['250 fine', '550 no relaying for this sender'];
    const smtp = await openSmtp({ recipient: () => answers.shift() ?? '250 fine' });
    opened.defer(smtp.close);
    const folder = await temporaryFolder('console-mail');
    opened.defer(folder.remove);
    const mail = ['--smtp-url', smtp.url, '--mail-from', 'tickets@example.org'];
    const server = await serve(folder.path, ['--port', '0', '--demo', '200', ...mail]);
    opened.defer(async () => {
      await server.stop();
    });
    await enterConsole(server, folder.path)(page, 'settings/organiser');
    const test = page.getByRole('button', { name: 'Send me a test email' });
    await test.click();
    await expect(page.getByText('The mail server has accepted the test email')).toBeVisible();
    expect(smtp.taken).toHaveLength(1);
    await test.click();
    await expect(page.getByRole('region', { name: 'Email' }).getByRole('alert')).toContainText(
      /not sent: .*550 no relaying for this sender/,
    );
    expect(await violations(page)).toEqual([]);
    await page.goto('about:blank');
  },
);
