import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { Value } from 'typebox/value';
import { readHostSettings } from '../../src-main/startup/host-settings.ts';
import { Demo } from '../support/e2e/demo.ts';
import { attachDoor } from '../support/e2e/door-page.ts';
import { connectIntegrator } from '../support/e2e/integrator.ts';
import { organiserCommands } from '../support/e2e/organiser-commands.ts';
import { pressLikeAPerson } from '../support/e2e/person-keys.ts';
import { plugInScanner } from '../support/e2e/scan-keys.ts';
import { serve, type ServeProcess } from '../support/e2e/serve.ts';
import { startStationHost, type StationHost } from '../support/e2e/station-host.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/e2e/temporary-folder.ts';
import { fillTicketPool } from '../support/e2e/ticket-pool.ts';

// A new device from the first screen to the first scan, with the real host, server and station.

let folders: TemporaryFolder[];
let host: StationHost;
let server: ServeProcess | null;

test.beforeEach(async ({ page }) => {
  pressLikeAPerson(page);
  folders = await Promise.all(['device', 'server'].map(temporaryFolder));
  server = null;
  host = await startStationHost({ data: data(), args: ['--first-run'] });
  expect(host.ready.server).toBeUndefined();
  await page.goto(host.ready.url);
});
test.afterEach(async () => {
  await host.kill();
  await server?.kill();
  for (const folder of folders) await folder.remove();
});

const data = () => folders[0]?.path ?? '';
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { name, level: 1 });

test('"Try it" leads to the first scan with three presses', async ({ page }) => {
  let presses = 0;
  const press = async (name: string | RegExp, role: 'button' | 'option' = 'option') => {
    await page.getByRole(role, { name }).click();
    presses += 1;
  };
  await expect(heading(page, 'Welcome to Gatehouse')).toBeVisible();
  await press(/^Try it/, 'button');
  await expect(heading(page, 'Which event is this door for?')).toBeVisible();
  await press(/Winter Gala/);
  await expect(heading(page, 'Where is this device?')).toBeVisible();
  await press('North Gate');
  const door = await attachDoor(page);
  expect(presses).toBe(3);
  // Whoever began it at a terminal learns where the console is.
  const said = host.stdout().at(-1) ?? '';
  expect(JSON.parse(said)).toMatchObject({
    console_url: expect.stringMatching(/^http:\/\/localhost:\d+\/console$/),
    demo: expect.anything(),
  });

  const demo = Value.Parse(Demo, JSON.parse(await readFile(join(data(), 'demo.json'), 'utf8')));
  const { server_port: port } = readHostSettings(data());
  const auth_url = `http://127.0.0.1:${port}`;
  const integrator = await connectIntegrator({ base_url: `${auth_url}/v1`, auth_url }, demo);
  const gala = demo.events[0]?.reference ?? '';
  const pool = await fillTicketPool(
    integrator,
    gala,
    ({ scanner_locations: places }) =>
      places.find(({ name }) => name === 'North Gate')?.reference ?? '',
  );
  await door.expectVerdict(pool.admissible().reference, 'scanning.allowed');
});

