import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { openDoor } from '../support/e2e/door-page.ts';
import { connectIntegrator } from '../support/e2e/integrator.ts';
import { serve } from '../support/e2e/serve.ts';
import { startStationHost } from '../support/e2e/station-host.ts';
import { temporaryFolder } from '../support/e2e/temporary-folder.ts';
import { violations } from '../support/e2e/violations.ts';
import { openSmtp } from '../support/smtp-server.ts';

/** Carries everything between a station and its server, except the answers to orders while those are `lost`. */
async function openWay(server: string) {
  const { hostname, port } = new URL(server);
  const orders = { lost: false, seen: [] as string[] };
  const way = createServer((asked, answer) => {
    const isOrder = asked.method === 'POST' && /\/events\/[^/]+\/orders$/.test(asked.url ?? '');
    if (isOrder) orders.seen.push(String(asked.headers['idempotency-key']));
    const { method, url: path, headers } = asked;
    const onward = request({ hostname, port, method, path, headers }, (answered) => {
      if (isOrder && orders.lost) {
        answered.resume().on('end', () => asked.socket.destroy());
        return;
      }
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a server that listens on a port
  const { port: own } = way.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}/v1`,
    orders,
    close: () => {
      way.closeAllConnections();
      way.close();
    },
  };
}

test('a guest is added once although the answer was lost, gets the code by email, and goes in', async ({
  page,
}) => {
  await using folders = new AsyncDisposableStack();
  const smtp = await openSmtp();
  folders.defer(smtp.close);
  const [serverFolder, stationFolder] = await Promise.all([
    temporaryFolder('server'),
    temporaryFolder('box-office'),
  ]);
  folders.defer(() =>
    Promise.all([serverFolder.remove(), stationFolder.remove()]).then(() => undefined),
  );
  const mail = ['--smtp-url', smtp.url, '--mail-from', 'tickets@example.org'];
  const server = await serve(serverFolder.path, ['--port', '0', '--demo', ...mail]);
  folders.defer(async () => {
    await server.kill();
  });
  const { demo } = server.ready;
  if (!demo) throw new Error('expected demo credentials');
  const way = await openWay(server.ready.base_url);
  folders.defer(way.close);
  const host = await startStationHost({
    data: stationFolder.path,
    args: ['--server', way.url, '--client-id', demo.station.client_id],
    env: { GATEHOUSE_CLIENT_SECRET: demo.station.client_secret },
  });
  folders.defer(async () => {
    await host.kill();
  });
  await openDoor(page, host.ready.url);
  await page.keyboard.press('Control+2');

  // By keyboard: what was looked for is who is added.
  await page.keyboard.type('Katherine Quillfeather', { delay: 150 });
  const add = page.getByRole('button', { name: 'Add a guest' });
  await expect(add).toBeVisible();
  await add.focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Add a guest' });
  await expect(sheet.getByLabel('First name')).toBeFocused();
  await expect(sheet.getByLabel('Last name')).toHaveValue('Quillfeather');
  await sheet.getByLabel('Email').fill('katherine');
  await sheet.getByRole('button', { name: /^Add · / }).click();
  await expect(sheet.getByText('This is not an email address.')).toBeVisible();
  await sheet.getByLabel('Email').fill('katherine@example.org');
  await sheet.getByText('Card', { exact: true }).click();
  expect(await violations(page)).toEqual([]);

  way.orders.lost = true;
  await sheet.getByLabel('Email').press('Enter');
  await expect(sheet.getByText('nobody is added twice')).toBeVisible();
  // What was typed is kept, even if the sheet is closed.
  await page.keyboard.press('Escape');
  way.orders.lost = false;
  await expect(add).toBeVisible();
  await add.click();
  await expect(sheet.getByLabel('Email')).toHaveValue('katherine@example.org');
  await sheet.getByRole('button', { name: /^Add · / }).click();

  const ticket = page.getByRole('dialog', { name: 'Added' });
  await expect(ticket.getByText('Katherine Quillfeather')).toBeVisible();
  await expect(ticket.getByRole('img', { name: 'Code of the ticket' }).locator('path')).toHaveCount(
    1,
  );
  expect(await violations(page)).toEqual([]);
  expect(way.orders.seen.length).toBeGreaterThan(1);
  expect(new Set(way.orders.seen).size).toBe(1);
  const integrator = await connectIntegrator(server.ready, demo);
  const event = demo.events[0]?.reference ?? '';
  const orders = (await integrator.orders(event)).filter(
    ({ contact }) => contact?.email === 'katherine@example.org',
  );
  expect(orders).toMatchObject([{ status: 'paid', payment_method: 'card' }]);

  await ticket.getByRole('button', { name: 'Email' }).click();
  await expect(ticket.getByText('Sent to katherine@example.org')).toBeVisible();
  expect(smtp.taken.map(({ to }) => to)).toEqual(['katherine@example.org']);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Katherine Quillfeather', { exact: true }).last()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check in' })).toBeHidden();
  await page.emulateMedia({ media: null });

  await ticket.getByRole('button', { name: 'Check in' }).click();
  await expect(ticket).toBeHidden();
  const order = page.getByRole('region', { name: 'Order' });
  await expect(order.getByRole('heading')).toHaveText('Katherine Quillfeather');
  await expect(order.getByText('Checked in just now')).toBeVisible();
});
