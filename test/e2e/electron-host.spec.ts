import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { Value } from 'typebox/value';
import { attachDoor, type DoorPage } from '../support/e2e/door-page.ts';
import { connectIntegrator, type Integrator } from '../support/e2e/integrator.ts';
import { Ready } from '../support/e2e/station-host.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/e2e/temporary-folder.ts';
import { fillTicketPool, type TicketPool } from '../support/e2e/ticket-pool.ts';
import { launchDesktopApp, type DesktopApp } from '../support/electron-stand-in/launch.ts';

// The built desktop app on the stand-in for electron: its window is a page of a real Chromium, its processes are real.
test.describe.configure({ mode: 'serial' });

let folder: TemporaryFolder;
let app: DesktopApp;
let page: Page;
let door: DoorPage;
let integrator: Integrator;
let pool: TicketPool;
let event: string;
let consoleUrl: string;

test.beforeAll(async () => {
  folder = await temporaryFolder('desktop');
  app = launchDesktopApp(folder.path, { env: { STAND_IN_PRINTERS: 'Brother QL' } });
  const { server, demo, url, console_url } = Value.Parse(Ready, await app.ready);
  expect(url).toBe('app://gatehouse/');
  if (server === undefined || demo === undefined) throw new Error('expected an embedded demo');
  consoleUrl = console_url ?? '';
  event = demo.events[0]?.reference ?? '';
  integrator = await connectIntegrator(server, demo);
  pool = await fillTicketPool(
    integrator,
    event,
    (setup) => setup.scanner_locations[0]?.reference ?? '',
  );
  page = await app.page();
  door = await attachDoor(page);
});

test.afterAll(async () => {
  await app.close();
  await folder.remove();
});

const utilityNamed = async (name: string) =>
  (await app.inspect()).utilities.findLast(({ serviceName }) => serviceName.includes(name));

const desktopLog = () => readFile(join(folder.path, 'logs', 'desktop.log'), 'utf8');

/** The answer to a command of the page, from the station or from the host in its place. */
const answerTo = (command: object): Promise<unknown> =>
  page.evaluate(async (asked) => {
    const bridge = Reflect.get(window, 'gatehouseStation');
    const id = crypto.randomUUID();
    const { promise, resolve } = Promise.withResolvers();
    const stop = bridge.subscribe((message: { kind: string; id?: string; result?: unknown }) => {
      if (message.kind === 'reply' && message.id === id) resolve(message.result);
    });
    bridge.send({ id, command: asked });
    return promise.finally(stop);
  }, command);

test('a ticket is admitted, refused the second time, and known to the server', async () => {
  const ticket = pool.admissible().reference;
  await door.expectVerdict(ticket, 'scanning.allowed');
  await door.expectVerdict(pool.cancelled().reference, 'scanning.ticket_cancelled');
  await door.expectVerdict(pool.unknown(), 'unknown_ticket');
  await expect
    .poll(async () => (await integrator.scans(event)).filter((scan) => scan.ticket === ticket))
    .toMatchObject([{ result: 'allowed' }]);
});

test(
  'kiosk mode fills the screen and removes the menu until its PIN is entered',
  { tag: '@long' },
  async () => {
    const [window] = (await app.inspect()).windows;
    expect(window?.kiosk).toBe(false);
    await page.keyboard.press('Alt+k');
    await page.getByLabel('Choose a PIN').fill('2468');
    await page.getByLabel('Repeat the PIN').fill('2468');
    await page.getByRole('button', { name: 'Lock this station' }).click();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect.poll(async () => (await app.inspect()).windows[0]?.kiosk).toBe(true);
    expect((await app.inspect()).menu).toBeNull();
    await page.evaluate(() => Reflect.set(globalThis, 'loadedOnce', true));
    for (const key of [
      'Control+r',
      'F5',
      'Control+Shift+i',
      'F12',
      'Control+w',
      'Control+q',
      'F11',
    ])
      await page.keyboard.press(key);
    app.make({ kind: 'close' });
    await door.expectVerdict(pool.cancelled().reference, 'scanning.ticket_cancelled');
    expect((await app.inspect()).windows).toMatchObject([{ kiosk: true, closed: false }]);
    expect(await page.evaluate(() => 'loadedOnce' in globalThis)).toBe(true);
    for (const command of [
      { kind: 'read_server' },
      { kind: 'back_up_server' },
      { kind: 'set_start_at_login', on: true },
      { kind: 'read_figures' },
    ])
      expect(await answerTo(command)).toMatchObject({ ok: false, code: 'kiosk.locked' });
    await page.keyboard.press('Alt+k');
    await page.getByLabel('PIN', { exact: true }).fill('2468');
    await page.getByRole('dialog').getByRole('button', { name: 'Leave kiosk mode' }).click();
    await expect(page.getByRole('navigation')).toBeVisible();
    await expect.poll(async () => (await app.inspect()).windows[0]?.kiosk).toBe(false);
    expect((await app.inspect()).menu).not.toBeNull();
  },
);

