import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, expect, type Page } from '@playwright/test';
import {
  LAYOUT_CODE,
  parseTicketCode,
  SHORT_LAYOUT_CODE,
} from '../../shared/ticket-code/parse-ticket-code.ts';
import { NO_SCANNERS, noScannerChoice, serialDefaults } from '../../shared/station/scanners.ts';
import type { ScannersState } from '../../shared/station/scanners.ts';
import { findBrowser } from '../support/browser.ts';
import { ticketNumber } from '../support/door-script.ts';
import { filmCode } from '../support/e2e/camera-picture.ts';
import { doorTest as test } from '../support/e2e/scripted-door.ts';
import { temporaryFolder } from '../support/e2e/temporary-folder.ts';
import { azertyKey, press, qwertzKey } from '../support/scanner-keys.ts';
import { openScriptedPage } from '../support/scripted-page.ts';

const scanners = (change: Partial<ScannersState>): ScannersState => ({ ...NO_SCANNERS, ...change });
const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Scanners' });
const enter = { key: 'Enter', code: 'Enter', shift: false };
const cameraOn = scanners({ choice: { ...noScannerChoice, camera: true } });

test('each source shows its state, what to do, and the last code that it read', async ({
  page,
  open,
}) => {
  const { station } = await open();
  await page.keyboard.press('Alt+s');
  const sheet = sheetOf(page);
  await expect
    .poll(() => station.requests.map(({ command }) => command.kind))
    .toContain('look_for_scanners');
  station.setState({
    scanners: scanners({
      usb: {
        status: 'no_permission',
        problem: 'EACCES: /dev/hidraw3',
        devices: [{ name: 'Zebra DS8178', status: 'no_permission', problem: null, beeps: false }],
      },
      last: [
        {
          source: 'serial',
          at: '2026-12-12T19:42:07.000000Z',
          kind: 'reference',
          text: ticketNumber(7),
          symbology: ']Q1',
        },
      ],
    }),
  });
  const usb = sheet.getByRole('region', { name: 'USB scanner' });
  await expect(usb).toContainText('No permission');
  await expect(usb).toContainText('/etc/udev/rules.d/70-gatehouse-scanner.rules');
  await expect(usb).toContainText('EACCES: /dev/hidraw3');
  const rule = (await usb.locator('code').first().textContent()) ?? '';
  expect(await readFile('docs/scanners.md', 'utf8')).toContain(rule);
  expect(rule).toContain('SUBSYSTEM=="hidraw"');
  const serial = sheet.getByRole('region', { name: 'Serial scanner' });
  await expect(serial).toContainText('Ticket · QR Code ·');
  await expect(serial).toContainText(ticketNumber(7));
  await expect(page.getByRole('button', { name: 'USB: No permission' })).toBeVisible();
});

test(
  'the status bar names the sources that are ready',
  { tag: '@long' },
  async ({ page, open }) => {
    const { station } = await open();
    station.setState({
      scanners: scanners({
        usb: { status: 'ready', problem: null, devices: [] },
        serial: { status: 'ready', problem: null, ports: [] },
      }),
    });
    const button = page.getByRole('button', { name: 'Keyboard · USB · Serial' });
    await button.click();
    await expect(sheetOf(page)).toBeVisible();
  },
);

test('a serial port is chosen', { tag: '@long' }, async ({ page, open }) => {
  const { station } = await open({
    state: {
      scanners: scanners({
        serial: {
          status: 'off',
          problem: null,
          ports: [{ path: '/dev/ttyACM0', name: 'Datalogic' }],
        },
      }),
    },
  });
  await page.keyboard.press('Alt+s');
  await sheetOf(page).getByText('/dev/ttyACM0 · Datalogic').click();
  await expect
    .poll(() => station.requests.at(-1)?.command)
    .toEqual({ kind: 'set_scanners', choice: { serial_port: '/dev/ttyACM0' } });
});

test('the line of a serial scanner is set as the scanner is', async ({ page, open }) => {
  const { station } = await open({
    state: { scanners: scanners({ choice: { ...noScannerChoice, serial_port: '/dev/ttyS0' } }) },
  });
  await page.keyboard.press('Alt+s');
  const serial = sheetOf(page).getByRole('region', { name: 'Serial scanner' });
  await serial.getByRole('button', { name: 'Speed' }).click();
  await page.getByRole('option', { name: '115200' }).click();
  await expect
    .poll(() => station.requests.at(-1)?.command)
    .toEqual({
      kind: 'set_scanners',
      choice: { serial: { ...serialDefaults, speed: 115_200 } },
    });
});

