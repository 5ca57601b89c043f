import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { attachDoor } from '../support/e2e/door-page.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/e2e/temporary-folder.ts';
import { launchDesktopApp, type DesktopApp } from '../support/electron-stand-in/launch.ts';

// The desktop app with something broken: a window says what is wrong and what to do.

let folder: TemporaryFolder;
let app: DesktopApp;

test.beforeEach(async () => {
  folder = await temporaryFolder('trouble');
});
test.afterEach(async () => {
  await app.close();
  await folder.remove();
});

const logOf = (name: string) => readFile(join(folder.path, 'logs', name), 'utf8');
const reasonOn = (page: Page) => page.getByRole('alert').filter({ hasText: /./ });
/** Starts sooner because it does not create demo data. */
const args = ['--no-demo'];
const broken = { STAND_IN_STATION: 'exits' };

test(
  'a station that cannot start is tried three times; then the window says so until it is closed',
  { tag: '@long' },
  async () => {
    app = launchDesktopApp(folder.path, { env: broken, json: false });
    const page = await app.page();
    const reason = reasonOn(page);
    await expect(reason).toContainText("ended with code 7: Error: libc.so.6: version `GLIBC_2.34'");
    await expect(reason).toContainText('Reinstall Gatehouse');
    await expect(page.getByRole('heading', { name: 'The station cannot work' })).toBeVisible();
    const { utilities, errorBoxes } = await app.inspect();
    const stations = utilities.filter(({ serviceName }) => serviceName.includes('station'));
    expect(stations.map(({ running }) => running)).toEqual([false, false, false]);
    expect(errorBoxes).toEqual([]);

    // The message is still there after the page has crashed and was loaded again.
    const session = await page.context().newCDPSession(page);
    const crashed = page.waitForEvent('crash');
    session.send('Page.crash').catch(() => undefined); // there is nobody left to answer
    await crashed;
    const next = await app.page(page);
    await expect(reasonOn(next)).toContainText('The station cannot start');

    await next.close();
    expect(await app.ended).toBe(1);
    expect(app.stderr()).toContain('The station cannot start');
    expect(await logOf('desktop.log')).toContain('GLIBC_2.34');
  },
);

test(
  'a page that keeps crashing is not reloaded for ever: a message box asks what to do',
  { tag: '@long' },
  async () => {
    app = launchDesktopApp(folder.path);
    await app.ready;
    let page = await app.page();
    const crash = async () => {
      const session = await page.context().newCDPSession(page);
      const crashed = page.waitForEvent('crash');
      session.send('Page.crash').catch(() => undefined); // there is nobody left to answer
      await crashed;
    };
    const crashOnAndOn = async () => {
      for (let reload = 1; reload <= 5; reload += 1) {
        await crash();
        page = await app.page(page);
      }
    };
    const buttons = async () => (await app.inspect()).messageBoxes.map((box) => box.buttons);
    const command = (kind: string) =>
      page.evaluate((asked) => {
        const sent = { id: asked, command: { kind: asked, pin: '4711' } };
        Reflect.get(window, 'gatehouseStation').send(sent);
      }, kind);
    const isKiosk = async () => (await app.inspect()).windows[0]?.kiosk;

    // In kiosk mode a user must not be able to close the app.
    await attachDoor(page);
    await command('enter_kiosk');
    await expect.poll(isKiosk).toBe(true);
    await crashOnAndOn();
    expect(await buttons()).toEqual([]);
    await crash();
    await expect.poll(buttons).toEqual([['Try again']]);
    expect((await app.inspect()).messageBoxes).toMatchObject([
      { message: 'The screen keeps crashing' },
    ]);
    expect(await logOf('desktop.log')).toContain('the page crashed');

    app.make({ kind: 'press', button: 0 });
    page = await app.page(page);
    const door = await attachDoor(page);
    await door.expectVerdict('tkt_7zzzzzzzzzzzzzzzzzzzzzzz01', 'unknown_ticket');
    await command('leave_kiosk');
    await expect.poll(isKiosk).toBe(false);

    await crashOnAndOn();
    await crash();
    await expect
      .poll(async () => (await buttons()).slice(1))
      .toEqual([['Try again', 'Quit Gatehouse']]);
    app.make({ kind: 'press', button: 1 });
    expect(await app.ended).toBe(0);
  },
);

