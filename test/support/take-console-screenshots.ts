import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { enterConsole } from './e2e/console-screen.ts';
import { connectIntegrator } from './e2e/integrator.ts';
import { serve, type ServeProcess } from './e2e/serve.ts';
import { temporaryFolder } from './e2e/temporary-folder.ts';

const wide = { width: 1280, height: 800 };
const SCANS = 60;

/** Takes the pictures of docs/console.md: Home during an evening, an order, an event and a delivery log. */
export async function takeConsole(browser: Browser, images: string): Promise<void> {
  const folder = await temporaryFolder('console-screenshots');
  const server = await serve(folder.path, ['--port', '0', '--demo', '400']);
  const receiver = createServer((_request, response) => response.end('{"ok":true}'));
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  try {
    const page = await browser.newPage({ viewport: wide, colorScheme: 'light', locale: 'en-GB' });
    await enterConsole(server, folder.path)(page, 'home');
    const address = receiver.address();
    if (address === null || typeof address === 'string') throw new Error('expected a port');
    await subscribe(page, `http://127.0.0.1:${address.port}/hooks`);
    const event = await admitSome(server);
    const show = (place: string) => page.goto(`${server.ready.console_url}/${place}`);
    await show('home');
    await page.getByText('Winter Gala').first().click();
    await page.getByText('Arrivals per five minutes').waitFor();
    await take(page, images, 'console-home');
    await show(`events/${event}/ticket-types`);
    await page.getByRole('table').waitFor();
    await take(page, images, 'console-event');
    await show('orders?status=paid');
    await page.getByRole('row').nth(1).getByRole('link').click();
    await page.getByRole('heading', { name: 'Tickets' }).waitFor();
    await take(page, images, 'console-order');
    await show('webhooks');
    await page.getByRole('row').nth(1).getByRole('link').click();
    await page.getByRole('table', { name: 'Deliveries' }).waitFor();
    await take(page, images, 'console-deliveries');
  } finally {
    receiver.close();
    await server.stop();
    await folder.remove();
  }
}

async function subscribe(page: Page, url: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('button', { name: 'New webhook' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill(url);
  await dialog.getByLabel('Ticket scanned').check();
  await dialog.getByRole('button', { name: 'New webhook' }).click();
  await page.getByRole('button', { name: 'I have saved it' }).click();
}

/** Has tickets of the demo's first event scanned at all its doors. Returns the event. */
async function admitSome({ ready }: ServeProcess): Promise<string> {
  const { demo } = ready;
  const event = demo?.events[0]?.reference;
  if (!demo || event === undefined) throw new Error('expected a demo');
  const integrator = await connectIntegrator(ready, demo);
  const { scanner_locations: doors } = await integrator.setup(event);
  const tickets = await integrator.tickets(event);
  for (const [index, { reference }] of tickets.slice(0, SCANS).entries()) {
    await integrator.scan(reference, doors[index % doors.length]?.reference ?? '');
  }
  return event;
}

async function take(page: Page, images: string, name: string): Promise<void> {
  // Waits for charts and for what is read after the page is shown.
  await page.waitForTimeout(1_500);
  const picture = await page.screenshot();
  await sharp(picture)
    .png({ palette: true, effort: 10 })
    .toFile(join(images, `${name}.png`));
}
