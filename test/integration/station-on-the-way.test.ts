import { createServer } from 'node:https';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { certificate, certificateKey } from '../support/webhooks/certificate.ts';
import { LyingProxy, type Lie } from '../support/station/lying-proxy.ts';
import { RealServer } from '../support/station/real-server.ts';
import {
  runStation,
  temporaryDirectory,
  until,
  type RunningStation,
} from '../support/station/run-station.ts';

const isUpload = (path: string) => path.endsWith('/scanner/scans');

describe('a door with an intermediary before its server', { tags: ['long'] }, () => {
  let server: RealServer;
  let proxy: LyingProxy;
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let furnished: Awaited<ReturnType<RealServer['furnish']>>;
  let door: RunningStation;

  beforeEach(async () => {
    server = new RealServer();
    await server.start();
    furnished = await server.furnish(12);
    proxy = new LyingProxy(server.url);
    await proxy.start();
    directory = await temporaryDirectory();
    door = await openDoor(proxy.url);
    await until('the door is ready', () => door.state().phase.kind === 'ready');
  });

  afterEach(async () => {
    await door[Symbol.asyncDispose]();
    await proxy.stop();
    await server.remove();
    await directory[Symbol.asyncDispose]();
  });

  const openDoor = (serverUrl: string) => {
    const { id, secret } = furnished.clients[0];
    const enrolment = { server_url: serverUrl, client_id: id, client_secret: secret };
    return runStation({ dataDir: directory.path, enrolment });
  };
  const scanSome = async (from: number, to: number) => {
    for (const ticket of furnished.tickets.slice(from, to)) {
      expect(await door.scan(ticket)).toMatchObject({ kind: 'admitted' });
    }
  };
  const lies = (count: number) =>
    until(`${count} lies were told`, () => proxy.lies.filter(isUpload).length >= count);
  const sent = async () => (await server.scansOf(furnished.event, furnished.clients[1])).length;

  it('reports a captive portal, keeps every scan, and sends all when it is gone', async () => {
    proxy.lie = (method) => (method === 'GET' ? { status: 200 } : { status: 405 });
    await scanSome(0, 4);
    await until('the screens are told', () => {
      const { connection } = door.state().sync;
      return connection.kind === 'offline' && connection.reason === 'not_the_server';
    });
    expect(door.state().sync).toMatchObject({ queued: 4, needs_attention: 0 });
    proxy.lie = () => null;
    await until('everything is sent', () => door.state().sync.queued === 0);
    // A push that left before the station knew that it is offline may bring the first word of the server.
    await until('the screens are told', () => door.state().sync.connection.kind === 'live');
    expect(door.state().sync.needs_attention).toBe(0);
    expect(await sent()).toBe(4);
  });

  const keepsIt = async (_: string, lie: Lie) => {
    proxy.lie = (_method, path) => (isUpload(path) ? lie : null);
    await scanSome(0, 1);
    await lies(2);
    expect(door.state().sync.queued).toBe(1);
    proxy.lie = () => null;
    await until('it is sent', () => door.state().sync.queued === 0);
    expect(door.state().sync.needs_attention).toBe(0);
    expect(await sent()).toBe(1);
  };
  it.each<[string, Lie]>([
    ['413', { status: 413 }],
    ['403', { status: 403 }],
    ['200', { status: 200 }],
    [
      'JSON of no server',
      {
        status: 422,
        headers: { 'content-type': 'application/json' },
        body: '{"message":"blocked by the firewall"}',
      },
    ],
  ])(
    'keeps a scan whose upload alone is answered by a page with %s, and sends it afterwards',
    keepsIt,
  );

  it.each<[string, Lie]>([
    ['404', { status: 404 }],
    ['405', { status: 405 }],
    ['400', { status: 400 }],
    ['431', { status: 431 }],
    ['502', { status: 502 }],
  ])(
    'keeps a scan whose upload alone is answered by a page with %s, and sends it afterwards',
    { tags: ['long'] },
    keepsIt,
  );

  it.each<[string, Lie]>([
    ['a page', { status: 429, headers: { 'retry-after': '600' }, body: 'x' }],
    [
      'a page that knows of limits',
      { status: 503, headers: { 'retry-after': '600', ratelimit: 'remaining=0, reset=600' } },
    ],
  ])('is not stopped by %s that asks to wait', async (_, lie) => {
    const lied = proxy.lies.length;
    proxy.lie = () => (proxy.lies.length === lied ? lie : null);
    await until('one request was answered so', () => proxy.lies.length > lied);
    await scanSome(0, 3);
    await until('everything is sent', () => door.state().sync.queued === 0);
    await until('it is live', () => door.state().sync.connection.kind === 'live');
    expect(await sent()).toBe(3);
  });

  it.each<[string, Lie]>([
    ['a page', { status: 429, headers: { 'retry-after': '600' } }],
    [
      'JSON',
      {
        status: 403,
        headers: { 'content-type': 'application/json' },
        body: '{"message":"blocked by the firewall"}',
      },
    ],
  ])('says of %s in the place of the server that it is none', async (_, lie) => {
    proxy.lie = () => lie;
    const { id, secret } = furnished.clients[0];
    const connect = { server_url: proxy.url, client_id: id, client_secret: secret };
    expect(await door.send({ kind: 'connect', ...connect })).toMatchObject({
      code: 'connect.not_a_server',
    });
    await until('the screens are told', () => {
      const { connection } = door.state().sync;
      return connection.kind === 'offline' && connection.reason === 'not_the_server';
    });
    proxy.lie = () => null;
    await until('it is live again', () => door.state().sync.connection.kind === 'live');
  });

  it('lists a scan that is refused again and again while it waits', async () => {
    proxy.lie = (_method, path) => (isUpload(path) ? { status: 413 } : null);
    await scanSome(0, 1);
    await until('it is listed', () => door.state().sync.needs_attention === 1);
    const read = await door.send({ kind: 'read_attention', after: null, limit: 10 });
    expect(read).toMatchObject({
      attention: { total: 1, items: [{ number: 1, code: 'too_large', waiting: true }] },
    });
    proxy.lie = () => null;
    await door.send({ kind: 'resend_attention', references: null });
    await until('it is sent', () => door.state().sync.queued === 0);
    expect(door.state().sync.needs_attention).toBe(0);
  });

  it("does not set its clock by a gateway's pages", async () => {
    const date = 'Tue, 01 Jan 2019 00:00:00 GMT';
    proxy.lie = (_method, path) => (isUpload(path) ? { status: 502, headers: { date } } : null);
    await scanSome(0, 1);
    await lies(2);
    expect(Math.abs(door.state().clock.offset_ms ?? Infinity)).toBeLessThan(5_000);
    expect(door.state().warnings.map(({ code }) => code)).not.toContain('clock_off');
    const shown = await door.scan(furnished.tickets[1] ?? '');
    expect(Math.abs(Date.parse(shown.scanned_at) - Date.now())).toBeLessThan(60_000);
  });
});

it("reports that the server's certificate is not trusted", async () => {
  const stranger = createServer({ cert: certificate, key: certificateKey }, (_request, response) =>
    response.end(),
  );
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  const address = stranger.address();
  const port = address === null || typeof address === 'string' ? 0 : address.port;
  await using directory = await temporaryDirectory();
  const serverUrl = `https://127.0.0.1:${port}`;
  const enrolment = { server_url: serverUrl, client_id: 'cli', client_secret: 'secret' };
  await using door = await runStation({ dataDir: directory.path, enrolment });
  await until('the screens are told', () => {
    const { connection } = door.state().sync;
    return connection.kind === 'offline' && connection.reason === 'certificate_not_trusted';
  });
  const connect = { kind: 'connect', client_id: 'cli', client_secret: 'secret' } as const;
  expect(await door.send({ ...connect, server_url: serverUrl })).toMatchObject({
    ok: false,
    code: 'connect.certificate_not_trusted',
  });
  stranger.closeAllConnections();
  await new Promise((resolve) => stranger.close(resolve));
});
