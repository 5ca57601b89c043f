import { connect } from 'node:net';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  makeClient,
  makeDoor,
  makeOrganiser,
  startTestServer,
  type TestClient,
  type TestServer,
} from '../../support/test-server.ts';
import { sendRaw } from '../../support/v1/raw-request.ts';
import { Numbered } from '../../support/walk-list.ts';

let host: TestServer;
let client: TestClient;
beforeAll(async () => {
  host = await startTestServer();
  ({ client } = await makeDoor(host));
});
afterAll(() => host[Symbol.asyncDispose]());

/** The address of the list that a request with these headers gets, or the message of its error. */
function originFor(server: TestServer, token: string, headers: Record<string, string>) {
  return new Promise<string>((resolve, reject) => {
    const url = `${server.server.baseUrl}/integration/events?per_page=1`;
    const sent = request(
      url,
      { headers: { authorization: `Bearer ${token}`, ...headers } },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => {
          const page = JSON.parse(text) as unknown;
          resolve(Numbered.Check(page) ? page.data.path : `${response.statusCode} ${text}`);
        });
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

/** Sends the head of a request and a part of its body, then hangs up. */
async function breakOff(path: string, headers: readonly string[]): Promise<void> {
  const { hostname, port } = new URL(host.server.authUrl);
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = connect(Number(port), hostname, () => {
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: x',
      'Content-Length: 50',
      ...headers,
      '',
      'grant',
    ];
    socket.write(head.join('\r\n'), () => socket.destroy());
  });
  socket.on('error', () => undefined);
  socket.on('close', () => resolve());
  await promise;
}

describe('A sender that hangs up', () => {
  it.each([
    ['/oauth/token', ['Content-Type: application/x-www-form-urlencoded']],
    ['/v1/integration/webhooks', ['Content-Type: application/json', 'Authorization: Bearer TOKEN']],
  ])('at %s is no failure of the server, and no error in its log', async (path, headers) => {
    const before = host.log.length;
    await breakOff(
      path,
      headers.map((header) => header.replace('TOKEN', client.token)),
    );
    // After these requests the server has noticed the broken connection, too.
    for (let turn = 0; turn < 3; turn += 1) await fetch(`${host.server.authUrl}/healthz`);
    expect(host.log.length).toBeGreaterThan(before);
    const levels = host.log.slice(before).map((line) => Object(JSON.parse(line)).level);
    expect(new Set(levels)).toEqual(new Set(['info']));
  });
});

/** The status line of a request with these lines at its head, and its first `code`. */
async function statusOf(...head: readonly string[]): Promise<string> {
  const lines = [...head, 'Connection: close', '', ''];
  const answer = await sendRaw(host.server.authUrl, lines.join('\r\n'));
  return answer.slice(0, answer.indexOf('\r\n'));
}

describe('A request', () => {
  const { malformed, ok } = { malformed: 'HTTP/1.1 400 Bad Request', ok: 'HTTP/1.1 200 OK' };

  it.each([
    ['Host', 'Host: x', 'host: y'],
    ['Authorization', 'Host: x', 'Authorization: Bearer a', 'authorization: Bearer b'],
    ['Content-Type', 'Host: x', 'Content-Type: a/b', 'Content-Type: application/json'],
  ])('with two %s headers is refused', async (_name, ...headers) => {
    expect(await statusOf('GET /healthz HTTP/1.1', ...headers.slice(0, -1))).toBe(ok);
    expect(await statusOf('GET /healthz HTTP/1.1', ...headers)).toBe(malformed);
  });

  it('is served if an absolute target and its Host header name the same host', async () => {
    expect(
      await statusOf('GET http://Door.example:80/healthz HTTP/1.1', 'Host: door.example'),
    ).toBe(ok);
    for (const target of ['http://evil.example/healthz', 'http://', 'x:y']) {
      expect(await statusOf(`GET ${target} HTTP/1.1`, 'Host: door.example')).toBe(malformed);
    }
  });

  it('with a token is answered for this caller alone: no cache may store it', async () => {
    for (const path of ['/integration/contacts', '/integration/me', '/integration/orders/ord_x']) {
      expect((await client.get(path)).headers.get('cache-control')).toBe('no-store');
    }
    const refused = await fetch(`${host.server.baseUrl}/integration/me`);
    expect(refused.headers.get('cache-control')).toBe('no-store');
  });
});

describe('The public origin', () => {
  it('is never taken from an invalid Host header', async () => {
    for (const name of ['a b', '"><script>', 'a/b', 'x@y']) {
      expect(await originFor(host, client.token, { host: name })).toMatch(/^400 /);
    }
  });

  it('is taken from a configured proxy, or from the configuration', async () => {
    await using proxied = await startTestServer({ trustedProxies: ['127.0.0.1'] });
    const door = await makeDoor(proxied);
    const headers = { 'x-forwarded-host': 'api.example', 'x-forwarded-proto': 'https' };
    expect(await originFor(proxied, door.client.token, headers)).toBe(
      'https://api.example/v1/integration/events',
    );
    await using fixed = await startTestServer({ publicUrl: 'https://tickets.example/gate/' });
    const other = await makeDoor(fixed);
    expect(await originFor(fixed, other.client.token, { host: 'ignored' })).toBe(
      'https://tickets.example/gate/v1/integration/events',
    );
  });
});

describe('Behind a trusted proxy', () => {
  const lists = 'integration/events';

  it.each([
    [{ 'x-forwarded-proto': 'https, http', 'x-forwarded-host': 'a.example, inner:8080' }],
    [{ 'x-forwarded-proto': 'HTTPS', 'x-forwarded-host': 'a.example' }],
    [{ 'x-forwarded-proto': ' https ', 'x-forwarded-host': ' a.example ,b.example' }],
  ])('the origin is what the client used: %j', async (headers) => {
    await using proxied = await startTestServer({ trustedProxies: ['127.0.0.1'] });
    const door = await makeDoor(proxied);
    expect(await originFor(proxied, door.client.token, headers)).toBe(
      `https://a.example/v1/${lists}`,
    );
  });

  it('a wrong header is named', async () => {
    await using proxied = await startTestServer({ trustedProxies: ['127.0.0.1'] });
    const door = await makeDoor(proxied);
    for (const [name, value] of [
      ['X-Forwarded-Proto', 'wss'],
      ['X-Forwarded-Host', 'a b'],
      ['Host', 'a/b'],
    ] as const) {
      expect(await originFor(proxied, door.client.token, { [name]: value })).toContain(
        `The ${name} header`,
      );
    }
  });

  it('refused credentials are counted by the address of the client, however the proxy writes it', async () => {
    await using proxied = await startTestServer({ trustedProxies: ['127.0.0.1'] });
    const tries = async (addressOf: (index: number) => string) => {
      const statuses: number[] = [];
      for (let index = 0; index < 31; index += 1) {
        const answer = await fetch(`${proxied.authUrl}/oauth/token`, {
          method: 'POST',
          headers: { 'x-forwarded-for': addressOf(index) },
          body: new URLSearchParams({
            grant_type: 'client_credentials',
            client_id: 'gci_x',
            client_secret: 'x',
          }),
        });
        statuses.push(answer.status);
      }
      return statuses.filter((status) => status === 429).length;
    };
    // One client, each time from another port, and whatever it claims itself.
    expect(await tries((index) => `198.51.100.${index}, 203.0.113.1:${40_000 + index}`)).toBe(1);
    expect(await tries((index) => `"[2001:db8::1:${index}]:${40_000 + index}"`)).toBe(1);
    expect(await tries((index) => `10.0.0.${index}, unknown`)).toBe(1);
    const forms = ['192.0.2.7', '::FFFF:192.0.2.7', '::ffff:c000:207'];
    expect(await tries((index) => forms[index % forms.length] ?? '')).toBe(1);
    // Each time another client.
    expect(await tries((index) => `203.0.113.${100 + index}:443`)).toBe(0);
  });

  it('errors link to the reference below the path of the public address', async () => {
    const publicUrl = 'https://tickets.example/gate/';
    await using fixed = await startTestServer({ publicUrl });
    const answers = [
      await fetch(`${fixed.baseUrl}/integration/me`),
      await fetch(`${fixed.authUrl}/oauth/token`, { method: 'POST' }),
      await fetch(`${fixed.authUrl}/nothing`),
    ];
    for (const answer of answers) {
      expect(await answer.json()).toMatchObject({
        type: expect.stringMatching(/^\/gate\/docs#error-/),
      });
    }
    const raw = await sendRaw(fixed.authUrl, 'NONSENSE\r\n\r\n');
    expect(raw).toContain('"/gate/docs#error-request.malformed"');
  });
});

describe('A server', () => {
  it('ends when asked, after it has answered pending requests', async () => {
    const other = await startTestServer();
    const door = await makeDoor(other, 50);
    const calls = Array.from({ length: 10 }, (_value, index) =>
      door.client.post(
        '/integration/contacts',
        { email: `q${index}@example.org` },
        { 'idempotency-key': `k${index}` },
      ),
    );
    await Promise.race(calls);
    await other[Symbol.asyncDispose]();
    const settled = await Promise.allSettled(calls);
    for (const result of settled) {
      if (result.status === 'fulfilled') expect(result.value.status).toBe(201);
    }
    expect(settled.some(({ status }) => status === 'fulfilled')).toBe(true);
    await expect(fetch(`${other.server.authUrl}/healthz`)).rejects.toThrow();
  });
});

function allowed(response: Response): string | null {
  return response.headers.get('access-control-allow-origin');
}

function askBefore({ server }: TestServer, path: string, headers: Record<string, string>) {
  return fetch(server.authUrl + path, { method: 'OPTIONS', headers });
}

describe('A page of another origin', () => {
  const origin = 'https://shop.example.org';
  const preflight = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type,idempotency-key',
  };

  it('may call the API if the operator named the origin, and read what a client needs', async () => {
    await using shared = await startTestServer({ corsOrigins: [origin] });
    const caller = await makeClient(shared, await makeOrganiser(shared));
    const asked = await fetch(`${shared.server.baseUrl}/integration/scans`, {
      method: 'OPTIONS',
      headers: { origin, ...preflight },
    });
    expect([asked.status, allowed(asked)]).toEqual([204, origin]);
    expect(asked.headers.get('access-control-allow-headers')).toContain('idempotency-key');
    const read = await caller.call('/integration/events', { headers: { origin } });
    expect([read.status, allowed(read)]).toEqual([200, origin]);
    expect(read.headers.get('access-control-expose-headers')).toContain('etag');
    expect(read.headers.get('vary')).toMatch(/origin/);
    const refused = await fetch(`${shared.server.baseUrl}/integration/me`, { headers: { origin } });
    expect([refused.status, allowed(refused)]).toEqual([401, origin]);
    const token = await fetch(`${shared.server.authUrl}/oauth/token`, {
      method: 'POST',
      headers: { origin },
    });
    expect(allowed(token)).toBe(origin);
  });

  it('may not if the operator named others, or none, nor anything but the API', async () => {
    await using shared = await startTestServer({ corsOrigins: [origin] });
    for (const [server, path, from] of [
      [shared, '/v1/integration/scans', 'https://evil.example.org'],
      [shared, '/v1/integration/scans', `${origin}.evil.example.org`],
      [shared, '/v1/integration/scans', 'null'],
      [shared, '/console/', origin],
      [shared, '/healthz', origin],
      [host, '/v1/integration/scans', origin],
    ] as const) {
      const response = await askBefore(server, path, { origin: from, ...preflight });
      expect([path, from, allowed(response)]).toEqual([path, from, null]);
      expect(response.status).not.toBe(204);
    }
    const plain = await fetch(`${host.server.baseUrl}/integration/me`, { headers: { origin } });
    expect(plain.headers.get('vary')).toBeNull();
  });
});
