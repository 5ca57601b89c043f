import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { Value } from 'typebox/value';
import { attachDoor } from '../support/e2e/door-page.ts';
import { pressLikeAPerson } from '../support/e2e/person-keys.ts';
import { Ready } from '../support/e2e/station-host.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/e2e/temporary-folder.ts';
import { launchDesktopApp, type DesktopApp } from '../support/electron-stand-in/launch.ts';

// The desktop app on a new device: its main process answers the page's questions about the server.

let folder: TemporaryFolder;
let app: DesktopApp;

test.beforeEach(async () => {
  folder = await temporaryFolder('desktop');
});
test.afterEach(async () => {
  await app.close();
  await folder.remove();
});

test(
  'an installed app begins with the first-run questions, and a server that it starts runs again at its next start',
  { tag: '@long' },
  async () => {
    app = launchDesktopApp(folder.path, { env: { STAND_IN_PACKAGED: '1' } });
    await app.ready;
    const page = await app.page();
    pressLikeAPerson(page);
    await expect(page.getByRole('heading', { name: 'Welcome to Gatehouse' })).toBeVisible();
    expect(await services()).not.toContain('gatehouse-server-process');
    expect(await menu()).not.toContain('Organiser console');
    await page.getByRole('button', { name: /^Run the server here/ }).click();
    for (const answer of ['Nordlys', 'Opening Night', 'North Gate']) {
      await page.getByRole('textbox').fill(answer);
      await page.keyboard.press('Enter');
    }
    await page.getByRole('option', { name: 'North Gate' }).click();
    const door = await attachDoor(page);
    expect(await services()).toContain('gatehouse-server-process');
    await expect.poll(menu).toContain('Organiser console');
    await door.expectVerdict('tkt_7zzzzzzzzzzzzzzzzzzzzzzz01', 'unknown_ticket');
    await app.close();

    app = launchDesktopApp(folder.path, { env: { STAND_IN_PACKAGED: '1' } });
    await app.ready;
    const again = await app.page();
    await attachDoor(again);
    await expect(again.getByText('Opening Night').first()).toBeVisible();
    await again.keyboard.press('Control+,');
    const settings = again.getByRole('dialog');
    await expect(settings.getByText('Running', { exact: true })).toBeVisible();
    await settings.getByRole('button', { name: 'Back up now' }).click();
    await expect(settings.getByText('The database was copied.')).toBeVisible();
  },
);

test('while nobody can sign in, the menu opens the console with a link for its first owner', async () => {
  test.skip(process.platform !== 'linux', 'stands in for xdg-open');
  const bin = await temporaryFolder('bin');
  const opened = join(bin.path, 'opened.html');
  await writeFile(join(bin.path, 'xdg-open'), `#!/bin/sh\ncp "$1" "${opened}"\n`, { mode: 0o755 });
  const env = { PATH: `${bin.path}:${process.env['PATH'] ?? ''}`, DISPLAY: ':9' };
  app = launchDesktopApp(folder.path, { args: ['--no-demo'], env });
  const { console_url, first_owner_url } = Value.Parse(Ready, await app.ready);
  const link = new RegExp(`${console_url}/join#[\\w-]+`);
  expect(first_owner_url).toMatch(link);
  app.make({ kind: 'choose', label: 'Organiser console' });
  await expect.poll(() => readFile(opened, 'utf8').catch(() => '')).toMatch(link);
  // Every user of the machine can read what a program was started with.
  expect((await app.inspect()).openedOutside).toEqual([]);
  await bin.remove();
});

const menu = async () => JSON.stringify((await app.inspect()).menu);

async function services(): Promise<readonly string[]> {
  return (await app.inspect()).utilities.map(({ serviceName }) => serviceName);
}
