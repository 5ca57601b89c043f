import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, expect, test, type ElectronApplication, type Page } from '@playwright/test';
import { Value } from 'typebox/value';
import { findElectronBinary } from '../../src-main/launch/electron-binary.ts';
import { attachDoor } from '../support/e2e/door-page.ts';
import { Ready } from '../support/e2e/station-host.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/e2e/temporary-folder.ts';
import { lineReader } from '../support/line-reader.ts';

// The same app in Electron itself, of any version that can load it (ELECTRON_OVERRIDE_DIST_PATH). electron-host.spec.ts covers its code where there
// is no binary or no display. GATEHOUSE_ELECTRON_APP names the app's folder; by default the project.
const root =
  process.env['GATEHOUSE_ELECTRON_APP'] ?? fileURLToPath(new URL('../..', import.meta.url));
const binary = findElectronBinary(process.env);
const hasDisplay =
  process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);

test.skip(binary === null, "Electron's binary is not on this machine (npx install-electron)");
test.skip(!hasDisplay, 'there is no display');

// Chromium does not run as root without this switch, which must come before the app's path.
const switches = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

let folder: TemporaryFolder;
let apps: ElectronApplication[] = [];
test.beforeEach(async () => {
  folder = await temporaryFolder('electron');
});
test.afterEach(async () => {
  for (const app of apps) await app.close();
  apps = [];
  await folder.remove();
});

const wordsFor = (args: readonly string[]) => [
  ...switches,
  root,
  '--',
  '--json',
  '--server=embedded',
  `--data=${join(folder.path, 'data')}`,
  ...args,
];

async function open(...args: string[]) {
  const app = await _electron.launch({ executablePath: binary ?? '', args: wordsFor(args) });
  apps.push(app);
  const line = lineReader(app.process().stdout).next();
  const page = await app.firstWindow();
  return { app, page, ready: Value.Parse(Ready, JSON.parse(await line)) };
}

/** Starts the app without Playwright, which would keep it from ending by itself. */
async function start() {
  const child = spawn(binary ?? '', wordsFor([]), { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  return { child, ended, said: () => said, line: () => lineReader(child.stdout).next() };
}

const windowOf = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow, Menu }) => {
    const [window] = BrowserWindow.getAllWindows();
    return { kiosk: window?.isKiosk(), menu: Menu.getApplicationMenu() !== null };
  });

async function setKiosk(page: Page, kind: 'enter_kiosk' | 'leave_kiosk'): Promise<void> {
  await page.evaluate((asked) => {
    const sent = { id: crypto.randomUUID(), command: { kind: asked, pin: '2468' } };
    Reflect.get(window, 'gatehouseStation').send(sent);
  }, kind);
}

test('the page is isolated and leads nowhere, and each demo code gets the verdict that the ready line promises', async () => {
  const { page, ready } = await open();
  expect(ready.url).toBe('app://gatehouse/');
  expect(page.url()).toBe('app://gatehouse/');
  const door = await attachDoor(page);
  // What is scanned straight after the ready line is judged.
  for (const { code, reason } of ready.demo?.door.codes ?? [])
    await door.expectVerdict(code, reason);
  expect(await page.evaluate(() => 'require' in window || 'process' in window)).toBe(false);
  expect(await page.evaluate(() => window.open('https://elsewhere.example/'))).toBeNull();
  await page.evaluate(() => location.assign('https://elsewhere.example/'));
  const missing = await page.evaluate(async () => (await fetch('/%2e%2e/package.json')).status);
  expect(missing).toBe(404);
  expect(page.url()).toBe('app://gatehouse/');
});

test('a kiosk fills the screen, has no menu, is not closed, and is left with its PIN', async () => {
  test.skip(process.platform === 'darwin', 'macOS keeps a menu, an empty one');
  const { app, page } = await open();
  await attachDoor(page);
  await setKiosk(page, 'enter_kiosk');
  await expect.poll(() => windowOf(app)).toEqual({ kiosk: true, menu: false });
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  expect(await windowOf(app)).toEqual({ kiosk: true, menu: false });
  await setKiosk(page, 'leave_kiosk');
  await expect.poll(() => windowOf(app)).toEqual({ kiosk: false, menu: true });
});

test('a second start brings the first window to the front, and ends', async () => {
  await open();
  const second = await start();
  expect(await second.ended).toEqual([0, null]);
  expect(second.said()).toContain('already open');
});

test('it outlives whoever reads its output, and ends at a signal', async () => {
  test.skip(process.platform === 'win32', 'Windows has no such signals');
  const { child, ended, line } = await start();
  await line();
  child.stdout.destroy();
  child.stderr.destroy();
  const second = await start();
  expect(await second.ended).toEqual([0, null]);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

test('a temporary folder that takes no files is said', async () => {
  test.skip(process.platform !== 'linux', 'only Linux keeps its lock there');
  const child = spawn(binary ?? '', wordsFor([]), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, TMPDIR: '/sys' },
  });
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  expect((await once(child, 'exit'))[0]).toBe(1);
  expect(said).toContain('the folder for temporary files writable');
});