test('the keyboard is tested with a printed code, and tickets are scans meanwhile', async ({
  page,
  open,
}) => {
  const { scans, scanner } = await open();
  await page.keyboard.press('Alt+s');
  const keyboard = sheetOf(page).getByRole('region', { name: 'Keyboard scanner' });
  const keys = await page.context().newCDPSession(page);
  const type = async (swap: (character: string) => string) => {
    const start = Date.now() / 1000;
    await Promise.all(
      Array.from(LAYOUT_CODE, (character, place) =>
        keys.send('Input.dispatchKeyEvent', {
          type: 'keyDown',
          key: swap(character),
          code: /[a-z]/i.test(character) ? `Key${character.toUpperCase()}` : '',
          text: swap(character),
          modifiers: /[A-Z]/.test(character) ? 8 : 0,
          timestamp: start + place * 0.003,
        }),
      ),
    );
  };
  await type((character) => character);
  await expect(keyboard).toContainText('Every character arrives as printed.');
  await scanner.scan(ticketNumber(1));
  await expect.poll(() => scans().at(-1)).toBe(ticketNumber(1));
  await expect(keyboard.getByRole('img')).toHaveCount(2);
});

for (const [layout, keyOf, told] of [
  ['QWERTZ', qwertzKey, 'This computer uses a QWERTZ layout.'],
  ['AZERTY', azertyKey, 'This computer uses an AZERTY layout.'],
] as const) {
  test(`the keyboard test recognises ${layout} keys, and tickets are read with that layout`, async ({
    page,
    open,
  }) => {
    const { scans } = await open();
    const keys = await page.context().newCDPSession(page);
    const type = async (code: string) => {
      const start = Date.now() / 1000;
      const strokes = [...press(code, { gap: 3, key: keyOf }), enter];
      await Promise.all(
        strokes.map(({ key, code: place, shift }, index) =>
          keys.send('Input.dispatchKeyEvent', {
            type: 'keyDown',
            key,
            code: place,
            text: key === 'Enter' ? '\r' : key,
            modifiers: shift ? 8 : 0,
            timestamp: start + index * 0.003,
          }),
        ),
      );
    };
    await page.keyboard.press('Alt+s');
    for (const code of [SHORT_LAYOUT_CODE, LAYOUT_CODE]) {
      await type(code);
      const keyboard = sheetOf(page).getByRole('region', { name: 'Keyboard scanner' });
      await expect(keyboard).toContainText(told);
    }
    // The printed code is not a scan; the characters of a ticket are recovered from the positions of the keys.
    expect(scans().filter((code) => parseTicketCode(code).kind !== 'training')).toEqual([]);
    await type(ticketNumber(7));
    await expect
      .poll(() => scans().map((code) => parseTicketCode(code)))
      .toContainEqual({ kind: 'reference', reference: ticketNumber(7) });
  });
}

test('the sheet says that a camera may not be used', { tag: '@long' }, async ({ page, open }) => {
  await open({ state: { scanners: cameraOn } });
  // Headless Chromium has no camera and shows no prompt.
  await expect(page.getByText(/Camera: (Not allowed|Not found)/).first()).toBeVisible();
  await page.keyboard.press('Alt+s');
  const camera = sheetOf(page).getByRole('region', { name: 'Camera' });
  await expect(camera).toContainText(/Allow the camera for this page|Plug in a camera/);
});

test('a camera that stands still is said to, and opened again until it moves', async ({
  page,
  open,
}) => {
  await page.clock.install();
  await page.addInitScript(() => {
    const canvas = document.createElement('canvas');
    const brush = canvas.getContext('2d');
    Object.assign(window, { moves: true });
    navigator.mediaDevices.getUserMedia = async () => {
      const stream = canvas.captureStream(0);
      const [track] = stream.getVideoTracks();
      setInterval(() => {
        if (Reflect.get(window, 'moves') !== true) return;
        brush?.fillRect(Math.random() * 100, 0, 1, 1);
        if (track instanceof CanvasCaptureMediaStreamTrack) track.requestFrame();
      }, 50);
      return stream;
    };
  });
  const move = (moves: boolean) =>
    page.evaluate((given) => Object.assign(window, given), { moves });
  await open({ state: { scanners: cameraOn } });
  const ready = page.getByRole('button', { name: 'Keyboard · Camera', exact: true });
  const broken = page.getByText('Camera: Not working').first();
  await expect(ready).toBeAttached({ timeout: 10_000 });
  await page.clock.fastForward(20_000);
  await expect(ready).toBeAttached({ timeout: 10_000 });
  await move(false);
  await expect(async () => {
    await page.clock.fastForward(6_000);
    await expect(broken).toBeAttached({ timeout: 500 });
  }).toPass({ timeout: 20_000 });
  await move(true);
  await expect(async () => {
    await page.clock.fastForward(4_500);
    await expect(ready).toBeAttached({ timeout: 500 });
  }).toPass({ timeout: 20_000 });
});