test('a lock that cannot be taken is said, and ends the app with 1', async () => {
  app = launchDesktopApp(folder.path, { env: { STAND_IN_TEMPORARY: 'read-only' } });
  expect(await app.ended).toBe(1);
  expect(app.stderr()).toContain('the folder for temporary files writable');
});

test('a packed app that root starts without a sandbox says so, and ends with 1', async () => {
  test.skip(process.getuid?.() !== 0, 'only root is refused without a sandbox');
  const env = { STAND_IN_PACKAGED: '1' };
  app = launchDesktopApp(folder.path, { args: ['--no-sandbox'], env });
  expect(await app.ended).toBe(1);
  expect(app.stderr()).toContain('Start it as another user');
});

test('a kiosk that was left from outside stays left, whatever the window remembers', async () => {
  app = launchDesktopApp(folder.path);
  await app.ready;
  const page = await app.page();
  await attachDoor(page);
  await page.evaluate(() => {
    const sent = { id: 'a', command: { kind: 'enter_kiosk', pin: '4711' } };
    Reflect.get(window, 'gatehouseStation').send(sent);
  });
  const isKiosk = async () => (await app.inspect()).windows[0]?.kiosk;
  await expect.poll(isKiosk).toBe(true);
  await app.close();
  app = launchDesktopApp(folder.path, { args: ['--leave-kiosk'] });
  await app.ready;
  await attachDoor(await app.page());
  expect(await isKiosk()).toBe(false);
  expect((await app.inspect()).menu).not.toBeNull();
});

test('on macOS a kiosk has no menu key left, and fields have theirs outside of it', async () => {
  app = launchDesktopApp(folder.path, { args, env: { STAND_IN_PLATFORM: 'darwin' } });
  await app.ready;
  const page = await app.page();
  await expect
    .poll(async () => (await app.inspect()).accelerators)
    .toEqual(expect.arrayContaining(['Command+C', 'Command+V', 'Command+Q']));
  for (const key of (await app.inspect()).accelerators) expect(key).toMatch(/Command/);
  await page.evaluate(() => {
    const sent = { id: 'a', command: { kind: 'enter_kiosk', pin: '4711' } };
    Reflect.get(window, 'gatehouseStation').send(sent);
  });
  await expect.poll(async () => (await app.inspect()).windows[0]?.kiosk).toBe(true);
  expect(await app.inspect()).toMatchObject({
    accelerators: [],
    menu: [{ label: 'Gatehouse', submenu: [] }],
  });
});

test('a signal to the whole process group is no crash, whatever is still open', async () => {
  app = launchDesktopApp(folder.path, {
    env: { STAND_IN_STATION: 'hangs', STAND_IN_SIGNALS: 'group' },
    json: false,
  });
  await app.page();
  app.kill('SIGTERM');
  expect(await app.ended).toBe(0);
});

test('after its sleep a station asks the server at once; a system that shuts down ends the app whole', async () => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.writeHead(503, { 'Retry-After': '3600' }).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : null;
  app = launchDesktopApp(folder.path, {
    args: [`--server=http://127.0.0.1:${port}/v1`, '--client-id=cli'],
    env: { GATEHOUSE_CLIENT_SECRET: 'secret' },
  });
  await app.ready;
  await expect.poll(() => requests).toBe(1);
  // The server asked to wait for an hour.
  app.make({ kind: 'power', event: 'resume' });
  await expect.poll(() => requests).toBe(2);
  app.make({ kind: 'power', event: 'shutdown' });
  expect(await app.ended).toBe(0);
  await new Promise((resolve) => server.close(resolve));
});

test('the door goes on when nobody reads what the app prints, and its log stays small', async () => {
  app = launchDesktopApp(folder.path);
  await app.ready;
  const door = await attachDoor(await app.page());
  const utilities = async (name: string) =>
    (await app.inspect()).utilities.filter(({ serviceName }) => serviceName.includes(name));
  app.stopReading();
  // What is started again prints, into pipes that nobody reads.
  const station = (await utilities('station')).at(-1);
  process.kill(station?.pid ?? 0, 'SIGKILL');
  app.make({ kind: 'throw', message: 'thrown for the test' });
  await expect.poll(async () => (await utilities('station')).length).toBe(2);
  await door.expectVerdict('tkt_7zzzzzzzzzzzzzzzzzzzzzzz01', 'unknown_ticket');
  expect(await logOf('desktop.log')).toContain('thrown for the test');
  app.kill('SIGTERM');
  expect(await app.ended).toBe(0);
  expect((await logOf('desktop.log')).length).toBeLessThan(50_000);
});