test(
  '"Run the server here" can be completed with the keyboard alone, and the server runs again after a restart',
  { tag: '@long' },
  async ({ page }) => {
    await expect(heading(page, 'Welcome to Gatehouse')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: /^Run the server here/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(heading(page, 'What is your organisation called?')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox')).toHaveAccessibleDescription('Required.');
    await page.keyboard.type('Nordlys', { delay: 80 });
    await page.keyboard.press('Enter');
    await expect(heading(page, 'What is your first event called?')).toBeVisible();
    await page.getByRole('textbox').fill('Opening Night');
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Where do people go in?')).toBeVisible();
    await page.getByRole('textbox').fill('North Gate, South Gate');
    await page.keyboard.press('Enter');
    // The only event is chosen automatically.
    await expect(heading(page, 'Where is this device?')).toBeVisible();
    // The entry points arrive with the server's first answer; the list has the focus as soon as it is shown.
    await expect(page.getByRole('option', { name: 'North Gate' })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const door = await attachDoor(page);
    await expect(page.getByText('South Gate').first()).toBeVisible();

    await page.keyboard.press('Control+,');
    const settings = page.getByRole('dialog');
    await expect(settings.getByText('Running', { exact: true })).toBeVisible();
    await expect(settings.getByText('None yet')).toBeVisible();
    await settings.getByRole('button', { name: 'Back up now' }).click();
    await expect(settings.getByText('The database was copied.')).toBeVisible();
    await expect(settings.getByText(/backups.gatehouse-.*\.db/)).toBeVisible();
    await expect(settings.getByText('None yet')).toBeHidden();
    await page.keyboard.press('Escape');

    const event = await eventOf(page);
    const { reference } = await organiserCommands(data()).sellTicket(event);
    await door.expectVerdict(reference, 'scanning.allowed');
    const before = readHostSettings(data());
    await host.kill();
    host = await startStationHost({ data: data(), args: ['--first-run'] });
    expect(new URL(host.ready.server?.auth_url ?? '').port).toBe(String(before.server_port));
    const again = await attachDoor(page);
    await again.expectVerdict(reference, 'scanning.already_scanned');
  },
);

test(
  'after an enrolment code is scanned on the first screen, nothing is left to choose',
  { tag: '@long' },
  async ({ page }) => {
    const folder = folders[1]?.path ?? '';
    server = await serve(folder, ['--port', '0']);
    const organiser = organiserCommands(folder);
    const code = await organiser.enrolStation('Nordlys', 'Opening Night', 'West Gate');
    await expect(heading(page, 'Welcome to Gatehouse')).toBeVisible();
    const scanner = await plugInScanner(page);
    await scanner.scan(code);
    await attachDoor(page);
    await expect(page.getByText('West Gate').first()).toBeVisible();
    await expect(page.getByText('Opening Night').first()).toBeVisible();
    await host.kill();
    host = await startStationHost({ data: data(), args: ['--first-run'] });
    expect(host.ready.server).toBeUndefined();
    expect(readHostSettings(data()).server).toMatchObject({ kind: 'remote' });
  },
);

test('a page that is closed amid the questions asks the rest when it is opened again', async ({
  page,
}) => {
  await page.getByText('Deutsch', { exact: true }).click();
  await expect(heading(page, 'Willkommen bei Gatehouse')).toBeVisible();
  await page.getByRole('button', { name: /^Ausprobieren/ }).click();
  await page.getByRole('option', { name: /Winter Gala/ }).click();
  await expect(page.getByRole('option', { name: 'North Gate' })).toBeVisible();
  await page.reload();
  await expect(heading(page, 'Wo steht dieses Gerät?')).toBeVisible();
  await page.getByRole('option', { name: 'South Gate' }).click();
  await attachDoor(page);
  await expect(page.getByText('South Gate').first()).toBeVisible();
  await page.reload();
  await attachDoor(page);
});

for (const moment of [
  'while the server is started',
  'while the station is connected',
  'while tickets arrive',
] as const) {
  test(
    `a host that is killed ${moment} continues there at its next start`,
    { tag: '@long' },
    async ({ page }) => {
      await page.getByRole('button', { name: /^Try it/ }).click();
      if (moment === 'while the station is connected') {
        await expect.poll(() => existsSync(join(data(), 'demo.json'))).toBe(true);
      }
      if (moment === 'while tickets arrive') {
        await page.getByRole('option', { name: /Winter Gala/ }).click();
        await expect(heading(page, 'Where is this device?')).toBeVisible();
      }
      await host.kill();
      host = await startStationHost({ data: data(), args: ['--first-run'] });
      await page.goto(host.ready.url);
      const decisions = [
        page.getByRole('button', { name: /^Try it/ }),
        page.getByRole('option', { name: /Winter Gala/ }),
        page.getByRole('option', { name: 'North Gate' }),
      ];
      await expect(async () => {
        for (const one of decisions) if (await one.isVisible()) await one.click();
        await expect(page.getByRole('button', { name: /^Type a code/ })).toBeVisible({
          timeout: 1_000,
        });
      }).toPass();
      const door = await attachDoor(page);
      await door.expectVerdict(`tkt_${'0'.repeat(26)}`, 'unknown_ticket');
      expect(readHostSettings(data()).server).toEqual({ kind: 'embedded' });
    },
  );
}

test('every step of the first run has a way back', { tag: '@long' }, async ({ page }) => {
  // Two quick presses of Enter are a scanner's.
  const go = () => page.getByRole('button', { name: 'Continue' }).click();
  const back = () => page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: /^Connect/ }).click();
  await expect(heading(page, 'Connect this station')).toBeVisible();
  await back();
  await page.getByRole('button', { name: /^Run the server here/ }).click();
  await page.getByRole('textbox').fill('Nordlys');
  await go();
  await page.getByRole('textbox').fill('Opening Night');
  await go();
  await expect(heading(page, 'Where do people go in?')).toBeVisible();
  await back();
  await expect(page.getByRole('textbox')).toHaveValue('Opening Night');
  await back();
  await expect(page.getByRole('textbox')).toHaveValue('Nordlys');
  await back();
  await expect(heading(page, 'Welcome to Gatehouse')).toBeVisible();
  await page.getByRole('button', { name: /^Try it/ }).click();
  await page.getByRole('option', { name: /Winter Gala/ }).click();
  await expect(heading(page, 'Where is this device?')).toBeVisible();
  await back();
  await expect(heading(page, 'Which event is this door for?')).toBeVisible();
  await page.getByRole('option', { name: /Winter Gala/ }).click();
  await page.getByRole('option', { name: 'Box office' }).click();
  await expect(page.getByRole('combobox')).toBeVisible();
});

/** The event that this station has stored. */
async function eventOf(page: Page): Promise<string> {
  await expect(page.getByText('Opening Night').first()).toBeVisible();
  const settings: unknown = JSON.parse(
    await readFile(join(data(), 'station', 'settings.json'), 'utf8'),
  );
  const event =
    typeof settings === 'object' && settings !== null ? Reflect.get(settings, 'event') : null;
  return String(event);
}
