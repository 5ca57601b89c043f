import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import type { Demo } from '../support/e2e/demo.ts';
import { attachDoor } from '../support/e2e/door-page.ts';
import { connectIntegrator } from '../support/e2e/integrator.ts';
import { serve, type ServeProcess } from '../support/e2e/serve.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/e2e/temporary-folder.ts';
import { fillTicketPool } from '../support/e2e/ticket-pool.ts';
import { launchDesktopApp, type DesktopApp } from '../support/electron-stand-in/launch.ts';

// The desktop app, connected by hand to a server elsewhere, and where it keeps the secret.

let folders: TemporaryFolder[];
let server: ServeProcess;
/** Data of an app that was connected by hand with a keychain, and closed. */
let connected: string;
let demo: Demo;
let app: DesktopApp | null;

test.beforeAll(async () => {
  folders = [];
  server = await serve(await newFolder('server'), ['--port', '0', '--demo']);
  if (!server.ready.demo) throw new Error('expected demo credentials');
  demo = server.ready.demo;
  connected = await connectByHand('keyring');
  expect(await filesWith(connected, demo.station.client_secret)).toEqual([]);
  await quit();
});
test.beforeEach(() => {
  app = null;
});
test.afterEach(() => app?.close());
test.afterAll(async () => {
  await app?.close();
  await server.kill();
  for (const folder of folders) await folder.remove();
});

async function newFolder(name: string): Promise<string> {
  const folder = await temporaryFolder(name);
  folders.push(folder);
  return folder.path;
}

/** Another start of the connected app, without options and with its keychain in this state. */
async function startAgain(keychain: string): Promise<string> {
  const data = await newFolder('desktop');
  await cp(connected, data, { recursive: true });
  app = launchDesktopApp(data, { env: { STAND_IN_KEYCHAIN: keychain } });
  await app.ready;
  return data;
}

const revealing = (keychain: string) =>
  keychain === 'none' || keychain === 'locked' ? ['secrets.json'] : [];

test('the next start uses the same server and needs no credentials', { tag: '@long' }, async () => {
  await startAgain('keyring');
  await expectToBeLive();
  const { utilities } = await openApp().inspect();
  expect(utilities.map(({ serviceName }) => serviceName).toSorted()).toEqual([
    'gatehouse-scanner-process',
    'gatehouse-station-process',
  ]);
});

test('without a keychain the secret is kept in a file', { tag: '@long' }, async () => {
  test.skip(process.platform !== 'linux', 'Linux alone may have none');
  const data = await connectByHand('none');
  expect(await filesWith(data, demo.station.client_secret)).toEqual(revealing('none'));
  await quit();
  app = launchDesktopApp(data, { env: { STAND_IN_KEYCHAIN: 'none' } });
  await app.ready;
  await expectToBeLive();
});

const troubles = [
  { keychain: 'unreadable', says: /cannot be read \(Error while decrypting/ },
  { keychain: 'locked', says: /cannot be read \(.*temporarily unavailable/ },
  { keychain: 'silent', says: /The keychain does not answer/ },
];

for (const { keychain, says } of troubles) {
  test(
    `the door opens although the keychain is ${keychain}, and the secret can be entered again`,
    { tag: '@long' },
    async () => {
      test.skip(
        keychain === 'locked' && process.platform !== 'linux',
        'Linux alone has such a one',
      );
      const data = await startAgain(keychain);
      const page = await openApp().page();
      await expect(page.getByText(says)).toBeVisible();
      const door = await attachDoor(page);
      await door.expectVerdict('tkt_7zzzzzzzzzzzzzzzzzzzzzzz01', 'unknown_ticket');

      expect(await connectByCommand(page)).toMatchObject({ ok: true });
      await expect(page.getByText(says)).toBeHidden();
      await expectToBeLive();
      expect(await filesWith(data, demo.station.client_secret)).toEqual(revealing(keychain));
    },
  );
}

test(
  'a secret that the keychain rejects is used until the app is closed',
  { tag: '@long' },
  async () => {
    const data = await connectByHand('unwritable');
    const page = await openApp().page();
    await page.keyboard.press('Control+,');
    await expect(page.getByText(/cannot be saved/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expectToBeLive();
    expect(await filesWith(data, demo.station.client_secret)).toEqual([]);
  },
);

/** A first start that is connected to the server with the form on the screen. */
async function connectByHand(keychain: string): Promise<string> {
  const { base_url: url } = server.ready;
  const data = await newFolder('desktop');
  app = launchDesktopApp(data, {
    args: [`--server=${url}`],
    env: { STAND_IN_KEYCHAIN: keychain },
  });
  await app.ready;
  const page = await app.page();
  const fields = page.getByRole('textbox');
  await fields.nth(0).fill(url);
  await fields.nth(1).fill(demo.station.client_id);
  await page.locator('input[type=password]').fill(demo.station.client_secret);
  await page.getByRole('button', { name: /connect/i }).click();
  await page.getByText('Winter Gala').first().click();
  await page.getByRole('option', { name: 'North Gate' }).click();
  await expect(page.getByRole('status', { name: 'Verdict' })).toBeVisible();
  return data;
}

/** Sends the command of the Connect screen over the page's bridge. */
function connectByCommand(page: Page): Promise<unknown> {
  const command = { kind: 'connect', server_url: server.ready.base_url, ...demo.station };
  return page.evaluate(async (sent) => {
    const bridge = Reflect.get(window, 'gatehouseStation');
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const stop = bridge.subscribe((message: { kind: string; id?: string; result?: unknown }) => {
      if (message.kind === 'reply' && message.id === 'again') resolve(message.result);
    });
    bridge.send({ id: 'again', command: sent });
    const result = await promise;
    stop();
    return result;
  }, command);
}

/** Expects a ticket to be admitted and its scan to reach the server. */
async function expectToBeLive(): Promise<void> {
  const event = demo.events[0]?.reference ?? '';
  const integrator = await connectIntegrator(server.ready, demo);
  const door = await attachDoor(await openApp().page());
  const pool = await fillTicketPool(
    integrator,
    event,
    (setup) => setup.scanner_locations[0]?.reference ?? '',
  );
  const ticket = pool.admissible().reference;
  await door.expectVerdict(ticket, 'scanning.allowed');
  await expect
    .poll(async () => (await integrator.scans(event)).filter((scan) => scan.ticket === ticket))
    .toMatchObject([{ result: 'allowed' }]);
}

function openApp(): DesktopApp {
  if (app === null) throw new Error('expected an app');
  return app;
}

async function quit(): Promise<void> {
  openApp().quit();
  expect(await openApp().ended).toBe(0);
}

/**
 * Names of the files under `folder`, except the browser's profile, that contain this text. Starts again if a file is replaced meanwhile.
 */
async function filesWith(folder: string, text: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.parentPath.includes('chromium')) continue;
    const content = await readUnlessGone(join(entry.parentPath, entry.name));
    if (content === null) return filesWith(folder, text);
    if (content.includes(text)) found.push(entry.name);
  }
  return found;
}

async function readUnlessGone(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
