import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { openDoor } from '../support/e2e/door-page.ts';
import { connectIntegrator } from '../support/e2e/integrator.ts';
import { startStationHost } from '../support/e2e/station-host.ts';
import { temporaryFolder } from '../support/e2e/temporary-folder.ts';
import { fillTicketPool } from '../support/e2e/ticket-pool.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

test('a barcode of a shop lets its guest in, and the box office shows the order by the number of the shop', async ({
  page,
}) => {
  await using stack = new AsyncDisposableStack();
  const folder = await temporaryFolder('shop');
  stack.defer(() => folder.remove());
  const host = await startStationHost({ data: folder.path });
  stack.defer(() => host.kill());
  stack.defer(async () => {
    await host.stop();
  });
  const { server, demo } = host.ready;
  if (server === undefined || demo === undefined) throw new Error('expected an embedded demo');
  const event = demo.events[0]?.reference ?? '';
  const door = await openDoor(page, host.ready.url);
  const pool = await fillTicketPool(
    await connectIntegrator(server, demo),
    event,
    (setup) => setup.scanner_locations[0]?.reference ?? '',
  );
  const type = pool.admissible().ticket_type?.name ?? '';

  const admissions = page.getByRole('region', { name: 'Admissions' });
  await expect(admissions).toContainText(/\/ [\d,]+ admitted/);
  const before = await admissions.innerText();
  const file = join(folder.path, 'attendees.csv');
  const line = `#1001,400399415548,"${type}",Åse,Lind,ase@example.org\n`;
  await writeFile(file, `Order,Barcode,Ticket type,First name,Last name,Email\n${line}`);
  const words = ['import', file, '--event', event, '--data', folder.path];
  await run(process.execPath, ['bin/gatehouse.js', ...words], { cwd: root });

  await expect.poll(() => admissions.innerText()).not.toBe(before);

  // With the check digit that the barcode has and the file has not.
  await door.scan('4003994155486');
  await expect(door.verdict).toHaveAttribute('data-reason', 'scanning.allowed');
  await expect(door.verdict).toContainText('Åse Lind');
  await expect(door.verdict).toContainText(type);

  await page.keyboard.press('Control+2');
  await page.getByRole('combobox', { name: 'Find a ticket' }).fill('4003 9941 5548');
  const order = page.getByRole('region', { name: 'Order' });
  await expect(order).toContainText('Åse Lind');
  await expect(order).toContainText('Order #1001');
  await expect(order).toContainText(type);
});
