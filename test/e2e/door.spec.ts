import { expect, test, type Page } from '@playwright/test';
import { launchOfRunning } from '../../src-main/page/page-record.ts';
import { openDoor, type DoorPage } from '../support/e2e/door-page.ts';
import { meterFrames, paintsOf } from '../support/e2e/frame-meter.ts';
import { connectIntegrator, type Integrator, type Ticket } from '../support/e2e/integrator.ts';
import { startStationHost, type StationHost } from '../support/e2e/station-host.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/e2e/temporary-folder.ts';
import { fillTicketPool, type TicketPool } from '../support/e2e/ticket-pool.ts';

// One door for an evening: `npm start`, the real server in its own process, real key events in a real browser.
test.describe.configure({ mode: 'serial' });

let folder: TemporaryFolder;
let host: StationHost;
let integrator: Integrator;
let pool: TicketPool;
let event: string;
let page: Page;
let door: DoorPage;

test.beforeAll(async ({ browser }) => {
  folder = await temporaryFolder('door');
  await startHost();
  page = await browser.newPage();
  await meterFrames(page);
  door = await openDoor(page, host.ready.url);
  pool = await fillTicketPool(
    integrator,
    event,
    (setup) => setup.scanner_locations[0]?.reference ?? '',
  );
});

test.afterAll(async () => {
  await page.close();
  await host.stop();
  await host.kill();
  await folder.remove();
});

async function startHost(): Promise<void> {
  host = await startStationHost({ data: folder.path });
  const { server, demo } = host.ready;
  if (server === undefined || demo === undefined) throw new Error('expected an embedded demo');
  integrator = await connectIntegrator(server, demo);
  event = demo.events[0]?.reference ?? '';
}

/** The server's scans of one ticket, once the station has uploaded everything. */
async function scansOf(ticket: string) {
  return (await integrator.scans(event)).filter((scan) => scan.ticket === ticket);
}

/** The list follows the verdict a frame later, and a row that has just been added is empty for a moment. */
async function lastScansOn(screen: Page, { contact }: Ticket): Promise<readonly string[]> {
  const rows = screen.getByRole('grid', { name: 'Last scans' }).getByRole('row');
  await expect(rows.first()).toContainText(contact?.first_name ?? 'a holder');
  await expect.poll(() => rows.allInnerTexts()).not.toContain('');
  return rows.allInnerTexts();
}

test('the first start opens the door of the demo event at its first entry point', async () => {
  await expect(page.getByText(pool.setup.event.name).first()).toBeVisible();
  await expect(page.getByText(pool.setup.scanner_locations[0]?.name ?? '').first()).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  expect(host.stdout().filter((line) => line.startsWith('{'))).toHaveLength(1);
});

test("a valid ticket is shown as admitted, in green, within one frame of the station's answer", async () => {
  const admitted = pool.admissible().reference;
  await door.expectVerdict(admitted, 'scanning.allowed');
  await expect(door.verdict).toHaveAttribute('data-role', 'ok');
  await expect(door.verdict).toContainText('Admit');

  await expect.poll(async () => (await paintsOf(page)).length).toBeGreaterThan(0);
  const [paint] = await paintsOf(page);
  expect(paint?.frames).toBeLessThanOrEqual(1);
  test.info().annotations.push({
    type: 'terminator key to painted verdict',
    description: `${paint?.keyToPaintMs.toFixed(1)} ms, ${paint?.frames} frames after the answer`,
  });
  await expect.poll(() => scansOf(admitted)).toMatchObject([{ result: 'allowed' }]);
});

test('a code without a terminator is read after a pause', async () => {
  const ticket = pool.admissible().reference;
  await door.scan(ticket, { terminator: 'none' });
  await expect(door.verdict).toHaveAttribute('data-ticket', ticket);
  await expect(door.verdict).toHaveAttribute('data-reason', 'scanning.allowed');
});

test('every scan in a quick series gets its verdict', async () => {
  const tickets = Array.from({ length: 6 }, () => pool.admissible().reference);
  for (const ticket of tickets) await door.scan(ticket);
  await expect(door.verdict).toHaveAttribute('data-ticket', tickets.at(-1) ?? '');
  await expect
    .poll(async () => {
      const scans = await integrator.scans(event);
      return tickets.filter(
        (ticket) => scans.filter((scan) => scan.ticket === ticket).length === 1,
      );
    })
    .toEqual(tickets);
});

test('reloading the page in the middle of a scan neither loses nor repeats it', async () => {
  const ticket = pool.admissible().reference;
  await door.scan(ticket);
  await door.reload();
  await expect.poll(() => scansOf(ticket)).toMatchObject([{ result: 'allowed' }]);

  const next = pool.admissible().reference;
  await door.expectVerdict(next, 'scanning.allowed');
});

test('two tabs show the same station', async ({ browser }) => {
  const other = await openDoor(await browser.newPage(), launchOfRunning(folder.path) ?? '');
  const ticket = pool.admissible();
  await other.expectVerdict(ticket.reference, 'scanning.allowed');
  await expect(door.verdict).toHaveAttribute('data-ticket', ticket.reference);
  await expect(door.verdict).toHaveAttribute('data-reason', 'scanning.allowed');
  const listed = await lastScansOn(other.page, ticket);
  await expect.poll(() => lastScansOn(page, ticket)).toEqual(listed);
  await other.page.context().close();
});

test('a page reconnects after its station was killed and started again, sends the scan that it kept, and no verdict is lost', async () => {
  const shown = pool.admissible().reference;
  await door.expectVerdict(shown, 'scanning.allowed');
  const before = host.ready;
  const { origin } = new URL(before.url);
  await host.kill();
  const kept = pool.admissible();
  await door.scan(kept.reference);
  await expect(page.getByText('1 scan kept')).toBeVisible();

  await startHost();
  expect(host.ready.server).toEqual(before.server);
  expect(new URL(host.ready.url).origin).toBe(origin);
  expect(host.ready.url).not.toBe(before.url);
  await expect(door.verdict).toHaveAttribute('data-ticket', kept.reference);
  await expect(door.verdict).toHaveAttribute('data-reason', 'scanning.allowed');
  const listed = await lastScansOn(page, kept);
  expect(listed.length).toBeGreaterThan(5);
  await door.reload();
  await expect.poll(() => lastScansOn(page, kept)).toEqual(listed);
  await door.expectVerdict(shown, 'scanning.already_scanned');
  // The killed process may have used up the request budget of the current minute.
  for (const ticket of [shown, kept.reference]) {
    await expect
      .poll(
        async () => (await scansOf(ticket)).filter(({ result }) => result === 'allowed').length,
        { timeout: 120_000, intervals: [1_000, 3_000] },
      )
      .toBe(1);
  }
});
