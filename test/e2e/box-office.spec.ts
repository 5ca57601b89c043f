import { expect, test, type Page } from '@playwright/test';
import type { Demo } from '../support/e2e/demo.ts';
import { openDoor, type DoorPage } from '../support/e2e/door-page.ts';
import { connectIntegrator } from '../support/e2e/integrator.ts';
import { pressLikeAPerson } from '../support/e2e/person-keys.ts';
import { serve, type ServeProcess } from '../support/e2e/serve.ts';
import { startStationHost, type StationHost } from '../support/e2e/station-host.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/e2e/temporary-folder.ts';
import { fillTicketPool, type TicketPool } from '../support/e2e/ticket-pool.ts';

// A box office during an outage: a real station whose server is killed and started again.
test.describe.configure({ mode: 'serial' });

let serverFolder: TemporaryFolder;
let stationFolder: TemporaryFolder;
let server: ServeProcess;
let demo: Demo;
let host: StationHost;
let event: string;
let pool: TicketPool;
let page: Page;
let door: DoorPage;

const field = () => page.getByRole('combobox', { name: 'Find a ticket' });
const hits = () => page.getByRole('listbox', { name: 'Tickets found' }).getByRole('option');
const order = () => page.getByRole('region', { name: 'Order' });
const cardOf = (ticket: string) => order().locator(`[data-ticket="${ticket}"]`);

test.beforeAll(async ({ browser }) => {
  [serverFolder, stationFolder] = await Promise.all([
    temporaryFolder('server'),
    temporaryFolder('box-office'),
  ]);
  server = await serve(serverFolder.path, ['--port', '0', '--demo']);
  if (!server.ready.demo) throw new Error('expected demo credentials');
  demo = server.ready.demo;
  event = demo.events[0]?.reference ?? '';
  pool = await fillTicketPool(
    await connectIntegrator(server.ready, demo),
    event,
    (setup) => setup.scanner_locations[0]?.reference ?? '',
  );
  host = await startStationHost({
    data: stationFolder.path,
    args: ['--server', server.ready.base_url, '--client-id', demo.station.client_id],
    env: { GATEHOUSE_CLIENT_SECRET: demo.station.client_secret },
  });
  page = await browser.newPage();
  pressLikeAPerson(page);
  door = await openDoor(page, host.ready.url);
  // The door shows the number of tickets once all of them are imported.
  await expect(page.getByRole('region', { name: 'Admissions' })).toContainText(
    /\/ [\d,]+ admitted/,
  );
});

test.afterAll(async () => {
  await page.close();
  await host.stop();
  await host.kill();
  await server.stop();
  await server.kill();
  await serverFolder.remove();
  await stationFolder.remove();
});

/** Finds a ticket by its reference and returns its holder's name. */
async function find(ticket: string): Promise<string> {
  await field().fill(ticket);
  await expect(hits()).toHaveCount(1);
  await expect(cardOf(ticket)).toBeVisible();
  return order().getByRole('heading').first().innerText();
}

test(
  'a guest is found by part of the name, typed without accents or capitals',
  { tag: '@long' },
  async () => {
    await page.keyboard.press('Control+2');
    const ticket = pool.admissible().reference;
    const name = await find(ticket);
    const plain = name
      .normalize('NFKD')
      .replace(/\p{Mn}/gu, '')
      .toUpperCase();
    await field().fill(plain);
    await expect(hits().filter({ hasText: name }).first()).toBeVisible();
    await expect(hits().first().locator('mark').first()).toBeVisible();
  },
);

test(
  'a guest is found and checked in once while the server is down',
  { tag: '@long' },
  async () => {
    const ticket = pool.admissible().reference;
    await server.kill();
    await expect(page.getByText(/Offline since/)).toBeVisible();
    await find(ticket);
    await page.keyboard.press('Enter');
    await expect(cardOf(ticket).getByRole('button', { name: /^Check in/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(door.verdict).toHaveAttribute('data-ticket', ticket);
    await expect(door.verdict).toHaveAttribute('data-reason', 'scanning.allowed');
    await expect(cardOf(ticket)).toContainText('Checked in just now');
    await expect(cardOf(ticket).getByRole('button', { name: /^Check in/ })).toHaveCount(0);
    // The ticket is used; its code is refused once the repeat guard has expired.
    await expect(async () => {
      await door.scan(ticket);
      await expect(door.verdict).toHaveAttribute('data-reason', 'scanning.already_scanned', {
        timeout: 1_000,
      });
    }).toPass({ intervals: [4_000] });
  },
);

test(
  'add-ons are handed out, undone and taken back while the server is down',
  { tag: '@long' },
  async () => {
    const redeem = order().getByRole('button', { name: /^Redeem/ });
    await field().fill('an');
    await expect(hits().nth(10)).toBeVisible();
    for (let step = 0; step < 49 && (await redeem.count()) === 0; step += 1) {
      await field().press('ArrowDown');
      await expect(order()).toHaveAttribute('aria-busy', 'false');
    }
    const line = order()
      .locator('[data-order-line]')
      .filter({ has: page.getByText(/ left$/) });
    const left = await line
      .first()
      .getByText(/ left$/)
      .innerText();
    await redeem.first().click();
    await expect(page.getByText(/^Handed out: 1 × /)).toBeVisible();
    await expect(line.first()).not.toContainText(left);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(line.first()).toContainText(left);
    await redeem.first().click();
    await expect(line.first()).not.toContainText(left);
    await order()
      .getByRole('button', { name: /^Take back 1/ })
      .first()
      .click();
    await expect(line.first()).toContainText(left);
  },
);

test(
  'after the outage the server has the check-in, without an entry point, and no redemption that was undone',
  { tag: '@long' },
  async () => {
    const { port } = new URL(server.ready.base_url);
    server = await serve(serverFolder.path, ['--port', port, '--demo']);
    const integrator = await connectIntegrator(server.ready, demo);
    await expect(page.getByText('nothing waiting')).toBeVisible();
    await expect
      .poll(async () => {
        const scans = await integrator.scans(event);
        return scans.filter((scan) => scan.result === 'allowed' && scan.scanner_location === null)
          .length;
      })
      .toBeGreaterThan(0);
  },
);

test(
  'the activity lists the check-in and every redemption with its upload state',
  { tag: '@long' },
  async () => {
    await page.keyboard.press('Control+3');
    const rows = page.getByRole('table', { name: 'Activity' }).locator('tbody tr');
    await expect(rows.filter({ hasText: 'Add-on handed out' }).first()).toContainText('Sent');
    await page.getByRole('button', { name: 'Admitted', exact: true }).click();
    await expect(rows.first()).toContainText(/Admit.*Box office.*Sent/);
    await page.getByRole('tab', { name: 'Conflicts' }).click();
    await expect(page.getByText('No open conflicts')).toBeVisible();
  },
);
