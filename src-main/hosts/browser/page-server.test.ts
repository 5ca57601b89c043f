import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { passIn, visitPage, type VisitOptions } from '../../../test/support/page-visitor.ts';
import {
  createScriptedStation,
  stationState,
  type ScriptedStation,
} from '../../../test/support/scripted-station.ts';
import type { PagePass } from '../../../shared/station/page-handshake.ts';
import { originOf } from '../../page/page-record.ts';
import { createLaunch, createPagePasses } from '../../page/page-passes.ts';
import { loadRendererFiles } from '../../page/renderer-files.ts';
import { startPageServer, type PageServer } from './page-server.ts';

const secret = 'A'.repeat(43);
const source = { secret, run: 'first' };

let folder: string;
let server: PageServer;
let station: ScriptedStation;
let launched: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-page-'));
  await mkdir(join(folder, 'out', 'assets'), { recursive: true });
  await writeFile(join(folder, 'out', 'index.html'), '<!doctype html><title>door</title>');
  await writeFile(join(folder, 'out', 'assets', 'app-1234.js'), 'export {};');
  await writeFile(join(folder, 'out', 'assets', 'app-1234.js.map'), '{}');
  await writeFile(join(folder, 'out', 'assets', 'thai-1234.woff2'), 'glyphs');
  await writeFile(join(folder, 'secret.txt'), 'secret');
  station = createScriptedStation();
  launched = [];
  await start('first');
});

afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function start(run: string, port = 0): Promise<void> {
  server = await startPageServer({
    station,
    files: await loadRendererFiles(join(folder, 'out')),
    passes: createPagePasses({ secret, run }),
    onLaunched: (launch) => launched.push(launch),
    port,
  });
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

const origin = () => originOf(server.port);
const host = () => `127.0.0.1:${server.port}`;
const launch = () => passIn(createLaunch(origin(), source).url);

/** Sends the path unchanged; `fetch` would normalise it. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const { hostname, port } = new URL(origin());
  request({ hostname, port, path, method, headers: { Host: host(), ...headers } }, (response) => {
    let body = '';
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => (body += chunk));
    response.on('end', () =>
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
    );
  })
    .on('error', reject)
    .end();
  return promise;
}

/** The server's first answer. */
function sendRaw(text: string): Promise<string> {
  const { hostname, port } = new URL(origin());
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const visitor = connect({ host: hostname, port: Number(port) }, () => visitor.write(text));
  visitor.on('error', reject).once('data', (data) => {
    resolve(data.toString());
    visitor.destroy();
  });
  return promise;
}

const visit = (options: Partial<VisitOptions> = {}) =>
  visitPage(origin(), { pass: launch(), ...options });

const until = (condition: () => boolean) => expect.poll(condition, { timeout: 20_000 }).toBe(true);

describe('the page', () => {
  it('is readable by anybody on this machine, contains no secret, and is not cached', async () => {
    const page = await get('/');
    expect(page.status).toBe(200);
    expect(page.body).toContain('door');
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.headers['set-cookie']).toBeUndefined();
  });

  it('is refused under a foreign name, with a styled page and without a file', async () => {
    for (const name of [
      'evil.example',
      `evil.example:${server.port}`,
      '127.0.0.1',
      `127.0.0.1.evil.example:${server.port}`,
    ]) {
      const answer = await get('/', { Host: name });
      expect(answer.status, name).toBe(403);
      expect(answer.body).toContain('Not open here');
      expect(answer.body).toMatch(/light-dark\(/);
      expect(answer.body).not.toMatch(/<script|src=|href=/);
      expect(answer.headers['content-security-policy']).toMatch(/style-src 'sha256-/);
    }
  });

  it('is refused to a request that names two hosts, and so is the socket', async () => {
    const hosts = [host(), 'evil.example'];
    for (const [one, other] of [hosts, hosts.toReversed(), [host(), host()]]) {
      expect(await sendRaw(`GET / HTTP/1.1\r\nHost: ${one}\r\nHost: ${other}\r\n\r\n`)).toMatch(
        /^HTTP\/1\.1 400 /,
      );
    }
    const upgrade = `Origin: ${origin()}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==`;
    const from = (names: string) => `GET /station HTTP/1.1\r\n${names}\r\n${upgrade}\r\n\r\n`;
    expect(await sendRaw(from(`Host: ${host()}`))).toMatch(/^HTTP\/1\.1 101 /);
    expect(await sendRaw(from(`Host: ${host()}\r\nHost: ${host()}`))).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('has one address: requests to localhost are redirected there', async () => {
    const localhost = { Host: `localhost:${server.port}` };
    for (const [path, there] of [
      ['/', '/'],
      ['/assets/app-1234.js?x=1', '/assets/app-1234.js?x=1'],
      ['//evil.example/x', '/x'],
      ['http://evil.example/x', '/x'],
    ]) {
      const { status, headers } = await get(path ?? '', localhost);
      expect([status, headers['location']]).toEqual([307, `${origin()}${there}`]);
      expect(headers['cache-control']).toBe('no-store');
    }
    expect((await get('/', { ...localhost, Origin: 'https://evil.example' })).status).toBe(403);
  });

  it('is refused to a foreign origin', async () => {
    for (const foreign of ['https://evil.example', 'null', 'http://127.0.0.1:1']) {
      expect((await get('/', { Origin: foreign })).status, foreign).toBe(403);
    }
    expect((await get('/', { Origin: origin() })).status).toBe(200);
  });

  it('serves nothing outside the build, however the path is written', async () => {
    const paths = [
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/assets/../../secret.txt',
      '/assets/..\\..\\secret.txt',
      '//etc/passwd',
      '/etc/passwd',
      '/assets/app-1234.js.map',
      '/assets/app-1234.js%00.html',
      '/assets',
      'http://evil.example/secret.txt',
    ];
    for (const path of paths) {
      const answer = await get(path);
      expect([400, 404], path).toContain(answer.status);
      expect(answer.body).not.toContain('secret');
    }
  });

  it('carries the security headers on every answer', async () => {
    for (const answer of [await get('/'), await get('/', { Host: 'x' }), await get('/x')]) {
      expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'/);
      expect(answer.headers['content-security-policy']).toMatch(/frame-ancestors 'none'/);
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.headers['referrer-policy']).toBe('no-referrer');
    }
  });

  it('knows the types of its files and lets the browser cache hashed ones', async () => {
    const script = await get('/assets/app-1234.js');
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(script.headers['cache-control']).toMatch(/immutable/);
  });

  it('sends a font on request, and 404 once the file has gone', async () => {
    const font = await get('/assets/thai-1234.woff2');
    expect([font.status, font.headers['content-type'], font.body]).toEqual([
      200,
      'font/woff2',
      'glyphs',
    ]);
    await rm(join(folder, 'out'), { recursive: true });
    expect((await get('/assets/thai-1234.woff2')).status).toBe(404);
    expect((await get('/')).status).toBe(200);
  });

  it('accepts no method that writes', async () => {
    expect((await get('/', {}, 'HEAD')).body).toBe('');
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expect((await get('/', {}, method)).status, method).toBe(405);
    }
  });

  it('uses the port that it is told to, and reports when it cannot', async () => {
    await expect(start('second', server.port)).rejects.toThrow(
      `Port ${server.port} is in use by another program; choose another with --port.`,
    );
  });
});

describe('the socket', () => {
  it('greets every screen with the whole state', async () => {
    const [one, two] = [await visit(), await visit()];
    await until(() => one.received.length === 1 && two.received.length === 1);
    expect(one.received[0]).toMatchObject({ kind: 'welcome' });

    station.emit({ kind: 'state', state: stationState(2) });
    await until(() => one.received.length === 2 && two.received.length === 2);
    one.socket.close();
    two.socket.close();
    await until(() => station.listeners() === 0);
  });

  it('accepts a launch address once, and the session granted for it every time after', async () => {
    const pass = launch();
    const first = await visit({ pass });
    expect(first.outcome).toBe('entered');
    expect(launched).toEqual([pass.id]);
    expect(first.session?.key).not.toBe(pass.key);
    expect((await visit({ pass })).outcome).toBe('refused');

    const session = sessionOf(first);
    for (const visits of [1, 2]) {
      const again = await visit({ pass: session });
      expect([visits, again.outcome, again.session]).toEqual([visits, 'entered', null]);
    }
    expect(launched).toHaveLength(1);
  });

  it('accepts only one of two pages with one launch address', async () => {
    const pass = launch();
    const outcomes = await Promise.all([visit({ pass }), visit({ pass }), visit({ pass })]);
    const count = (what: string) => outcomes.filter(({ outcome }) => outcome === what).length;
    expect([count('entered'), count('refused')]).toEqual([1, 2]);
  });

  it('accepts a page after a restart at the same address, but no earlier launch address', async () => {
    const [pass, unused] = [launch(), launch()];
    const session = sessionOf(await visit({ pass }));
    const { port } = server;
    await server.close();
    await start('second', port);
    expect((await visit({ pass: session })).outcome).toBe('entered');
    expect((await visit({ pass })).outcome).toBe('refused');
    expect((await visit({ pass: unused })).outcome).toBe('refused');
  });

  it('is refused without the key, to a foreign or missing origin, and on another path', async () => {
    const session = sessionOf(await visit());
    const attempts: [Partial<VisitOptions>, string | number][] = [
      [{ pass: { ...session, key: 'B'.repeat(43) } }, 'refused'],
      [{ pass: { id: 'session.AAAAAAAAAAAAAAAAAAAAAA', key: session.key } }, 'refused'],
      [{ pass: { id: 'launch.second.AAAAAAAAAAAAAAAAAAAAAA', key: session.key } }, 'refused'],
      [{ pass: { id: 'anything', key: session.key } }, 'refused'],
      [{ pass: session, headers: {} }, 403],
      [{ pass: session, headers: { Origin: 'https://evil.example' } }, 403],
      [{ pass: session, headers: { Origin: 'null' } }, 403],
      [{ pass: session, headers: { Origin: origin(), Host: 'evil.example' } }, 403],
      [{ pass: session, path: '/elsewhere' }, 403],
      // A proof made for a page on another port, relayed by the program there.
      [{ pass: session, origin: 'http://127.0.0.1:1' }, 'refused'],
    ];
    for (const [options, outcome] of attempts) {
      expect((await visit(options)).outcome, JSON.stringify(options)).toBe(outcome);
    }
    await until(() => station.listeners() === 1);
  });

  it('accepts no command before the handshake, and disconnects a client that does not begin it', async () => {
    const socket = new WebSocket(`ws://${host()}/station`, { headers: { Origin: origin() } });
    const closed = Promise.withResolvers<number>();
    const received: string[] = [];
    socket.on('open', () =>
      socket.send(JSON.stringify({ id: '1', command: { kind: 'sync_now' } })),
    );
    socket.on('message', (data: Buffer) => received.push(data.toString()));
    socket.on('close', (code) => closed.resolve(code));
    expect(await closed.promise).toBe(1008);
    expect(received).toEqual(['{"kind":"refused"}']);
    expect(station.requests).toEqual([]);
  });

  it('keeps few sockets of strangers open, and still serves its page', async () => {
    const strangers = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const socket = new WebSocket(`ws://${host()}/station`, { headers: { Origin: origin() } });
        socket.on('error', () => undefined);
        const { promise, resolve } = Promise.withResolvers<void>();
        socket.on('open', () => resolve()).on('close', () => resolve());
        await promise;
        return socket;
      }),
    );
    await until(() => strangers.filter(isOpen).length <= 32);
    expect((await visit()).outcome).toBe('entered');
    for (const socket of strangers) socket.terminate();
  });

  it('answers what is not a request with an error and stays open', async () => {
    const screen = await visit();
    const bad = ['', '{', 'null', '[]', '{"id":"9"}', Buffer.from([0xff, 0x00])];
    for (const frame of bad) screen.socket.send(frame);
    screen.socket.send(JSON.stringify({ id: '10', command: { kind: 'sync_now' } }));
    await until(() => screen.received.length === bad.length + 2);
    const replies = screen.received.slice(1);
    expect(
      replies.filter((reply) => JSON.stringify(reply).includes('command.invalid')),
    ).toHaveLength(bad.length);
    expect(replies).toContainEqual({ kind: 'reply', id: '10', result: { ok: true } });
    screen.socket.close();
  });

  it('closes on a frame that is larger than any request, and keeps serving the others', async () => {
    const [hostile, honest] = [await visit(), await visit()];
    const closed = Promise.withResolvers<number>();
    hostile.socket.on('close', (code) => closed.resolve(code));
    hostile.socket.send('x'.repeat(70_000));
    expect(await closed.promise).toBe(1009);

    honest.socket.send(JSON.stringify({ id: '1', command: { kind: 'sync_now' } }));
    await until(() => honest.received.length === 2);
    honest.socket.close();
  });

  it('can be closed while a screen sleeps', async () => {
    const asleep = await visit();
    asleep.socket.pause();
    await server.close();
    await until(() => station.listeners() === 0);
    asleep.socket.terminate();
    await start('second');
  });

  it('gives up a refused socket that its other end keeps open', async () => {
    const { hostname, port } = new URL(origin());
    const visitor = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    visitor.write(
      `GET /station HTTP/1.1\r\nHost: ${host()}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    );
    const refused = Promise.withResolvers<string>();
    visitor.once('data', (data) => refused.resolve(data.toString()));
    expect(await refused.promise).toMatch(/^HTTP\/1\.1 403/);
    await server.close();
    visitor.destroy();
    await start('second');
  });

  it('survives refused sockets that are torn down at once', async () => {
    const { hostname, port } = new URL(origin());
    const torn = Array.from({ length: 50 }, () => {
      const visitor = connect({ host: hostname, port: Number(port) });
      const closed = Promise.withResolvers<void>();
      visitor.on('error', () => undefined);
      visitor.on('close', () => closed.resolve());
      visitor.write(
        `GET /station HTTP/1.1\r\nHost: ${host()}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
        () => visitor.resetAndDestroy(),
      );
      return closed.promise;
    });
    await Promise.all(torn);
    expect((await get('/')).status).toBe(200);
  });

  it('answers a flood of requests completely', async () => {
    const screen = await visit();
    for (let id = 0; id < 1000; id += 1) {
      screen.socket.send(JSON.stringify({ id: String(id), command: { kind: 'sync_now' } }));
    }
    await until(() => screen.received.length === 1001);
    screen.socket.close();
  });
});

function sessionOf({ session }: { readonly session: PagePass | null }): PagePass {
  if (session === null) throw new Error('expected a session');
  return session;
}

function isOpen(socket: WebSocket): boolean {
  return socket.readyState === WebSocket.OPEN;
}
