import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { Value } from 'typebox/value';
import { attachDoor } from '../support/e2e/door-page.ts';
import { connectIntegrator } from '../support/e2e/integrator.ts';
import { Ready } from '../support/e2e/station-host.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/e2e/temporary-folder.ts';
import { fillTicketPool } from '../support/e2e/ticket-pool.ts';
import { launchDesktopApp, type DesktopApp } from '../support/electron-stand-in/launch.ts';

// The built app with electron-updater, as an AppImage on the stand-in, and a local folder that offers a later version.
test.skip(process.platform !== 'linux', 'an AppImage is for Linux');

const LOOK = 'Check for updates…';
const OLD = '#!/bin/sh\n# version 0.1.0\n';
const NEW = '#!/bin/sh\n# version 0.2.0\n';
const sha512 = (text: string) => createHash('sha512').update(text).digest('base64');

let folder: TemporaryFolder;
let app: DesktopApp;
let published: Server;
let asked: string[];
/** The version that the folder announces. */
let announced: string;

test.beforeEach(async () => {
  folder = await temporaryFolder('updates');
  asked = [];
  announced = NEW;
  published = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    asked.push(path);
    if (path === '/latest-linux.yml') response.end(describeVersion());
    else if (path === '/gatehouse-0.2.0.AppImage') response.end(NEW);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => published.listen(0, '127.0.0.1', resolve));
  await writeFile(join(folder.path, 'Gatehouse.AppImage'), OLD);
  await chmod(join(folder.path, 'Gatehouse.AppImage'), 0o755);
});

test.afterEach(async () => {
  await app.close();
  published.close();
  await folder.remove();
});

const describeVersion = () =>
  [
    'version: 0.2.0',
    'files:',
    '  - url: gatehouse-0.2.0.AppImage',
    `    sha512: ${sha512(announced)}`,
    `    size: ${announced.length}`,
    'path: gatehouse-0.2.0.AppImage',
    `sha512: ${sha512(announced)}`,
    `releaseDate: '2026-11-22T00:00:00.000Z'`,
    '',
  ].join('\n');

async function launchPackaged(configured: boolean, appImage = 'Gatehouse.AppImage'): Promise<void> {
  const resources = join(folder.path, 'resources');
  await mkdir(resources);
  const address = published.address();
  const port = typeof address === 'object' ? address?.port : null;
  if (configured) {
    await writeFile(
      join(resources, 'app-update.yml'),
      `provider: generic\nurl: http://127.0.0.1:${port}/\nupdaterCacheDirName: gatehouse-updater\n`,
    );
  }
  app = launchDesktopApp(join(folder.path, 'gatehouse'), {
    args: ['--server=embedded'],
    env: {
      STAND_IN_PACKAGED: '1',
      STAND_IN_RESOURCES: resources,
      APPIMAGE: join(folder.path, appImage),
      XDG_CACHE_HOME: join(folder.path, 'cache'),
      XDG_CONFIG_HOME: join(folder.path, 'config'),
      XDG_DATA_HOME: folder.path,
    },
  });
  await app.ready;
}

async function admissibleTicket(): Promise<string> {
  const { server, demo } = Value.Parse(Ready, await app.ready);
  if (server === undefined || demo === undefined) throw new Error('expected an embedded demo');
  const integrator = await connectIntegrator(server, demo);
  const event = demo.events[0]?.reference ?? '';
  const pool = await fillTicketPool(
    integrator,
    event,
    (setup) => setup.scanner_locations[0]?.reference ?? '',
  );
  return pool.admissible().reference;
}

const installed = () => readFile(join(folder.path, 'Gatehouse.AppImage'), 'utf8');
const boxes = async () => (await app.inspect()).messageBoxes.map(({ message }) => message);

async function acceptNewVersion(): Promise<void> {
  app.make({ kind: 'choose', label: LOOK });
  await expect.poll(boxes).toEqual(['A new version is available: 0.2.0']);
  app.make({ kind: 'press', button: 0 });
}

test(
  'an app that was packed without an update address never looks for updates',
  { tag: '@long' },
  async () => {
    await launchPackaged(false);
    expect(JSON.stringify((await app.inspect()).menu)).not.toContain(LOOK);
    app.quit();
    expect(await app.ended).toBe(0);
    expect(asked).toEqual([]);
  },
);

test(
  'an update is looked for on request, downloaded, and installed when the app is closed',
  { tag: '@long' },
  async () => {
    await launchPackaged(true);
    expect(asked).toEqual([]);
    await acceptNewVersion();
    await expect
      .poll(boxes)
      .toEqual(['A new version is available: 0.2.0', 'Version 0.2.0 is ready']);
    app.make({ kind: 'press', button: 0 });
    expect(await installed()).toBe(OLD);
    app.quit();
    expect(await app.ended).toBe(0);
    expect(await installed()).toBe(NEW);
  },
);

test(
  'a new version in a file of another name is started at login in place of the old one',
  { tag: '@long' },
  async () => {
    const before = join(folder.path, 'gatehouse-0.1.0.AppImage');
    await rename(join(folder.path, 'Gatehouse.AppImage'), before);
    await launchPackaged(true, 'gatehouse-0.1.0.AppImage');
    const entry = () =>
      readFile(join(folder.path, 'config', 'autostart', 'gatehouse.desktop'), 'utf8');
    const page = await app.page();
    await page.keyboard.press('Control+,');
    await page.getByText('Start at login', { exact: true }).click();
    await expect.poll(() => entry().catch(() => '')).toContain(`Exec="${before}"`);
    await acceptNewVersion();
    await expect.poll(boxes).toContain('Version 0.2.0 is ready');
    app.quit();
    expect(await app.ended).toBe(0);
    expect(await entry()).toContain(`Exec="${join(folder.path, 'gatehouse-0.2.0.AppImage')}"`);
  },
);

test('an update that differs from the announced one is refused', { tag: '@long' }, async () => {
  announced = NEW.replace('0.2.0', '0.2.1');
  await launchPackaged(true);
  await acceptNewVersion();
  await expect.poll(boxes).toContain('The new version could not be downloaded');
  app.quit();
  expect(await app.ended).toBe(0);
  expect(await installed()).toBe(OLD);
});

test('no update is installed while scans wait for upload', { tag: '@long' }, async () => {
  await launchPackaged(true);
  await acceptNewVersion();
  await expect.poll(boxes).toContain('Version 0.2.0 is ready');
  const ticket = await admissibleTicket();
  const page = await app.page();
  const door = await attachDoor(page);
  // The import has finished.
  await expect(page.getByRole('button', { name: /^Live/ })).toBeVisible();
  await page.evaluate(() => {
    const command = { kind: 'set_mode', mode: 'offline' };
    Reflect.get(window, 'gatehouseStation').send({ id: 'away', command });
  });
  await door.expectVerdict(ticket, 'scanning.allowed');
  await expect.poll(async () => (await app.inspect()).badge).toBe(1);
  app.quit();
  expect(await app.ended).toBe(0);
  expect(await installed()).toBe(OLD);
});
