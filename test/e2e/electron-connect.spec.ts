import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { attachDoor } from '../support/e2e/door-page.ts';
import { connectIntegrator } from '../support/e2e/integrator.ts';
import { serve, type ServeProcess } from '../support/e2e/serve.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/e2e/temporary-folder.ts';
import { fillTicketPool } from '../support/e2e/ticket-pool.ts';
import { launchDesktopApp, type DesktopApp } from '../support/electron-stand-in/launch.ts';

// The desktop app connected by hand to a server elsewhere, and where its secret goes.

let folders: TemporaryFolder[];
let server: ServeProcess;
let app: DesktopApp | null;

test.beforeEach(async () => {
  folders = await Promise.all(['server', 'desktop'].map(temporaryFolder));
  server = await serve(folders[0]?.path ?? '', ['--port', '0', '--demo']);
  app = null;
});
test.afterEach(async () => {
  await app?.close();
  await server.kill();
  for (const folder of folders) await folder.remove();
});

for (const keychain of ['gnome_libsecret', 'none', 'basic_text']) {
  test(`the secret is kept for the next start (keychain: ${keychain})`, async () => {
    const demo = server.ready.demo;
    if (!demo) throw new Error('expected demo credentials');
    const data = folders[1]?.path ?? '';
    const env = { STAND_IN_KEYCHAIN: keychain };
    app = launchDesktopApp(data, { args: ['--server', server.ready.base_url], env });
    await app.ready;
    const page = await app.page();
    const fields = page.getByRole('textbox');
    await fields.nth(0).fill(server.ready.base_url);
    await fields.nth(1).fill(demo.station.client_id);
    await page.locator('input[type=password]').fill(demo.station.client_secret);
    await page.getByRole('button', { name: /connect/i }).click();
    await page.getByText('Winter Gala').first().click();
    await expect(page.getByRole('status', { name: 'Verdict' })).toBeVisible();

    const revealing = await filesWith(data, demo.station.client_secret);
    expect(revealing).toEqual(keychain === 'gnome_libsecret' ? [] : ['secrets.json']);
    app.quit();
    expect(await app.ended).toBe(0);

    // A plain start goes on with the server that it was connected to, and needs no credentials.
    app = launchDesktopApp(data, { env });
    await app.ready;
    const event = demo.events[0]?.reference ?? '';
    const integrator = await connectIntegrator(server.ready, demo);
    const door = await attachDoor(await app.page());
    const pool = await fillTicketPool(
      integrator,
      event,
      (setup) => setup.scanner_locations[0]?.reference ?? '',
    );
    const ticket = pool.admissible().reference;
    await door.expectVerdict(ticket, 'scanning.allowed');
    await expect
      .poll(async () => (await integrator.scans(event)).filter((scan) => scan.ticket === ticket))
      .toMatchObject([{ result: 'allowed' }]);
    expect((await app.inspect()).utilities.map(({ serviceName }) => serviceName)).toEqual([
      'gatehouse-station-process',
    ]);
  });
}

/**
 * Names of the files under `folder`, the browser's own profile aside, that hold this text. A file may be replaced while it is looked
 * for: then all are looked at again.
 */
async function filesWith(folder: string, text: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.parentPath.includes('chromium')) continue;
    const content = await readUnlessGone(join(entry.parentPath, entry.name));
    if (content === null) return filesWith(folder, text);
    if (content.includes(text)) found.push(entry.name);
  }
  return found;
}

async function readUnlessGone(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