test('the page is isolated, sandboxed and sees nothing of Node or Electron', async () => {
  const { windows, sandboxed, schemes } = await app.inspect();
  expect(sandboxed).toBe(true);
  expect(windows).toHaveLength(1);
  expect(windows[0]?.options).toMatchObject({
    webPreferences: {
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      allowRunningInsecureContent: false,
      navigateOnDragDrop: false,
    },
  });
  expect(schemes).toEqual([
    {
      scheme: 'app',
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
  const seen = await page.evaluate(() => ({
    bridge: Object.keys(Reflect.get(window, 'gatehouseStation')).sort(),
    node: ['require', 'process', 'module', 'Buffer', 'electron', '__standInSend'].filter(
      (name) => name in window,
    ),
    replaced: Reflect.set(window, 'gatehouseStation', null),
  }));
  expect(seen).toEqual({ bridge: ['send', 'subscribe'], node: [], replaced: false });
});

test('the page may use a camera, and gets no other permission', { tag: '@long' }, async () => {
  expect(
    await app.grantedOf([
      'media',
      'media:video',
      'media:audio',
      'media:video,audio',
      'geolocation',
      'hid',
      'usb',
      'notifications',
      'openExternal',
    ]),
  ).toEqual(['media:video']);
});

test('the page cannot navigate away, open a window or load anything from outside', async () => {
  const outside = 'https://elsewhere.example/';
  await page.evaluate((url) => location.assign(url), outside);
  await expect.poll(async () => (await app.inspect()).deniedNavigations).toEqual([outside]);
  await page.evaluate((url) => void window.open(url), outside);
  await expect.poll(async () => (await app.inspect()).deniedWindows).not.toHaveLength(0);
  const loaded = await page.evaluate(
    (url) =>
      fetch(url).then(
        () => 'loaded',
        () => 'refused',
      ),
    outside,
  );
  expect(loaded).toBe('refused');
  const evaluated = await page.evaluate(() => {
    const script = document.createElement('script');
    script.append('window.injected = true');
    document.head.append(script);
    return 'injected' in window;
  });
  expect(evaluated).toBe(false);
  const markup = await page.evaluate(() => {
    try {
      document.createElement('div').innerHTML = '<b>text</b>';
      return 'made';
    } catch (error) {
      return String(error);
    }
  });
  expect(markup).toContain('TrustedHTML');
  // The page's policy refused them before any request was sent.
  expect((await app.inspect()).outsideRequests).toEqual([]);
  await expect(door.verdict).toBeVisible();
});

test('only built files are served, and every answer carries the content security policy', async () => {
  const answers = await page.evaluate(async () => {
    const paths = ['/', '/../package.json', '/%2e%2e/package.json', '/assets/', '/nothing'];
    return Promise.all(
      paths.map(async (path) => {
        const answer = await fetch(path);
        return [answer.status, answer.headers.get('content-security-policy')];
      }),
    );
  });
  expect(answers.map(([status]) => status)).toEqual([200, 404, 404, 404, 404]);
  for (const [, policy] of answers) expect(policy).toContain("default-src 'none'");
});

test('a message that is not a station request is answered with an error, and the door goes on', async () => {
  const replies = await page.evaluate(async () => {
    const bridge = Reflect.get(window, 'gatehouseStation');
    const heard: unknown[] = [];
    const stop = bridge.subscribe((message: { kind: string }) => {
      if (message.kind === 'reply') heard.push(message);
    });
    for (const junk of [null, 1, 'x', {}, { id: 'junk', command: { kind: 'quit' } }])
      bridge.send(junk);
    while (heard.length < 5) await new Promise((resolve) => setTimeout(resolve, 20));
    stop();
    return heard;
  });
  for (const reply of replies) {
    expect(reply).toMatchObject({ result: { ok: false, code: 'command.invalid' } });
  }
  await door.expectVerdict(pool.admissible().reference, 'scanning.allowed');
});

test('messages from a frame inside the page are ignored', { tag: '@long' }, async () => {
  const bridges = await page.evaluate(() => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const bridge =
      frame.contentWindow === null ? null : Reflect.get(frame.contentWindow, 'gatehouseStation');
    frame.remove();
    return bridge ?? null;
  });
  expect(bridges).toBeNull();
});

test(
  'the display stays on while the door can scan, and the menu offers no developer tools',
  { tag: '@long' },
  async () => {
    const { powerSaveBlockers, menu, accelerators } = await app.inspect();
    expect(powerSaveBlockers).toEqual(['prevent-display-sleep']);
    expect(JSON.stringify(menu)).not.toMatch(/devtools|reload/i);
    // A scanner may send Ctrl with any letter.
    expect(accelerators).toEqual([]);
  },
);

/** Sends a command as a screen does. */
const command = (asked: { readonly kind: string; readonly [field: string]: string }) =>
  page.evaluate((sent) => {
    const id = crypto.randomUUID();
    Reflect.get(window, 'gatehouseStation').send({ id, command: sent });
  }, asked);

test("the menu speaks the station's language", { tag: '@long' }, async () => {
  await command({ kind: 'set_locale', locale: 'de' });
  await expect.poll(async () => JSON.stringify((await app.inspect()).menu)).toContain('beenden');
  await command({ kind: 'set_locale', locale: 'en' });
  await expect.poll(async () => JSON.stringify((await app.inspect()).menu)).toContain('Quit');
});

test("the menu opens the organiser console in the system's browser", async () => {
  expect(consoleUrl).toMatch(/^http:\/\/localhost:\d+\/console$/);
  app.make({ kind: 'choose', label: 'Organiser console' });
  await expect.poll(async () => (await app.inspect()).openedOutside).toEqual([consoleUrl]);
});

test(
  "the badge of the app's icon counts the scans that wait for upload",
  { tag: '@long' },
  async () => {
    await command({ kind: 'set_mode', mode: 'offline' });
    await door.expectVerdict(pool.admissible().reference, 'scanning.allowed');
    await expect.poll(async () => (await app.inspect()).badge).toBe(1);
    await command({ kind: 'set_mode', mode: 'automatic' });
    await expect.poll(async () => (await app.inspect()).badge).toBe(0);
  },
);

test(
  'a second start on the same data restores a minimized window, brings it to the front and ends with 0',
  { tag: '@long' },
  async () => {
    const before = (await app.inspect()).windows[0]?.focused ?? 0;
    app.make({ kind: 'minimize' });
    await expect.poll(async () => (await app.inspect()).windows[0]?.minimized).toBe(true);
    const second = launchDesktopApp(folder.path);
    expect(await second.ended).toBe(0);
    expect(second.stderr()).toMatch(/already open/);
    await expect
      .poll(async () => (await app.inspect()).windows)
      .toMatchObject([{ minimized: false, focused: before + 1 }]);
    expect((await app.inspect()).windows).toHaveLength(1);
  },
);

test('an uncaught error is logged without a message box, and the door goes on', async () => {
  app.make({ kind: 'throw', message: 'thrown for the test' });
  await expect.poll(() => app.stderr()).toContain('thrown for the test');
  expect(await desktopLog()).toContain('thrown for the test');
  expect((await app.inspect()).errorBoxes).toEqual([]);
  await door.expectVerdict(pool.admissible().reference, 'scanning.allowed');
});

test(
  'when the page crashes, the window loads it again and no scan is lost',
  { tag: '@long' },
  async () => {
    const ticket = pool.admissible().reference;
    await door.expectVerdict(ticket, 'scanning.allowed');
    const session = await page.context().newCDPSession(page);
    const crashed = page.waitForEvent('crash');
    session.send('Page.crash').catch(() => undefined); // there is nobody left to answer
    await crashed;
    page = await app.page(page);
    door = await attachDoor(page);
    await expect(
      page.getByRole('grid', { name: 'Last scans' }).getByRole('row').first(),
    ).toBeVisible();
    await door.expectVerdict(pool.admissible().reference, 'scanning.allowed');
  },
);

test('when the station crashes, the screen says so, and what is scanned meanwhile is judged and uploaded once it is back', async () => {
  const before = pool.admissible().reference;
  const meanwhile = pool.admissible().reference;
  await door.expectVerdict(before, 'scanning.allowed');
  const station = await utilityNamed('station');
  const said = page.getByText('The station stopped unexpectedly').first();
  process.kill(station?.pid ?? 0, 'SIGKILL');
  await expect(said).toBeVisible();
  await door.scan(meanwhile);
  await expect(said).toBeHidden();
  expect((await utilityNamed('station'))?.pid).not.toBe(station?.pid);
  await expect(door.verdict).toHaveAttribute('data-ticket', meanwhile);
  await expect(door.verdict).toHaveAttribute('data-reason', 'scanning.allowed');
  await door.expectVerdict(before, 'scanning.already_scanned');
  // The killed station may have used up the request budget of the current minute.
  await expect
    .poll(async () => (await integrator.scans(event)).filter((scan) => scan.ticket === meanwhile), {
      timeout: 120_000,
      intervals: [1_000, 3_000],
    })
    .toMatchObject([{ result: 'allowed' }]);
});

test('a station that V8 aborts is started again', { tag: '@long' }, async () => {
  const station = await utilityNamed('station');
  app.make({ kind: 'fail_utility', name: 'station' });
  await expect.poll(async () => (await utilityNamed('station'))?.pid).not.toBe(station?.pid);
  await door.expectVerdict(pool.admissible().reference, 'scanning.allowed');
  expect((await app.inspect()).errorBoxes).toEqual([]);
  expect(await desktopLog()).toContain('a fatal error in the station process');
});

test(
  'when the server crashes, the door goes on, and the server comes back at the same address',
  { tag: '@long' },
  async () => {
    const server = await utilityNamed('server');
    process.kill(server?.pid ?? 0, 'SIGKILL');
    const ticket = pool.admissible().reference;
    await door.expectVerdict(ticket, 'scanning.allowed');
    await expect
      .poll(async () => {
        const scans = await integrator.scans(event).catch(() => []);
        return scans.filter((scan) => scan.ticket === ticket).length;
      })
      .toBe(1);
  },
);

test('labels are printed without a dialog, also in kiosk mode, by a window that nobody sees; a printer that is gone is said', async () => {
  const before = (await app.inspect()).windows.length;
  await page.keyboard.press('Control+,');
  await page.getByText('62 × 29').click();
  await page.getByRole('button', { name: 'Printer' }).click();
  await page.getByRole('option', { name: 'Brother QL (test)' }).click();
  await page.keyboard.press('Escape');
  await command({ kind: 'enter_kiosk', pin: '2468' });
  await expect(page.getByRole('navigation')).toHaveCount(0);
  const ticket = pool.admissible().reference;
  await door.expectVerdict(pool.cancelled().reference, 'scanning.ticket_cancelled');
  await door.expectVerdict(ticket, 'scanning.allowed');
  await expect
    .poll(async () => (await app.inspect()).printed)
    .toMatchObject([
      {
        options: {
          silent: true,
          deviceName: 'Brother QL',
          pageSize: { width: 62_000, height: 29_000 },
        },
      },
    ]);
  await command({ kind: 'leave_kiosk', pin: '2468' });
  await expect(page.getByRole('navigation')).toBeVisible();
  await expect
    .poll(async () => (await app.inspect()).windows.slice(before))
    .toMatchObject([{ shown: 0, closed: true, options: { show: false } }]);
  expect((await app.inspect()).windows[before]?.options).not.toHaveProperty(
    'webPreferences.preload',
  );
  await page.evaluate(() => {
    const label = { size: '62x29', printer: 'Unplugged' };
    const id = crypto.randomUUID();
    Reflect.get(window, 'gatehouseStation').send({ id, command: { kind: 'set_label', label } });
  });
  await door.expectVerdict(pool.admissible().reference, 'scanning.allowed');
  await expect(page.getByRole('alert').getByText('The label was not printed.')).toHaveCount(1);
  await expect(door.verdict).toHaveAttribute('data-reason', 'scanning.allowed');
});

test('quitting ends every process, with exit code 0', async () => {
  const { utilities } = await app.inspect();
  app.quit();
  expect(await app.ended).toBe(0);
  for (const { pid } of utilities) expect(() => process.kill(pid, 0)).toThrow();
});
