import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createServer as createMuteServer, type Socket } from 'node:net';
import { delimiter, join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { visitPage, passIn } from '../support/page-visitor.ts';
import { openDoor } from '../support/e2e/door-page.ts';
import { connectIntegrator } from '../support/e2e/integrator.ts';
import { startProgram } from '../support/e2e/processes.ts';
import { startStationHost, type StationHost } from '../support/e2e/station-host.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/e2e/temporary-folder.ts';
import { fillTicketPool } from '../support/e2e/ticket-pool.ts';

// Who is let in by the browser host, and how a page reconnects.

let folder: TemporaryFolder;
let host: StationHost;
test.beforeEach(async () => {
  folder = await temporaryFolder('access');
  host = await startStationHost({ data: folder.path });
});
test.afterEach(async () => {
  await host.stop();
  await host.kill();
  await folder.remove();
});

const verdictOf = (page: Page) => page.getByRole('status', { name: 'Verdict' });
const refusalOf = (page: Page) => page.getByRole('heading', { name: 'This page has no access' });

/** The address that a second start on the same data folder prints. */
async function anotherAddress(): Promise<string> {
  const second = startProgram(['--host=browser', '--no-open', '--data', folder.path]);
  expect(await second.ended).toEqual({ code: 0, signal: null });
  expect(second.stderr()).toBe('');
  const [sentence = ''] = second.stdout.all();
  expect(sentence).toMatch(/^Gatehouse is already running on \S+\. Open it at \S+ \(.*\)\.$/);
  return /http:\S+/.exec(sentence)?.[0] ?? '';
}

test('an address works once; a later visitor is shown how to get another one', async ({
  page,
  browser,
}) => {
  await openDoor(page, host.ready.url);
  expect(page.url()).toBe(`${new URL(host.ready.url).origin}/`);

  const elsewhere = await browser.newPage();
  await elsewhere.goto(host.ready.url);
  await expect(refusalOf(elsewhere)).toBeVisible();
  await expect(elsewhere.getByText('Run the start command again on this computer')).toBeVisible();
  await expect(verdictOf(elsewhere)).toHaveCount(0);

  // In the same tab only the fragment changes, which does not load the page.
  await elsewhere.goto(await anotherAddress());
  await expect(verdictOf(elsewhere)).toBeVisible();
  await elsewhere.context().close();
});

test(
  'a browser that was let in stays in: in another tab, after a reload, and at the same address',
  { tag: '@long' },
  async ({ page }) => {
    const { origin, port } = new URL(host.ready.url);
    await openDoor(page, host.ready.url.replace('127.0.0.1', 'localhost'));
    expect(page.url()).toBe(`${origin}/`);
    await page.reload();
    await expect(verdictOf(page)).toBeVisible();
    for (const address of [origin, host.ready.url, `http://localhost:${port}/`]) {
      const tab = await page.context().newPage();
      await tab.goto(address);
      await expect(verdictOf(tab)).toBeVisible();
      await tab.close();
    }
  },
);

test(
  "a page that is reloaded at once stays in even if the browser's storage is slow",
  { tag: '@long' },
  async ({ page }) => {
    await page.addInitScript({
      content: `
      const { open } = IDBFactory.prototype;
      IDBFactory.prototype.open = function (...given) {
        const request = open.apply(this, given);
        const listen = request.addEventListener.bind(request);
        request.addEventListener = (type, listener) =>
          type === 'success'
            ? listen(type, (event) => setTimeout(listener, 2_000, event))
            : listen(type, listener);
        return request;
      };
    `,
    });
    await openDoor(page, host.ready.url);
    await expect(verdictOf(page)).toContainText('Ready to scan');
    await page.reload();
    await expect(verdictOf(page)).toContainText('Ready to scan');
  },
);

test(
  "a page opens even if the browser's storage never answers",
  { tag: '@long' },
  async ({ page }) => {
    await page.addInitScript({
      content: 'IDBFactory.prototype.open = () => new EventTarget();',
    });
    await openDoor(page, host.ready.url);
    await expect(verdictOf(page)).toContainText('Ready to scan');
  },
);

test('the browser sends a program at another port nothing that would let it in', async ({
  page,
}) => {
  const seen: IncomingHttpHeaders[] = [];
  const program = createServer((request, response) => {
    seen.push(request.headers);
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>other</title>');
  });
  await new Promise<void>((listening) => {
    program.listen(0, '127.0.0.1', listening);
  });
  const address = program.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await openDoor(page, host.ready.url);
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.reload();
  expect(seen.length).toBeGreaterThan(1);
  for (const headers of seen) {
    expect(headers.cookie).toBeUndefined();
    expect(headers.referer ?? '').not.toContain(new URL(host.ready.url).host);
  }
  expect(await page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  program.close();
});

test("the page's scripts cannot read its access key", async ({ page }) => {
  await openDoor(page, host.ready.url);
  const read = await page.evaluate(async () => {
    const opening = indexedDB.open('gatehouse');
    await new Promise((opened) => opening.addEventListener('success', opened));
    const asked = opening.result.transaction('passes').objectStore('passes').get('session');
    await new Promise((answered) => asked.addEventListener('success', answered));
    const { key }: { key: CryptoKey } = asked.result;
    const exported = await crypto.subtle.exportKey('raw', key).catch(() => 'refused');
    return { isThere: key instanceof CryptoKey, exported };
  });
  expect(read).toEqual({ isThere: true, exported: 'refused' });
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(stored).not.toContain(passIn(host.ready.url).key);
});

test('a page reconnects after its station was killed and started again, and sends the scan that it kept', async ({
  page,
}) => {
  const door = await openDoor(page, host.ready.url);
  const { server, demo } = host.ready;
  if (server === undefined || demo === undefined) throw new Error('expected an embedded demo');
  const integrator = await connectIntegrator(server, demo);
  const event = demo.events[0]?.reference ?? '';
  const pool = await fillTicketPool(
    integrator,
    event,
    (setup) => setup.scanner_locations[0]?.reference ?? '',
  );
  const shown = pool.admissible().reference;
  await door.expectVerdict(shown, 'scanning.allowed');

  const { origin } = new URL(host.ready.url);
  await host.kill();
  const kept = pool.admissible().reference;
  await door.scan(kept);
  await expect(page.getByText('1 scan kept')).toBeVisible();

  host = await startStationHost({ data: folder.path });
  expect(new URL(host.ready.url).origin).toBe(origin);
  await expect(door.verdict).toHaveAttribute('data-ticket', kept);
  await expect(door.verdict).toHaveAttribute('data-reason', 'scanning.allowed');
  for (const ticket of [shown, kept]) {
    await expect
      .poll(async () => (await integrator.scans(event)).filter((scan) => scan.ticket === ticket))
      .toMatchObject([{ result: 'allowed' }]);
  }
  expect((await visitPage(origin, { pass: passIn(host.ready.url) })).outcome).toBe('entered');
});

test("a program that connects as the page can do no more than a kiosk's page", async ({ page }) => {
  const door = await openDoor(page, host.ready.url);
  await page.keyboard.press('Alt+k');
  await page.getByLabel('Choose a PIN').fill('2468');
  await page.getByLabel('Repeat the PIN').fill('2468');
  await page.getByRole('button', { name: 'Lock this station' }).click();
  await expect(page.getByRole('button', { name: 'Leave kiosk mode' })).toBeVisible();
  const { origin } = new URL(host.ready.url);
  const visit = await visitPage(origin, { pass: passIn(await anotherAddress()) });
  const answerTo = async (command: { readonly kind: string }) => {
    const id = `visitor-${command.kind}`;
    visit.socket.send(JSON.stringify({ id, command }));
    const answer = expect.objectContaining({ id });
    await expect.poll(() => visit.received).toContainEqual(answer);
    return visit.received.find((message) => answer.asymmetricMatch(message));
  };
  for (const command of [
    { kind: 'set_mode', mode: 'offline' },
    { kind: 'select_entry_point', location: null },
    { kind: 'connect', server_url: 'http://127.0.0.1:9', client_id: 'x', client_secret: 'x' },
    { kind: 'search_tickets', query: 'a' },
    { kind: 'read_activity', before: null, limit: 5, filter: {} },
    { kind: 'back_up_server' },
  ]) {
    expect(await answerTo(command)).toMatchObject({ result: { ok: false, code: 'kiosk.locked' } });
  }
  expect(await answerTo({ kind: 'sync_now' })).toMatchObject({ result: { ok: true } });
  visit.socket.close();
  await door.expectVerdict(`tkt_${'0'.repeat(26)}`, 'unknown_ticket');
});

test(
  'a page reconnects after an attempt that was never answered',
  { tag: '@long' },
  async ({ page }) => {
    await openDoor(page, host.ready.url);
    const port = Number(new URL(host.ready.url).port);
    await host.kill();
    const dialled = Promise.withResolvers<Socket>();
    const mute = createMuteServer((socket) => dialled.resolve(socket));
    const isListening = () =>
      new Promise<boolean>((listening) => {
        mute.once('error', () => listening(false));
        mute.listen(port, '127.0.0.1', () => listening(true));
      });
    await expect.poll(isListening).toBe(true);
    const held = await dialled.promise;
    // The open connections stay open; the port is free again.
    mute.close();
    host = await startStationHost({ data: folder.path });
    await expect(verdictOf(page)).toContainText('Ready to scan');
    held.destroy();
  },
);

test(
  'if its former port is taken, the host says so and opens at another one',
  { tag: '@long' },
  async () => {
    const { port } = new URL(host.ready.url);
    await host.stop();
    await host.kill();
    const other = createServer();
    const isListening = () =>
      new Promise<boolean>((listening) => {
        other.once('error', () => listening(false));
        other.listen(Number(port), '127.0.0.1', () => listening(true));
      });
    // npm may exit a moment before the host that it ran.
    await expect.poll(isListening).toBe(true);
    const program = startProgram(['--host=browser', '--json', '--no-open', '--data', folder.path]);
    const line = await program.stdout.next();
    expect(line).toMatch(/"url":"http:\/\/127\.0\.0\.1:\d+\/#open=/);
    expect(line).not.toContain(`:${port}/`);
    expect(program.stderr()).toContain(`Another program is using port ${port}`);
    program.child.kill('SIGTERM');
    await program.ended;
    other.close();
    host = await startStationHost({ data: folder.path });
  },
);

test(
  "a host that cannot store its page's address opens all the same, and says so",
  { tag: '@long' },
  async ({ page }) => {
    await host.stop();
    await host.kill();
    await rm(join(folder.path, 'page.json'));
    await mkdir(join(folder.path, 'page.json'));
    const program = startProgram(['--host=browser', '--json', '--no-open', '--data', folder.path]);
    const line = await program.stdout.next();
    await openDoor(page, /"url":"([^"]+)"/.exec(line)?.[1] ?? '');
    expect(program.stderr()).toContain('Open pages may not find back after a restart: ');
    program.child.kill('SIGTERM');
    expect((await program.ended).code).toBe(0);
    await rm(join(folder.path, 'page.json'), { recursive: true });
    host = await startStationHost({ data: folder.path });
  },
);

test(
  'the browser is opened with a file that only this user can read and that is deleted afterwards',
  { tag: '@long' },
  async ({ page }) => {
    test.skip(process.platform !== 'linux', 'stands in for xdg-open');
    await host.stop();
    const bin = join(folder.path, '..', `${folder.path.split('/').at(-1)}-bin`);
    const notes = join(bin, 'notes');
    await mkdir(bin);
    const script = `#!/bin/sh\nstat -c '%a' "$1" > ${notes}.mode\ncp "$1" ${notes}.html\nenv > ${notes}.env\nprintf '%s' "$*" > ${notes}\n`;
    await writeFile(join(bin, 'xdg-open'), script);
    await chmod(join(bin, 'xdg-open'), 0o755);
    const program = startProgram(['--host=browser', '--json', '--data', folder.path], {
      PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
      DISPLAY: ':99',
      GATEHOUSE_CLIENT_SECRET: 'not for a browser',
    });
    await program.stdout.next();
    await expect.poll(() => readFile(notes, 'utf8').catch(() => null)).not.toBeNull();
    const written = await readFile(notes, 'utf8');
    expect(written).toMatch(/^\/\S+\/open-[\w-]+\.html$/);
    expect(await readFile(`${notes}.mode`, 'utf8')).toBe('600\n');
    expect(await readFile(`${notes}.env`, 'utf8')).not.toContain('not for a browser');

    await page.goto(`file://${notes}.html`);
    await expect(verdictOf(page)).toBeVisible();
    await expect.poll(() => readFile(written).catch(() => null)).toBeNull();
    program.child.kill('SIGTERM');
    await program.ended;
    host = await startStationHost({ data: folder.path });
  },
);
