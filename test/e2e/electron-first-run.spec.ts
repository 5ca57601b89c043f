import { expect, test } from '@playwright/test';
import { attachDoor } from '../support/e2e/door-page.ts';
import { pressLikeAPerson } from '../support/e2e/person-keys.ts';
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
    await page.getByRole('button', { name: /^Run the server here/ }).click();
    for (const answer of ['Nordlys', 'Opening Night', 'North Gate']) {
      await page.getByRole('textbox').fill(answer);
      await page.keyboard.press('Enter');
    }
    await page.getByRole('option', { name: 'North Gate' }).click();
    const door = await attachDoor(page);
    expect(await services()).toContain('gatehouse-server-process');
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

async function services(): Promise<readonly string[]> {
  return (await app.inspect()).utilities.map(({ serviceName }) => serviceName);
}
