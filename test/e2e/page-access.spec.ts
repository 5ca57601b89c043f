import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';
import { connect, createServer as createMuteServer, type Socket } from 'node:net';
import { delimiter, join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import {
  launchOfRunning,
  readPageRecord,
  writePageRecord,
} from '../../src-main/page/page-record.ts';
import { Value } from 'typebox/value';
import { visitPage, passIn, type VisitOptions } from '../support/page-visitor.ts';
import { openDoor } from '../support/e2e/door-page.ts';
import { startProgram, type StartedProgram } from '../support/e2e/processes.ts';
import { Ready, startStationHost, type StationHost } from '../support/e2e/station-host.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/e2e/temporary-folder.ts';
import { nextJson } from '../support/e2e/wait-for-line.ts';

// Who is let in by the browser host, and how a page reconnects.

const verdictOf = (page: Page) => page.getByRole('status', { name: 'Verdict' });
const connectScreen = (page: Page) => page.getByRole('textbox', { name: 'Server address' });
const refusalOf = (page: Page) => page.getByRole('heading', { name: 'This page has no access' });

async function listen(server: Server): Promise<number> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

test.describe('a host with an open door', () => {
  let folder: TemporaryFolder;
  let host: StationHost;

  test.beforeAll(async () => {
    folder = await temporaryFolder('access');
    host = await startStationHost({ data: folder.path });
  });
  test.afterAll(async () => {
    await host.stop();
    await host.kill();
    await folder.remove();
  });

  /** Each works once. */
  const newAddress = () => launchOfRunning(folder.path) ?? '';

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
    const address = newAddress();
    await openDoor(page, address);
    expect(page.url()).toBe(`${new URL(address).origin}/`);

    const elsewhere = await browser.newPage();
    await elsewhere.goto(address);
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
      const address = newAddress();
      const { origin, port } = new URL(address);
      await openDoor(page, address.replace('127.0.0.1', 'localhost'));
      expect(page.url()).toBe(`${origin}/`);
      await page.reload();
      await expect(verdictOf(page)).toBeVisible();
      for (const known of [origin, address, `http://localhost:${port}/`]) {
        const tab = await page.context().newPage();
        await tab.goto(known);
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
      await openDoor(page, newAddress());
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
      await openDoor(page, newAddress());
      await expect(verdictOf(page)).toContainText('Ready to scan');
    },
  );

  test(
    'the browser sends a program at another port nothing that would let it in',
    { tag: '@long' },
    async ({ page }) => {
      const seen: IncomingHttpHeaders[] = [];
      const program = createServer((request, response) => {
        seen.push(request.headers);
        response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>other</title>');
      });
      const port = await listen(program);
      await openDoor(page, newAddress());
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
    },
  );

  test("the page's scripts cannot read its access key", { tag: '@long' }, async ({ page }) => {
    const address = newAddress();
    await openDoor(page, address);
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
    expect(stored).not.toContain(passIn(address).key);
  });

  test('the host reveals nothing to hostile requests and goes on serving its own page', async ({
    page,
  }) => {
    const address = new URL(newAddress());
    const statusOf = (path: string, headers: Record<string, string> = {}) => {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      const { hostname, port } = address;
      request({ hostname, port, path, headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
        .on('error', reject)
        .end();
      return promise;
    };
    expect(await statusOf('/', { Host: 'rebound.example' })).toBe(403);
    expect(await statusOf('/', { Origin: 'https://rebound.example' })).toBe(403);
    for (const path of [
      '/../../package.json',
      '/%2e%2e/package.json',
      '/assets/..%2f..%2fpackage.json',
    ]) {
      expect(await statusOf(path), path).toBe(404);
    }

    const door = await openDoor(page, address.href);
    const pass = passIn(address.href);
    const from = async (options: Partial<VisitOptions>) => {
      const { outcome, socket } = await visitPage(address.href, { pass, ...options });
      socket.terminate();
      return outcome;
    };
    // The page has already used the address.
    expect(await from({})).toBe('refused');
    const another = passIn(newAddress());
    expect(await from({ pass: another, headers: { Origin: 'https://evil.example' } })).toBe(403);
    expect(await from({ pass: another, headers: {} })).toBe(403);
    expect(await from({ pass: { ...another, key: 'B'.repeat(43) } })).toBe('refused');
    expect(await from({ pass: another })).toBe('entered');
    await sendBytes(address, 'GET / HTTP/1.1\r\nHost: \r\n\r\n\0\xff');
    await sendBytes(address, `GET /${'x'.repeat(100_000)} HTTP/1.1\r\n\r\n`);

    await door.reload();
  });

  test('no other site can embed or script the page', async ({ page }) => {
    const policies: string[] = [];
    page.on('response', (response) => {
      policies.push(response.headers()['content-security-policy'] ?? '');
    });
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await openDoor(page, newAddress());
    for (const policy of policies) {
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      // Except for the camera's decoder, which is WebAssembly.
      expect(policy.replace("'wasm-unsafe-eval'", '')).not.toContain('unsafe');
    }
    // The page itself does not violate its policy.
    expect(complaints).toEqual([]);
  });

  test(
    'a page reconnects after an attempt that was never answered',
    { tag: '@long' },
    async ({ page }) => {
      await openDoor(page, newAddress());
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
    "a program that connects as the page can do no more than a kiosk's page",
    { tag: '@long' },
    async ({ page }) => {
      const door = await openDoor(page, newAddress());
      await page.keyboard.press('Alt+k');
      await page.getByLabel('Choose a PIN').fill('2468');
      await page.getByLabel('Repeat the PIN').fill('2468');
      await page.getByRole('button', { name: 'Lock this station' }).click();
      await expect(page.getByRole('button', { name: 'Leave kiosk mode' })).toBeVisible();
      const { origin } = new URL(host.ready.url);
      const visit = await visitPage(origin, { pass: passIn(newAddress()) });
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
        expect(await answerTo(command)).toMatchObject({
          result: { ok: false, code: 'kiosk.locked' },
        });
      }
      expect(await answerTo({ kind: 'sync_now' })).toMatchObject({ result: { ok: true } });
      visit.socket.close();
      await door.expectVerdict(`tkt_${'0'.repeat(26)}`, 'unknown_ticket');
      await page.keyboard.press('Alt+k');
      await page.getByLabel('PIN', { exact: true }).fill('2468');
      await page.getByRole('dialog').getByRole('button', { name: 'Leave kiosk mode' }).click();
      await expect(page.getByRole('navigation')).toBeVisible();
    },
  );
});

test.describe('a host of its own', { tag: '@long' }, () => {
  let folder: TemporaryFolder;
  let program: StartedProgram;

  test.beforeEach(async () => {
    folder = await temporaryFolder('access');
  });
  test.afterEach(async () => {
    program.child.kill('SIGTERM');
    expect((await program.ended).code).toBe(0);
    await folder.remove();
  });

  /** Starts sooner because it does not create demo data; its page is the Connect screen. */
  async function open(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ready> {
    const all = ['--host=browser', '--json', '--no-demo', ...args, '--data', folder.path];
    program = startProgram(all, env);
    return Value.Parse(Ready, await nextJson(program.stdout));
  }

  test('whose former port is taken says so and opens at another one', async () => {
    const other = createServer();
    const port = await listen(other);
    writePageRecord(folder.path, { ...readPageRecord(folder.path), port });
    const { url } = await open(['--no-open']);
    expect(new URL(url).port).not.toBe(String(port));
    expect(program.stderr()).toContain(`Another program is using port ${port}`);
    other.close();
  });

  test("that cannot store its page's address opens all the same, and says so", async ({ page }) => {
    await mkdir(join(folder.path, 'page.json'));
    const { url } = await open(['--no-open']);
    await page.goto(url);
    await expect(connectScreen(page)).toBeVisible();
    expect(program.stderr()).toContain('Open pages may not find back after a restart: ');
  });

  test('opens the browser with a file that only this user can read and that is deleted afterwards', async ({
    page,
  }) => {
    test.skip(process.platform !== 'linux', 'stands in for xdg-open');
    const bin = join(folder.path, 'bin');
    const notes = join(bin, 'notes');
    await mkdir(bin);
    const script = `#!/bin/sh\nstat -c '%a' "$1" > ${notes}.mode\ncp "$1" ${notes}.html\nenv > ${notes}.env\nprintf '%s' "$*" > ${notes}\n`;
    await writeFile(join(bin, 'xdg-open'), script);
    await chmod(join(bin, 'xdg-open'), 0o755);
    await open([], {
      PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
      DISPLAY: ':99',
      GATEHOUSE_CLIENT_SECRET: 'not for a browser',
    });
    await expect.poll(() => readFile(notes, 'utf8').catch(() => '')).not.toBe('');
    const written = await readFile(notes, 'utf8');
    expect(written).toMatch(/^\/\S+\/open-[\w-]+\.html$/);
    expect(await readFile(`${notes}.mode`, 'utf8')).toBe('600\n');
    expect(await readFile(`${notes}.env`, 'utf8')).not.toContain('not for a browser');

    await page.goto(`file://${notes}.html`);
    await expect(connectScreen(page)).toBeVisible();
    await expect.poll(() => readFile(written).catch(() => null)).toBeNull();
  });
});

async function sendBytes({ hostname, port }: URL, bytes: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = connect(Number(port), hostname, () => socket.end(bytes, 'latin1'));
  socket.on('error', () => resolve()).on('close', () => resolve());
  socket.resume();
  await promise;
}
