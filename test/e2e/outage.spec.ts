import { expect, test, type Browser, type Page } from '@playwright/test';
import type { Demo } from '../support/e2e/demo.ts';
import { openDoor, type DoorPage } from '../support/e2e/door-page.ts';
import { connectIntegrator, type Integrator } from '../support/e2e/integrator.ts';
import { organiserCommands } from '../support/e2e/organiser-commands.ts';
import { startProgram } from '../support/e2e/processes.ts';
import { serve, type ServeProcess } from '../support/e2e/serve.ts';
import { startStationHost, type StationHost } from '../support/e2e/station-host.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/e2e/temporary-folder.ts';
import { fillTicketPool, type TicketPool } from '../support/e2e/ticket-pool.ts';
import { nextJson } from '../support/e2e/wait-for-line.ts';

// Two doors, each in its own process, and one server that is killed.
test.describe.configure({ mode: 'serial' });

interface Entrance {
  readonly host: StationHost;
  readonly page: Page;
  readonly door: DoorPage;
}

let folders: TemporaryFolder[];
let server: ServeProcess;
let demo: Demo;
let integrator: Integrator;
let pool: TicketPool;
let event: string;
let north: Entrance;
let south: Entrance;

test.beforeAll(async ({ browser }) => {
  folders = await Promise.all(['server', 'north', 'south'].map(temporaryFolder));
  server = await serve(folderOf(0), ['--port', '0', '--demo']);
  if (!server.ready.demo) throw new Error('expected demo credentials');
  demo = server.ready.demo;
  event = demo.events[0]?.reference ?? '';
  integrator = await connectIntegrator(server.ready, demo);
  pool = await fillTicketPool(
    integrator,
    event,
    (setup) => setup.scanner_locations[0]?.reference ?? '',
  );
  north = await openEntrance(browser, folderOf(1));
  south = await openEntrance(browser, folderOf(2));
});

test.afterAll(async () => {
  for (const { page, host } of [north, south]) {
    await page.close();
    await host.stop();
    await host.kill();
  }
  await server.stop();
  await server.kill();
  for (const folder of folders) await folder.remove();
});

const folderOf = (place: number) => folders[place]?.path ?? '';

/** Opens a door with the station's credentials on the command line and the secret in the environment. */
async function openEntrance(browser: Browser, data: string): Promise<Entrance> {
  const { client_id: clientId, client_secret: secret } = demo.station;
  const host = await startStationHost({
    data,
    args: ['--server', server.ready.base_url, '--client-id', clientId],
    env: { GATEHOUSE_CLIENT_SECRET: secret },
  });
  const page = await browser.newPage();
  return { host, page, door: await openDoor(page, host.ready.url) };
}

async function restartServer(): Promise<void> {
  const { port } = new URL(server.ready.base_url);
  server = await serve(folderOf(0), ['--port', port, '--demo']);
}

test('a host that uses a running server does not start one of its own', () => {
  expect(north.host.ready.server).toBeUndefined();
  expect(north.host.ready.demo).toBeUndefined();
});

test(
  'a host that uses a running server ends with exit code 0 when asked',
  { tag: '@long' },
  async () => {
    const folder = await temporaryFolder('alone');
    const { client_id: clientId, client_secret: secret } = demo.station;
    const program = startProgram(
      ['--host=browser', '--json', '--no-open', '--data', folder.path].concat([
        '--server',
        server.ready.base_url,
        '--client-id',
        clientId,
      ]),
      { GATEHOUSE_CLIENT_SECRET: secret },
    );
    await nextJson(program.stdout);
    program.child.kill('SIGTERM');
    expect(await program.ended).toEqual({ code: 0, signal: null });
    expect(program.stderr()).toBe('');
    await folder.remove();
  },
);

test('five scans during an outage each reach the server once, and the other door refuses their tickets', async () => {
  const before = pool.admissible().reference;
  await north.door.expectVerdict(before, 'scanning.allowed');

  await server.kill();
  await expect(north.page.getByText(/offline|not reached|no connection/i).first()).toBeVisible();

  const atTheDoor = new Map<string, { readonly reason: string; readonly at: number }>();
  const scanAway = async (ticket: string, reason: string) => {
    await north.door.expectVerdict(ticket, reason);
    atTheDoor.set(ticket, { reason, at: Date.now() });
  };
  for (let scan = 0; scan < 3; scan += 1) {
    await scanAway(pool.admissible().reference, 'scanning.allowed');
  }
  await scanAway(pool.forElsewhere().reference, 'scanning.wrong_entry_point');
  await scanAway(pool.cancelled().reference, 'scanning.ticket_cancelled');
  const returnedAt = Date.now();
  await restartServer();
  integrator = await connectIntegrator(server.ready, demo);

  await expect
    .poll(async () => {
      const scans = await integrator.scans(event);
      return [...atTheDoor.keys()].map(
        (ticket) => scans.filter((scan) => scan.ticket === ticket).length,
      );
    })
    .toEqual([1, 1, 1, 1, 1]);
  const scans = await integrator.scans(event);
  for (const [ticket, { reason, at }] of atTheDoor) {
    const scan = scans.find((row) => row.ticket === ticket);
    expect(scan).toMatchObject({
      reason,
      result: reason === 'scanning.allowed' ? 'allowed' : 'denied',
      scanner_location: { reference: pool.setup.scanner_locations[0]?.reference },
    });
    // The scan has the door's time, from before the server came back. Both run on one machine with one clock.
    expect(Date.parse(scan?.scanned_at ?? '')).toBeLessThanOrEqual(at);
    expect(Date.parse(scan?.scanned_at ?? '')).toBeLessThan(returnedAt);
  }

  // Wait until the other door has the admissions: an earlier scan there would admit a ticket twice.
  const inside = new Set(
    scans.filter(({ result }) => result === 'allowed').map(({ ticket }) => ticket),
  );
  await expect(south.page.getByRole('region', { name: 'Admissions' })).toContainText(
    `${new Intl.NumberFormat('en').format(inside.size)} /`,
  );
  for (const [ticket, { reason }] of atTheDoor) {
    if (reason !== 'scanning.allowed') continue;
    await south.door.expectVerdict(ticket, 'scanning.already_scanned');
  }
});

test(
  'a ticket sold while the door was offline is admitted by its signed code, and the scan says so',
  { tag: '@long' },
  async () => {
    await server.kill();
    const { reference, code } = await organiserCommands(folderOf(0)).sellTicket(event);
    await north.door.scan(code);
    const { verdict } = north.door;
    await expect(verdict).toHaveAttribute('data-ticket', reference);
    await expect(verdict).toHaveAttribute('data-reason', 'scanning.allowed');
    await expect(verdict).toContainText('Judged by its code alone: not in this station’s data');
    await restartServer();
    integrator = await connectIntegrator(server.ready, demo);
    await expect
      .poll(async () =>
        (await integrator.scans(event)).filter(({ ticket }) => ticket === reference),
      )
      .toMatchObject([{ result: 'allowed', reason: 'scanning.allowed' }]);
  },
);

test(
  'a door that starts while its server is down opens with its local copy',
  { tag: '@long' },
  async ({ browser }) => {
    const ticket = pool.admissible().reference;
    await north.page.close();
    await north.host.stop();
    await server.kill();
    north = await openEntrance(browser, folderOf(1));
    await north.door.expectVerdict(ticket, 'scanning.allowed');
    await restartServer();
    integrator = await connectIntegrator(server.ready, demo);
    await expect
      .poll(
        async () => (await integrator.scans(event)).filter((scan) => scan.ticket === ticket).length,
      )
      .toBe(1);
  },
);
