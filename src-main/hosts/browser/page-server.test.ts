import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import {
  createScriptedStation,
  stationState,
  type ScriptedStation,
} from '../../../test/support/scripted-station.ts';
import { mintLaunchSecrets } from './launch-secrets.ts';
import { startPageServer, type PageServer } from './page-server.ts';
import { builtPage } from './page.ts';

let folder: string;
let server: PageServer;
let station: ScriptedStation;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-page-'));
  await mkdir(join(folder, 'out', 'assets'), { recursive: true });
  await writeFile(join(folder, 'out', 'index.html'), '<!doctype html><title>door</title>');
  await writeFile(join(folder, 'out', 'assets', 'app-1234.js'), 'export {};');
  await writeFile(join(folder, 'out', 'assets', 'app-1234.js.map'), '{}');
  await writeFile(join(folder, 'secret.txt'), 'secret');
  station = createScriptedStation();
  server = await startPageServer({
    station,
    page: builtPage(join(folder, 'out')),
    secrets: mintLaunchSecrets(),
    port: 0,
  });
});

afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

const origin = () => new URL(server.url).origin;
const host = () => new URL(server.url).host;

/** Sends the path as it stands: `fetch` would clean it up. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const { hostname, port } = new URL(server.url);
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

async function cookie(): Promise<string> {
  const url = new URL(server.url);
  const answer = await get(`${url.pathname}${url.search}`);
  return String(answer.headers['set-cookie']).split(';')[0] ?? '';
}

async function dial(headers: Record<string, string>, path = '/station') {
  const socket = new WebSocket(`ws://${host()}${path}`, { headers });
  const received: unknown[] = [];
  const { promise, resolve } = Promise.withResolvers<'open' | number>();
  socket.on('message', (data: Buffer) => received.push(JSON.parse(data.toString())));
  socket.on('open', () => resolve('open'));
  socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
  socket.on('error', () => undefined);
  return { socket, received, outcome: await promise };
}

const until = (condition: () => boolean) => expect.poll(condition, { timeout: 20_000 }).toBe(true);

describe('the page', () => {
  it('opens with the launch token, which moves into a cookie that scripts cannot read', async () => {
    const url = new URL(server.url);
    const answer = await get(`${url.pathname}${url.search}`);
    expect(answer.status).toBe(303);
    expect(answer.headers['location']).toBe('/');
    expect(String(answer.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Strict; Path=\//);
    expect(String(answer.headers['set-cookie'])).not.toContain(url.searchParams.get('token'));

    const page = await get('/', { Cookie: await cookie() });
    expect(page.status).toBe(200);
    expect(page.body).toContain('door');
    expect(page.headers['cache-control']).toBe('no-store');
  });

  it('is refused without a session, with a sentence and nothing about the station', async () => {
    for (const path of ['/', '/assets/app-1234.js', '/?token=', '/?token=wrong']) {
      const answer = await get(path);
      expect(answer.status, path).toBe(403);
      expect(answer.body).toContain('Not open here');
    }
  });

  it('takes the token at the root only', async () => {
    const { search } = new URL(server.url);
    expect((await get(`/assets/app-1234.js${search}`)).status).toBe(403);
  });

  it('is refused under a foreign name, even with the session and the token', async () => {
    const session = await cookie();
    const { search, port } = new URL(server.url);
    for (const name of [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1',
      `127.0.0.1.evil.example:${port}`,
    ]) {
      expect((await get('/', { Cookie: session, Host: name })).status, name).toBe(403);
      expect((await get(`/${search}`, { Host: name })).status, name).toBe(403);
    }
  });

  it('is refused to a foreign origin', async () => {
    const session = await cookie();
    for (const foreign of ['https://evil.example', 'null', 'http://127.0.0.1:1']) {
      expect((await get('/', { Cookie: session, Origin: foreign })).status, foreign).toBe(403);
    }
    expect((await get('/', { Cookie: session, Origin: origin() })).status).toBe(200);
  });

  it('serves nothing outside the build, however the path is written', async () => {
    const session = await cookie();
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
      const answer = await get(path, { Cookie: session });
      expect([400, 404], path).toContain(answer.status);
      expect(answer.body).not.toContain('secret');
    }
  });

  it('carries the security headers on every answer', async () => {
    const session = await cookie();
    for (const answer of [await get('/', { Cookie: session }), await get('/'), await get('/x')]) {
      expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'/);
      expect(answer.headers['content-security-policy']).toMatch(/frame-ancestors 'none'/);
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.headers['referrer-policy']).toBe('no-referrer');
    }
  });

  it('knows the types of its files and lets the browser keep hashed ones', async () => {
    const script = await get('/assets/app-1234.js', { Cookie: await cookie() });
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(script.headers['cache-control']).toMatch(/immutable/);
  });

  it('is only read', async () => {
    const session = await cookie();
    expect((await get('/', { Cookie: session }, 'HEAD')).body).toBe('');
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expect((await get('/', { Cookie: session }, method)).status, method).toBe(405);
    }
  });

  it('listens on loopback alone', () => {
    expect(new URL(server.url).hostname).toBe('127.0.0.1');
  });
});

describe('the socket', () => {
  it('greets every screen with the whole state', async () => {
    const headers = { Cookie: await cookie(), Origin: origin() };
    const [one, two] = [await dial(headers), await dial(headers)];
    await until(() => one.received.length === 1 && two.received.length === 1);
    expect(one.received[0]).toMatchObject({ kind: 'welcome' });

    station.emit({ kind: 'state', state: stationState(2) });
    await until(() => one.received.length === 2 && two.received.length === 2);
    one.socket.close();
    two.socket.close();
    await until(() => station.listeners() === 0);
  });

  it('is refused without session, to a foreign or missing origin, and on another path', async () => {
    const session = await cookie();
    const attempts: [Record<string, string>, string?][] = [
      [{ Origin: origin() }],
      [{ Cookie: session }],
      [{ Cookie: session, Origin: 'https://evil.example' }],
      [{ Cookie: session, Origin: 'null' }],
      [{ Cookie: session, Origin: origin(), Host: 'evil.example' }],
      [{ Cookie: session, Origin: origin() }, '/elsewhere'],
    ];
    for (const [headers, path] of attempts) {
      expect((await dial(headers, path)).outcome, JSON.stringify(headers)).toBe(403);
    }
    expect(station.listeners()).toBe(0);
  });

  it('answers what is not a request with an error and stays open', async () => {
    const screen = await dial({ Cookie: await cookie(), Origin: origin() });
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
    const headers = { Cookie: await cookie(), Origin: origin() };
    const [hostile, honest] = [await dial(headers), await dial(headers)];
    const closed = Promise.withResolvers<number>();
    hostile.socket.on('close', (code) => closed.resolve(code));
    hostile.socket.send('x'.repeat(70_000));
    expect(await closed.promise).toBe(1009);

    honest.socket.send(JSON.stringify({ id: '1', command: { kind: 'sync_now' } }));
    await until(() => honest.received.length === 2);
    honest.socket.close();
  });

  it('does not keep the host from closing when a screen sleeps', async () => {
    const asleep = await dial({ Cookie: await cookie(), Origin: origin() });
    asleep.socket.pause();
    await server.close();
    await until(() => station.listeners() === 0);
    asleep.socket.terminate();
    server = await startPageServer({
      station,
      page: builtPage(join(folder, 'out')),
      secrets: mintLaunchSecrets(),
      port: 0,
    });
  });

  it('lets go of a refused socket that its other side keeps open', async () => {
    const { hostname, port } = new URL(server.url);
    const visitor = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    visitor.write(
      `GET /station HTTP/1.1\r\nHost: ${host()}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    );
    const refused = Promise.withResolvers<string>();
    visitor.once('data', (data) => refused.resolve(data.toString()));
    expect(await refused.promise).toMatch(/^HTTP\/1\.1 403/);
    await server.close();
    visitor.destroy();
    server = await startPageServer({
      station,
      page: builtPage(join(folder, 'out')),
      secrets: mintLaunchSecrets(),
      port: 0,
    });
  });

  it('outlives refused sockets that are torn down at once', async () => {
    const { hostname, port } = new URL(server.url);
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
    expect((await get('/')).status).toBe(403);
  });

  it('answers a flood of requests completely', async () => {
    const screen = await dial({ Cookie: await cookie(), Origin: origin() });
    for (let id = 0; id < 1000; id += 1) {
      screen.socket.send(JSON.stringify({ id: String(id), command: { kind: 'sync_now' } }));
    }
    await until(() => screen.received.length === 1001);
    screen.socket.close();
  });
});