test('with --json a failed start prints a sentence and ends with 1', { tag: '@long' }, async () => {
  app = launchDesktopApp(folder.path, { env: broken });
  expect(await app.ended).toBe(1);
  expect(app.stderr()).toMatch(/The station cannot start: its process ended with code 7/);
  expect(app.stderr()).not.toMatch(/^\s+at /m);
});

for (const [part, says] of [
  ['STAND_IN_STATION', /longer than usual to open its journal/],
  ['STAND_IN_SERVER', /server on this computer is taking longer than usual/],
] as const) {
  test(
    `when a process hangs, the window says what it is waiting for (${part})`,
    { tag: '@long' },
    async () => {
      app = launchDesktopApp(folder.path, { env: { [part]: 'hangs' }, json: false });
      const page = await app.page();
      await expect(page.getByText(says)).toBeVisible();
      expect((await app.inspect()).windows[0]?.shown).toBe(1);
      app.quit();
      expect(await app.ended).toBe(0);
    },
  );
}

test(
  'a second start while the station is still closing is harmless',
  { tag: '@long' },
  async () => {
    app = launchDesktopApp(folder.path, { env: { STAND_IN_STATION: 'hangs' }, json: false });
    const page = await app.page();
    await expect
      .poll(async () => (await app.inspect()).utilities.map(({ serviceName }) => serviceName))
      .toContain('gatehouse-station-process');
    await page.close();
    const second = launchDesktopApp(folder.path);
    expect(await app.ended).toBe(0);
    expect(app.stderr()).not.toContain('Object has been destroyed');
    // On a machine so busy that the first has ended meanwhile, it opens as usual.
    await second.ready.then(second.quit, () => undefined);
    expect(await second.ended).toBe(0);
  },
);

test('the window names the settings that cannot be read', { tag: '@long' }, async () => {
  await writeFile(join(folder.path, 'host.json'), '{');
  app = launchDesktopApp(folder.path, { json: false });
  const page = await app.page();
  await expect(reasonOn(page)).toContainText('host.json cannot be read');
  await page.close();
  expect(await app.ended).toBe(1);
});

test(
  'a window whose first frame is never painted is shown all the same, and closing it ends the app',
  { tag: '@long' },
  async () => {
    app = launchDesktopApp(folder.path, { args, env: { STAND_IN_PAINTS: 'never' } });
    await app.ready;
    await expect.poll(async () => (await app.inspect()).windows[0]?.shown).toBe(1);
    app.make({ kind: 'close' });
    expect(await app.ended).toBe(0);
  },
);

test(
  "switches for Chromium are passed before the app's path, and SIGTERM, which Chromium handles itself, ends every process with exit code 0",
  { tag: '@long' },
  async () => {
    const switches = ['--no-sandbox', '--password-store=basic'];
    app = launchDesktopApp(folder.path, { args, switches });
    await app.ready;
    const { sandboxed, utilities } = await app.inspect();
    // Needed to run as root; every page still has its own sandbox.
    expect(sandboxed).toBe(false);
    app.kill('SIGTERM');
    expect(await app.ended).toBe(0);
    for (const { pid } of utilities) await expect.poll(() => isRunning(pid)).toBe(false);
  },
);

test(
  "a packaged app ignores Chromium's harmless switches and refuses those that open it to a debugger",
  { tag: '@long' },
  async () => {
    app = launchDesktopApp(folder.path, {
      args: ['--ozone-platform=wayland', '--remote-debugging-port=9222'],
      env: { STAND_IN_PACKAGED: '1' },
    });
    await app.ready;
    expect(app.stderr()).toContain('Passed on to Chromium: --ozone-platform=wayland');
    const { removedSwitches, sandboxed, windows } = await app.inspect();
    expect(removedSwitches).toContain('remote-debugging-port');
    expect(sandboxed).toBe(true);
    expect(windows[0]?.options).toMatchObject({ webPreferences: { devTools: false } });
  },
);

test(
  'a packaged app with a wrong argument prints one sentence and ends with exit code 2',
  { tag: '@long' },
  async () => {
    app = launchDesktopApp(folder.path, {
      args: ['--port=x'],
      env: { STAND_IN_PACKAGED: '1' },
    });
    expect(await app.ended).toBe(2);
    expect(app.stderr()).toMatch(/--port must be a number/);
  },
);

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
