import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { networkHosts } from '../../src-main/own-server/network-hosts.ts';
import { makeCertificate } from '../../src-main/own-server/self-signed-certificate.ts';
import { attachDoor, type DoorPage } from '../support/e2e/door-page.ts';
import { organiserCommands } from '../support/e2e/organiser-commands.ts';
import { pressLikeAPerson } from '../support/e2e/person-keys.ts';
import { startStationHost, type StationHost } from '../support/e2e/station-host.ts';
import { takeUsualPorts } from '../support/take-usual-ports.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/e2e/temporary-folder.ts';
import { violations } from '../support/e2e/violations.ts';

// Two computers at a venue: one runs the server in its app, and the other joins it over the local network.

let folders: TemporaryFolder[];
let hosts: StationHost[];
let freePort: () => Promise<void>;

test.beforeAll(() => {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(file)).buffer } });
});
test.beforeEach(async ({ page }) => {
  pressLikeAPerson(page);
  folders = await Promise.all(['first', 'second'].map(temporaryFolder));
  hosts = [];
  freePort = await takeUsualPorts();
});
test.afterEach(async () => {
  for (const host of hosts) await host.kill();
  await freePort();
  for (const folder of folders) await folder.remove();
});

const folderOf = (place: number) => folders[place]?.path ?? '';
const sheet = (page: Page) => page.getByRole('dialog');
const toggle = (page: Page) =>
  sheet(page).getByRole('switch', { name: 'Other stations may connect' });

async function startHost(place: number): Promise<StationHost> {
  const host = await startStationHost({ data: folderOf(place), args: ['--first-run'] });
  hosts.push(host);
  return host;
}

async function runServerHere(page: Page): Promise<DoorPage> {
  await page.getByRole('button', { name: /^Run the server here/ }).click();
  for (const answer of ['Nordlys', 'Opening Night', 'North Gate, South Gate']) {
    await page.getByRole('textbox').fill(answer);
    await page.keyboard.press('Enter');
  }
  await page.getByRole('option', { name: 'North Gate' }).click();
  return attachDoor(page);
}

/** A page that reloads because its host was restarted misses key presses. */
async function openSettings(page: Page): Promise<void> {
  await expect(async () => {
    if (await sheet(page).isHidden()) await page.keyboard.press('Control+,');
    await expect(toggle(page)).toBeVisible({ timeout: 5_000 });
  }).toPass();
}

/** Makes a code for the South Gate in the open settings. */
async function makeCode(page: Page): Promise<string> {
  await sheet(page).getByRole('button', { name: 'Let a station join' }).click();
  await sheet(page).getByRole('textbox', { name: 'Name of the station' }).fill('South Gate');
  await sheet(page)
    .getByRole('button', { name: /Entry point/ })
    .click();
  await page.getByRole('option', { name: 'South Gate' }).click();
  await sheet(page).getByRole('button', { name: 'Create the code' }).click();
  const text = sheet(page).getByRole('textbox', { name: 'As text' });
  await expect(text).toBeVisible();
  return text.inputValue();
}

async function joinWith(page: Page, code: string): Promise<DoorPage> {
  await page.getByRole('button', { name: /^Connect/ }).click();
  await page.getByRole('textbox', { name: 'Server address' }).fill(code);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  return attachDoor(page);
}

const certificateOf = (place: number) => readFile(join(folderOf(place), 'server-tls.pem'), 'utf8');

test.skip(networkHosts().length === 0, 'this machine is in no local network');

test(
  'a station joins the server of another computer, works on without it, and finds it again',
  { tag: '@long' },
  async ({ page, browser }) => {
    const first = await startHost(0);
    await page.goto(first.ready.url);
    const north = await runServerHere(page);
    await openSettings(page);
    await expect(toggle(page)).not.toBeChecked();
    await toggle(page).press('Space');
    await expect(
      sheet(page)
        .getByText(/^https:\/\/.+:\d+$/)
        .first(),
    ).toBeVisible();
    expect(await violations(page)).toEqual([]);
    const code = await makeCode(page);
    expect(code).toMatch(/^gatehouse:\/\/enrol\?server=https.+&certificate=[\w-]{43}/);
    // The code that a scanner reads from this screen.
    const picture = await sheet(page)
      .getByRole('img', { name: /QR code/ })
      .screenshot();
    expect((await readBarcodes(picture)).map(({ text }) => text)).toEqual([code]);
    await sheet(page).getByRole('button', { name: 'Done' }).click();
    const certificate = await certificateOf(0);

    const event = await eventOf(0);
    const organiser = organiserCommands(folderOf(0));
    const { reference: one } = await organiser.sellTicket(event);
    const { reference: two } = await organiser.sellTicket(event);

    const second = await startHost(1);
    const southPage = await browser.newPage();
    await southPage.goto(second.ready.url);
    const south = await joinWith(southPage, code);
    await expect(southPage.getByText('South Gate').first()).toBeVisible();
    await south.expectVerdict(one, 'scanning.allowed');
    await expect(southPage.getByText('nothing waiting')).toBeVisible();
    await toggle(page).press('Space');
    await expect(southPage.getByText(/server unreachable/).first()).toBeVisible();
    await south.expectVerdict(two, 'scanning.allowed');
    await expect(southPage.getByText('1 waiting to be sent')).toBeVisible();

    await page.keyboard.press('Escape');
    await north.expectVerdict(one, 'scanning.already_scanned');
    await first.stop();
    await startHost(0);
    // An open page reconnects to its station by itself.
    const northAgain = await attachDoor(page);
    await expect(page.getByRole('button', { name: /^Live/ })).toBeVisible();
    await openSettings(page);
    await expect(toggle(page)).not.toBeChecked();
    await toggle(page).press('Space');
    await expect(southPage.getByText('nothing waiting')).toBeVisible();
    expect(await certificateOf(0)).toBe(certificate);
    await page.keyboard.press('Escape');
    await northAgain.expectVerdict(two, 'scanning.already_scanned');

    await hosts.at(-1)?.stop();
    const { cert, key } = await makeCertificate({ hostName: 'another', addresses: [] }, new Date());
    await writeFile(join(folderOf(0), 'server-tls.pem'), key + cert);
    await startHost(0);
    await expect(southPage.getByText(/different certificate/).first()).toBeVisible();
    await southPage.close();
  },
);

async function eventOf(place: number): Promise<string> {
  const read = async () => {
    const file = join(folderOf(place), 'station', 'settings.json');
    const settings: unknown = JSON.parse(await readFile(file, 'utf8'));
    return typeof settings === 'object' && settings !== null
      ? String(Reflect.get(settings, 'event'))
      : '';
  };
  await expect.poll(read).toMatch(/^evt_/);
  return read();
}
