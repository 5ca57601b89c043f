import { connect } from 'node:net';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ErrorBody } from '../../shared/contract/errors.ts';
import {
  makeClient,
  makeDoor,
  startTestServer,
  type TestClient,
  type TestServer,
} from '../support/test-server.ts';
import { readBody } from '../support/read-body.ts';
import { Numbered } from '../support/walk-list.ts';

let host: TestServer;
let client: TestClient;
beforeAll(async () => {
  host = await startTestServer();
  ({ client } = await makeDoor(host));
});
afterAll(() => host[Symbol.asyncDispose]());

/** Sends bytes as they are and gives everything that comes back. */
function sendRaw(bytes: string): Promise<string> {
  const { hostname, port } = new URL(host.server.authUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
    socket.end(bytes);
  });
}

/** The status and `next_page_url`'s origin that a request with these headers gets. */
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
          resolve(Numbered.Check(page) ? page.data.path : String(response.statusCode));
        });
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

async function allow(path: string, method: string): Promise<string | null> {
  return (await client.call(path, { method })).headers.get('allow');
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

describe('errors', () => {
  it.each([
    ['an unknown path', '/integration/nothing', {}, 404, 'route.not_found'],
    ['a path beside the API', '/../favicon.ico', {}, 404, 'route.not_found'],
    ['an unknown contact', '/integration/contacts/con_x', {}, 404, 'resource.not_found'],
    ['a broken escape', '/integration/events/%zz', {}, 400, 'request.malformed'],
    ['half a character', '/integration/events/%ED%A0%80', {}, 400, 'request.malformed'],
    ['a wrong method', '/integration/me', { method: 'DELETE' }, 405, 'route.method_not_allowed'],
    ['bad JSON', '/integration/scans', post('{'), 400, 'request.malformed'],
    ['an empty JSON body', '/integration/scans', post(''), 400, 'request.malformed'],
    ['another type', '/integration/scans', post('a=b', 'text/plain'), 415, unsupported()],
    [
      'a form',
      '/integration/scans',
      post('a=b', 'application/x-www-form-urlencoded'),
      415,
      unsupported(),
    ],
    [
      'another charset',
      '/integration/scans',
      post('{}', 'application/json; charset=latin1'),
      415,
      unsupported(),
    ],
    ['a wrong body', '/integration/scans', post('{}'), 422, 'validation.failed'],
    ['a wrong query', '/integration/events?per_page=0', {}, 422, 'validation.failed'],
  ])('%s has the one body', async (_case, path, init, status, code) => {
    const response = await client.call(path, init);
    const body = await readBody(response, ErrorBody);
    expect(body).toMatchObject({ code, status, detail: body.message });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('x-request-id')).toBe(body.request_id);
  });

  it('name the fields that are wrong', async () => {
    const response = await client.call('/integration/contacts', {
      ...post('{"first_name":5,"mobile":"\\u0000"}'),
    });
    const body = await readBody(response, ErrorBody);
    expect(Object.keys(body.errors ?? {}).toSorted()).toEqual(['email', 'first_name']);
  });

  it('are problem+json for those who ask for it', async () => {
    for (const [accept, type] of [
      ['application/problem+json', 'application/problem+json'],
      ['text/html, application/problem+json;q=0.5', 'application/problem+json'],
      ['application/problem+json;q=0', 'application/json'],
      ['application/json', 'application/json'],
    ]) {
      const response = await client.call('/integration/nothing', {
        headers: { accept: accept ?? '' },
      });
      expect(response.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
    }
  });

  it('say which methods there are', async () => {
    expect(await allow('/integration/me', 'PUT')).toBe('GET, HEAD');
    expect(await allow('/integration/contacts', 'PATCH')).toBe('GET, HEAD, POST');
    expect(await allow('/integration/scans', 'GET')).toBe('POST');
    expect(await allow(`${host.server.authUrl}/oauth/token`, 'GET')).toBe('POST');
  });

  it('reach the sender of a body that is too large', async () => {
    for (const size of [1024 * 1024 + 1, 10 * 1024 * 1024]) {
      const response = await client.call('/integration/scans', post('x'.repeat(size)));
      expect(response.status).toBe(413);
      expect(await readBody(response, ErrorBody)).toMatchObject({ code: 'request.too_large' });
    }
    const unknown = await client.call('/integration/nothing', post('x'.repeat(5_000_000)));
    expect(unknown.status).toBe(404);
  });

  it('answer what is not HTTP, or too much of it, in the same shape', async () => {
    const answers = [
      ['NONSENSE\r\n\r\n', 400, 'request.malformed'],
      [
        `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(70_000)}\r\n\r\n`,
        431,
        'request.headers_too_large',
      ],
    ] as const;
    for (const [bytes, status, code] of answers) {
      const raw = await sendRaw(bytes);
      expect(raw).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(JSON.parse(raw.slice(raw.indexOf('\r\n\r\n')))).toMatchObject({ code, status });
    }
  });

  it('does HEAD like GET without the body', async () => {
    const response = await client.call('/integration/me', { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });
});

describe('a sender that hangs up', () => {
  it.each([
    ['/oauth/token', ['Content-Type: application/x-www-form-urlencoded']],
    ['/v1/integration/webhooks', ['Content-Type: application/json', 'Authorization: Bearer TOKEN']],
  ])('at %s is no failure of the server, and no error in its log', async (path, headers) => {
    const before = host.log.length;
    await breakOff(
      path,
      headers.map((header) => header.replace('TOKEN', client.token)),
    );
    // By then the server has heard of the broken connection, too.
    for (let turn = 0; turn < 3; turn += 1) await fetch(`${host.server.authUrl}/healthz`);
    expect(host.log.length).toBeGreaterThan(before);
    const levels = host.log.slice(before).map((line) => Object(JSON.parse(line)).level);
    expect(Math.max(...levels)).toBeLessThanOrEqual(30);
  });
});

/** The status line of a request with these lines at its head, and its first `code`. */
async function statusOf(...head: readonly string[]): Promise<string> {
  const answer = await sendRaw([...head, 'Connection: close', '', ''].join('\r\n'));
  return answer.slice(0, answer.indexOf('\r\n'));
}

describe('a request', () => {
  const { malformed, ok } = { malformed: 'HTTP/1.1 400 Bad Request', ok: 'HTTP/1.1 200 OK' };

  it.each([
    ['Host', 'Host: x', 'host: y'],
    ['Authorization', 'Host: x', 'Authorization: Bearer a', 'authorization: Bearer b'],
    ['Content-Type', 'Host: x', 'Content-Type: a/b', 'Content-Type: application/json'],
  ])('with two %s headers is refused', async (_name, ...headers) => {
    expect(await statusOf('GET /healthz HTTP/1.1', ...headers.slice(0, -1))).toBe(ok);
    expect(await statusOf('GET /healthz HTTP/1.1', ...headers)).toBe(malformed);
  });

  it('for a host of its own is served when its Host header names the same', async () => {
    expect(
      await statusOf('GET http://Door.example:80/healthz HTTP/1.1', 'Host: door.example'),
    ).toBe(ok);
    for (const target of ['http://evil.example/healthz', 'http://', 'x:y']) {
      expect(await statusOf(`GET ${target} HTTP/1.1`, 'Host: door.example')).toBe(malformed);
    }
  });

  it('with a token is answered for this caller alone: no cache may keep it', async () => {
    for (const path of ['/integration/contacts', '/integration/me', '/integration/orders/ord_x']) {
      expect((await client.get(path)).headers.get('cache-control')).toBe('no-store');
    }
    const refused = await fetch(`${host.server.baseUrl}/integration/me`);
    expect(refused.headers.get('cache-control')).toBe('no-store');
  });
});

describe('public origin', () => {
  it('is what the request says', async () => {
    expect(await originFor(host, client.token, { host: 'door.example:8443' })).toBe(
      'http://door.example:8443/v1/integration/events',
    );
  });

  it('is not taken from X-Forwarded-* of a peer that is no configured proxy', async () => {
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    expect(await originFor(host, client.token, headers)).toBe(
      `${host.server.baseUrl}/integration/events`,
    );
  });

  it('refuses a Host that is none', async () => {
    for (const name of ['a b', '"><script>', 'a/b', 'x@y']) {
      expect(await originFor(host, client.token, { host: name })).toBe('400');
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

describe('rate limit', () => {
  it('is one for all tokens of a client, tells where it stands, and has no side effects beyond', async () => {
    await using limited = await startTestServer({ rateLimit: 5 });
    const door = await makeDoor(limited);
    const other = await makeClient(limited, door.organiser);
    const responses = [];
    for (let count = 0; count < 7; count += 1) {
      responses.push(
        await door.client.post(
          '/integration/contacts',
          { email: `p${count}@example.org` },
          { 'idempotency-key': `k${count}` },
        ),
      );
    }
    expect(responses.map((response) => response.status)).toEqual([
      201, 201, 201, 201, 201, 429, 429,
    ]);
    expect(responses.map((response) => response.headers.get('x-ratelimit-remaining'))).toEqual([
      '4',
      '3',
      '2',
      '1',
      '0',
      '0',
      '0',
    ]);
    const refused = responses[5];
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused?.headers.get('x-ratelimit-limit')).toBe('5');
    expect(refused?.headers.get('ratelimit-policy')).toBe('"default";q=5;w=60');
    expect(refused?.headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d+$/);
    expect((await other.get('/integration/contacts')).status).toBe(200);
    const stored = await limited.database.read((tx) =>
      tx.db.selectFrom('contacts').select('email').where('email', 'like', 'p%').execute(),
    );
    expect(stored).toHaveLength(5);
  });
});

describe('life', () => {
  it('is told without authentication', async () => {
    for (const path of ['/healthz', '/readyz']) {
      expect((await fetch(host.server.authUrl + path)).status).toBe(200);
    }
  });

  it('ends when asked, after the requests in flight', async () => {
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

  it('cannot begin on a port that is taken', async () => {
    const port = Number(new URL(host.server.authUrl).port);
    await expect(startTestServer({ port })).rejects.toThrow(/EADDRINUSE/);
  });
});

function post(body: string, type = 'application/json'): RequestInit {
  const headers = { 'content-type': type, 'idempotency-key': `k${Math.random()}` };
  return { method: 'POST', body, headers };
}

function unsupported(): string {
  return 'request.unsupported_media_type';
}
