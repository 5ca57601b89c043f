import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { temporaryFolder, type TemporaryFolder } from '../support/e2e/temporary-folder.ts';
import { launchDesktopApp, type DesktopApp } from '../support/electron-stand-in/launch.ts';

// The packed desktop app on the stand-in for electron, on the data folder that a start at login would open.
test.skip(process.platform !== 'linux', 'elsewhere the system keeps login items itself');

let folder: TemporaryFolder;
let app: DesktopApp;

test.beforeEach(async () => {
  folder = await temporaryFolder('login');
});
test.afterEach(async () => {
  await app.close();
  await folder.remove();
});

/** `data`: the name of the data folder; the default one is `gatehouse`. */
async function launch(data: string): Promise<Page> {
  app = launchDesktopApp(join(folder.path, data), {
    args: ['--server=embedded', '--no-demo'],
    env: {
      STAND_IN_PACKAGED: '1',
      XDG_CONFIG_HOME: join(folder.path, 'config'),
      XDG_DATA_HOME: folder.path,
    },
  });
  await app.ready;
  return app.page();
}

test('somebody switches it on and off in the settings, here or in the system', async () => {
  const page = await launch('gatehouse');
  const entry = join(folder.path, 'config', 'autostart', 'gatehouse.desktop');
  const read = () => readFile(entry, 'utf8').catch(() => null);
  const choice = page.getByRole('switch', { name: 'Start at login' });
  const press = () => page.getByText('Start at login', { exact: true }).click();
  await page.keyboard.press('Control+,');
  await expect(choice).not.toBeChecked();
  expect(await read()).toBeNull();
  await press();
  await expect(choice).toBeChecked();
  expect(await read()).toContain(`\nExec="${process.execPath}"\n`);
  await press();
  await expect(choice).not.toBeChecked();
  expect(await read()).toBeNull();

  await press();
  await expect(choice).toBeChecked();
  await rm(join(folder.path, 'config', 'autostart'), { recursive: true });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+,');
  await expect(choice).not.toBeChecked();

  await writeFile(join(folder.path, 'config', 'autostart'), '');
  await press();
  await expect(page.getByText('This could not be changed on this computer.')).toBeVisible();
  await expect(choice).not.toBeChecked();
});

test(
  'it is not offered on another data folder, which a start at login would not open',
  { tag: '@long' },
  async () => {
    const page = await launch('elsewhere');
    await page.keyboard.press('Control+,');
    await expect(page.getByRole('button', { name: 'Back up now' })).toBeVisible();
    await expect(page.getByText('Start at login')).toHaveCount(0);
  },
);
