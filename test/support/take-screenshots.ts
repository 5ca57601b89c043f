// `npm run screenshots`: takes the README's pictures of the real app with its demo data.
import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import sharp from 'sharp';
import { launchOfRunning } from '../../src-main/page/page-record.ts';
import { findBrowser } from './browser.ts';
import { openDoor, type DoorPage } from './e2e/door-page.ts';
import { connectIntegrator } from './e2e/integrator.ts';
import { startStationHost, type StationHost } from './e2e/station-host.ts';
import { temporaryFolder } from './e2e/temporary-folder.ts';
import { takeConsole } from './take-console-screenshots.ts';
import { takeLabels } from './take-labels.ts';
import { fillTicketPool, type TicketPool } from './e2e/ticket-pool.ts';

const images = join(import.meta.dirname, '..', '..', 'docs', 'images');
const wide = { width: 1280, height: 800 };
const small = { width: 1024, height: 768 };
/** After this long a ticket that was let in here is no longer "just let in". */
const JUST_IN_MS = 61_000;
/** How long a verdict strip is shown over another place, including its exit animation. */
const STRIP_MS = 6_500;

const folder = await temporaryFolder('screenshots');
const host = await startStationHost({ data: folder.path });
const browser = await chromium.launch(findBrowser());
try {
  await takeAll(browser, await poolOf(host));
  await takeConsole(browser, images);
  const { origin } = new URL(launchOfRunning(folder.path) ?? '');
  await takeLabels(browser, { images, origin });
} finally {
  await browser.close();
  await host.stop();
  await folder.remove();
}

async function takeAll(browser: Browser, pool: TicketPool): Promise<void> {
  const dark = await openAs(browser, wide, 'dark');
  await take(dark, 'door-ready-dark');
  const guest = pool.admissible().reference;
  for (let others = 0; others < 3; others += 1) {
    await dark.expectVerdict(pool.admissible().reference, 'scanning.allowed');
  }
  await dark.expectVerdict(pool.forElsewhere().reference, 'scanning.wrong_entry_point');
  await dark.expectVerdict(guest, 'scanning.allowed');
  const light = await openAs(browser, wide, 'light');
  await light.page.waitForTimeout(JUST_IN_MS);
  await light.expectVerdict(guest, 'scanning.already_scanned');
  await take(light, 'door-already-in-light');
  const narrow = await openAs(browser, small, 'dark');
  await narrow.expectVerdict(pool.unknown(), 'unknown_ticket');
  await take(narrow, 'door-unknown-dark');
  await narrow.expectVerdict(pool.forElsewhere().reference, 'scanning.wrong_entry_point');
  await take(narrow, 'door-wrong-entrance-dark');
  await takeBoxOffice(browser);
  await takeEvening(browser, pool);
  await takeTonight(browser);
}

/** Takes an animation of a door in use: what guest and staff see during five scans. */
async function takeEvening(browser: Browser, pool: TicketPool): Promise<void> {
  const door = await openAs(browser, wide, 'dark');
  const frames: Frame[] = [];
  const shoot = async (ms: number) => {
    frames.push({ picture: await door.page.screenshot(), ms });
  };
  const guest = pool.admissible().reference;
  await door.expectVerdict(pool.admissible().reference, 'scanning.allowed');
  for (const [code, reason] of [
    [guest, 'scanning.allowed'],
    [pool.admissible().reference, 'scanning.allowed'],
    [pool.forElsewhere().reference, 'scanning.wrong_entry_point'],
    [guest, 'scanning.already_scanned'],
    [pool.unknown(), 'unknown_ticket'],
    [pool.admissible().reference, 'scanning.allowed'],
  ] as const) {
    await door.page.waitForTimeout(JUST_IN_MS);
    await door.expectVerdict(code, reason);
    await door.page.waitForTimeout(300);
    await shoot(1_600);
  }
  await door.page.keyboard.press('Control+2');
  const field = door.page.getByRole('combobox');
  await door.page.waitForTimeout(STRIP_MS);
  for (const letter of 'dub') {
    await field.press(letter);
    await door.page.waitForTimeout(400);
    await shoot(450);
  }
  await shoot(2_000);
  await animate(frames, join(images, 'evening.webp'));
}

interface Frame {
  readonly picture: Buffer;
  readonly ms: number;
}

async function animate(frames: readonly Frame[], path: string): Promise<void> {
  const pictures = frames.map(({ picture }) => sharp(picture).resize(960).png().toBuffer());
  await sharp(await Promise.all(pictures), { join: { animated: true } })
    .webp({ delay: frames.map(({ ms }) => ms), loop: 0, quality: 85 })
    .toFile(path);
}

/** Takes a picture of a search for an order of several tickets with add-ons. */
async function takeBoxOffice(browser: Browser): Promise<void> {
  const dark = await openAs(browser, wide, 'dark');
  await findOrder(dark.page, { tickets: 2 });
  await take(dark, 'box-office-dark');
  const light = await openAs(browser, small, 'light');
  await findOrder(light.page, { tickets: 1 });
  await light.page
    .getByRole('button', { name: /^Redeem/ })
    .first()
    .click();
  await take(light, 'box-office-add-ons-light');
}

/** Takes a picture of the demo's evening, including the scans for the earlier pictures. */
async function takeTonight(browser: Browser): Promise<void> {
  const dark = await openAs(browser, wide, 'dark');
  await dark.page.keyboard.press('Control+4');
  await dark.page.getByRole('region', { name: 'Ticket types' }).waitFor();
  await dark.page.getByRole('table', { name: 'Stations' }).waitFor();
  await take(dark, 'tonight-dark');
}

async function findOrder(page: Page, { tickets }: { readonly tickets: number }): Promise<void> {
  await page.keyboard.press('Control+2');
  const field = page.getByRole('combobox');
  await field.fill('ann');
  await page.getByRole('option').nth(5).waitFor();
  const order = page.getByRole('region', { name: 'Order' });
  for (let step = 0; step < 49; step += 1) {
    await order.and(page.locator('[aria-busy=false]')).waitFor();
    const isOne =
      (await order.locator('[data-ticket]').count()) >= tickets &&
      (await order.getByRole('button', { name: /^Check in/ }).count()) > 0 &&
      (await order.getByRole('button', { name: /^Redeem/ }).count()) > 0;
    if (isOne) return;
    await field.press('ArrowDown');
  }
  throw new Error('the demo has no such order among the first fifty');
}

async function openAs(
  browser: Browser,
  viewport: { readonly width: number; readonly height: number },
  colorScheme: 'dark' | 'light',
): Promise<DoorPage> {
  const page = await browser.newPage({ viewport, colorScheme, timezoneId: 'Europe/Berlin' });
  return openDoor(page, launchOfRunning(folder.path) ?? '');
}

async function take(door: DoorPage, name: string): Promise<void> {
  // Waits for the verdict's animation and for earlier verdicts.
  await door.page.waitForTimeout(1_000);
  await door.page.screenshot({ path: join(images, `${name}.png`) });
}

async function poolOf({ ready }: StationHost): Promise<TicketPool> {
  const { server, demo } = ready;
  const event = demo?.events[0]?.reference;
  if (server === undefined || demo === undefined || event === undefined) {
    throw new Error('expected an embedded demo');
  }
  const integrator = await connectIntegrator(server, demo);
  return fillTicketPool(integrator, event, (setup) => setup.scanner_locations[0]?.reference ?? '');
}