test('a camera that is lost while it is being opened is opened again', async ({ page, open }) => {
  await page.clock.install();
  await page.addInitScript(() => {
    const canvas = document.createElement('canvas');
    const brush = canvas.getContext('2d');
    setInterval(() => brush?.fillRect(Math.random() * 100, 0, 1, 1), 50);
    const opened: MediaStream[] = [];
    navigator.mediaDevices.getUserMedia = async () => {
      const stream = canvas.captureStream();
      opened.push(stream);
      return stream;
    };
    navigator.mediaDevices.enumerateDevices = async () => {
      const [first, ...others] = opened;
      if (others.length === 0) first?.getVideoTracks()[0]?.dispatchEvent(new Event('ended'));
      return [];
    };
  });
  await open({ state: { scanners: cameraOn } });
  const missing = page.getByText('Camera: Not found').first();
  await expect(missing).toBeAttached({ timeout: 10_000 });
  await expect(async () => {
    await page.clock.fastForward(4_500);
    await expect(missing).not.toBeAttached({ timeout: 500 });
    await expect(page.getByRole('button', { name: 'Keyboard · Camera', exact: true })).toBeAttached(
      { timeout: 500 },
    );
  }).toPass({ timeout: 20_000 });
});

/** Counts the pictures in which the page looks for codes. */
async function countPictures(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const { prototype } = CanvasRenderingContext2D;
    const original: unknown = Reflect.get(prototype, 'getImageData');
    if (typeof original !== 'function') throw new Error('expected getImageData');
    let count = 0;
    Reflect.set(prototype, 'getImageData', function read(this: unknown, ...area: unknown[]) {
      count += 1;
      Object.assign(window, { pictures: count });
      const picture: unknown = Reflect.apply(original, this, area);
      return picture;
    });
  });
  return async () => page.evaluate(() => Number(Reflect.get(window, 'pictures')));
}

test.describe('a camera that looks at a code', () => {
  for (const [format, symbology, how, paper] of [
    ['QRCode', ']Q', '', {}],
    ['Aztec', ']z', '', {}],
    ['PDF417', ']L', '', {}],
    ['DataMatrix', ']d', '', {}],
    ['Code128', ']C', '', {}],
    ['Code128', ']C', ', light on dark', { isInverted: true }],
    ['PDF417', ']L', ', light on dark', { isInverted: true }],
    ['PDF417', ']L', ', aslant', { turn: Math.PI / 4 }],
    ['QRCode', ']Q', ', on a dark page', { page: 50 }],
  ] as const) {
    const isShort = format === 'QRCode' && how === '';
    test(`reads it once: ${format}${how}`, { tag: isShort ? [] : '@long' }, async () => {
      const folder = await temporaryFolder('camera');
      const film = join(folder.path, 'camera.y4m');
      await filmCode(film, ticketNumber(1), format, paper);
      const choice = findBrowser();
      const browser = await chromium.launch({
        ...choice,
        args: [
          ...choice.args,
          '--use-fake-ui-for-media-stream',
          '--use-fake-device-for-media-stream',
          `--use-file-for-fake-video-capture=${film}`,
        ],
      });
      const station = await openScriptedPage({ state: { scanners: cameraOn } });
      const page = await browser.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      const pictures = await countPictures(page);
      await page.goto(station.url);
      const scans = () =>
        station.requests.flatMap(({ command }) => (command.kind === 'scan' ? [command] : []));
      await expect.poll(scans).not.toEqual([]);
      expect(scans()[0]).toMatchObject({ code: ticketNumber(1), source: 'camera' });
      expect(scans()[0]?.symbology?.slice(0, 2)).toBe(symbology);
      await expect(page.getByLabel('What the camera sees')).toBeVisible();
      const before = await pictures();
      await expect.poll(pictures).toBeGreaterThan(before + 10);
      expect(scans()).toHaveLength(1);
      station.setState({ scanners: NO_SCANNERS });
      await expect(page.getByLabel('What the camera sees')).toHaveCount(0);
      expect(complaints).toEqual([]);
      await browser.close();
      await station.close();
      await folder.remove();
    });
  }
});
