import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, freshKey, type ApiClient } from '../../support/v1/api-client.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { isOnPostgres } from '../../support/test-config.ts';
import type { Gatehouse } from '../../support/v1/gatehouse.ts';
import { sendRaw } from '../../support/v1/raw-request.ts';
import { shaped } from '../../support/v1/shaped.ts';
import { Contact, ErrorBody, List, Event, Made } from '../../support/v1/shapes.ts';

/** Sections 7 and 8: errors in one shape, limits, and behaviour that all addresses share. */
let gatehouse: Gatehouse;
let limitedServer: TestServer;
let client: ApiClient;

async function integratorOf(server: Gatehouse): Promise<ApiClient> {
  if (server.demo === null) throw new Error('expected a demo');
  return connect(server, server.demo.integrator);
}

beforeAll(async () => {
  [gatehouse, limitedServer] = await Promise.all([
    startTestServer({ demo: 20 }),
    startTestServer({ rateLimit: 4, stationRateLimit: 6, demo: 20, tokenTtlSeconds: 600 }),
  ]);
  client = await integratorOf(gatehouse);
});
afterAll(async () => {
  await gatehouse[Symbol.asyncDispose]();
  await limitedServer[Symbol.asyncDispose]();
});

async function errorOf(answer: Response, status: number, code: string) {
  const body: unknown = await answer.json();
  expect({ status: answer.status, body }).toMatchObject({ status, body: { status, code } });
  expect(answer.headers.get('content-type')).toMatch(/^application\/json\b/);
  const error = shaped(ErrorBody, body);
  expect(error.detail).toBe(error.message);
  expect(answer.headers.get('x-request-id')).toBe(error.request_id);
  return error;
}

const post = (path: string, body: BodyInit | null, headers: Record<string, string>) =>
  client.call(path, { method: 'POST', body, headers });
const json = { 'content-type': 'application/json' };

const items = (count: number) => `{"items":[${Array(count).fill('1').join(',')}]}`;

describe('An error (7)', () => {
  it('at an unknown address is 404, with a token and without', async () => {
    for (const path of ['/', '/integration', '/integration/nothing', '/integration/events/a/b/c']) {
      await errorOf(await client.call(path), 404, 'route.not_found');
      await errorOf(await fetch(gatehouse.baseUrl + path), 404, 'route.not_found');
    }
    await errorOf(await fetch(`${gatehouse.authUrl}/`), 404, 'route.not_found');
    await errorOf(await fetch(`${gatehouse.authUrl}/integration/me`), 404, 'route.not_found');
  });

  it('at an unknown address says where the reference is, and where tokens are to who asks for one', async () => {
    for (const path of ['/v1/oauth/token', '/v1/token', '/oauth/v2/token', '/v1', '/']) {
      const answer = await fetch(gatehouse.authUrl + path, { method: 'POST' });
      const { message } = await errorOf(answer, 404, 'route.not_found');
      expect(message).toContain('/docs');
      expect(message.includes('POST /oauth/token')).toBe(path.includes('token'));
    }
    const wrong = await client.call('/integration/events', { method: 'PATCH' });
    const { message } = await errorOf(wrong, 405, 'route.method_not_allowed');
    expect(message).toBe('Method PATCH is not allowed. Allowed: GET, HEAD.');
  });

  it.each([
    ['PUT', '/integration/contacts', 'GET, HEAD, POST'],
    ['PATCH', '/integration/events', 'GET, HEAD'],
    ['DELETE', '/integration/orders/ord_x', 'GET, HEAD'],
    ['POST', '/integration/me', 'GET, HEAD'],
    ['GET', '/integration/scans', 'POST'],
    ['HEAD', '/integration/scans', 'POST'],
    ['PUT', '/integration/webhooks/whk_x', 'DELETE, GET, HEAD, PATCH'],
    ['OPTIONS', '/integration/events', 'GET, HEAD'],
  ])('of %s at %s is 405 with Allow: %s', async (method, path, allow) => {
    const answer = await client.call(path, { method });
    expect(answer.headers.get('allow')).toBe(allow);
    if (method === 'HEAD') expect(answer.status).toBe(405);
    else await errorOf(answer, 405, 'route.method_not_allowed');
  });

  it('of a body that is no JSON in UTF-8 is 415 or 400', async () => {
    const at = '/integration/contacts';
    const body = '{"email":"a@example.org"}';
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const answer = await post(at, body, { ...freshKey(), 'content-type': type });
      await errorOf(answer, 415, 'request.unsupported_media_type');
    }
    const broken = [
      '{',
      '',
      'nonsense',
      '{"email":}',
      '{"email":"a@b.no",}',
      "{'email':1}",
      '\u{FEFF}{',
    ];
    for (const text of [...broken, Buffer.from('{"email":"\xE5@b.no"}', 'latin1')]) {
      const answer = await post(at, text, { ...freshKey(), ...json });
      await errorOf(answer, 400, 'request.malformed');
    }
    const deep = await post(at, '['.repeat(100_000), { ...freshKey(), ...json });
    await errorOf(deep, 400, 'request.malformed');
    const charset = { 'content-type': 'application/json;charset="UTF-8"' };
    expect((await post(at, body, { ...freshKey(), ...charset })).status).toBe(201);
    const vendor = { 'content-type': 'application/vnd.acme+json' };
    expect((await post(at, body, { ...freshKey(), ...vendor })).status).toBe(200);
  });

  it('of a body over 1 MiB is 413, even if its size is not declared', async () => {
    const email = 'big@example.org';
    const padding = 1024 * 1024 - JSON.stringify({ email, x: '' }).length;
    const bodyOf = (length: number) => JSON.stringify({ email, x: 'x'.repeat(length) });
    const at = '/integration/contacts';
    const fits = await post(at, bodyOf(padding), { ...freshKey(), ...json });
    expect(fits.status).toBe(201);
    const over = await post(at, bodyOf(padding + 1), { ...freshKey(), ...json });
    await errorOf(over, 413, 'request.too_large');
    const stream = new Blob([bodyOf(2_000_000)]).stream();
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      body: stream,
      headers: { ...freshKey(), ...json },
      duplex: 'half',
    };
    await errorOf(await client.call(at, init), 413, 'request.too_large');
    const nowhere = await post('/integration/nothing', 'x'.repeat(5_000_000), json);
    await errorOf(nowhere, 404, 'route.not_found');
  });

  it('of a body with many times more values than any valid one is 400, before it is parsed', async () => {
    const upload = (count: number) => post('/scanner/scans', items(count), json);
    await errorOf(await upload(19_990), 422, 'validation.failed');
    await errorOf(await upload(20_000), 400, 'request.malformed');
    const contact = await post('/integration/contacts', items(1_000), { ...freshKey(), ...json });
    await errorOf(contact, 400, 'request.malformed');
  });

  it('is problem+json for those who ask for it', async () => {
    const accept = { accept: 'application/problem+json' };
    const answer = await client.call('/integration/events/none', { headers: accept });
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json\b/);
    expect(shaped(ErrorBody, await answer.json())).toMatchObject({
      title: 'Not Found',
      status: 404,
    });
    for (const [accepted, type] of [
      ['text/html, application/problem+json;q=0.5', 'application/problem+json'],
      ['application/problem+json;q=0', 'application/json'],
      ['application/json', 'application/json'],
    ] as const) {
      const other = await client.call('/integration/nothing', { headers: { accept: accepted } });
      expect(other.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
    }
  });

  it('of bytes that are not HTTP is 400, in the same shape', async () => {
    const answers = await Promise.all(
      [
        'NONSENSE\r\n\r\n',
        'GET /v1/integration/me HTTP/1.1\r\nHost: x\r\nBroken\r\n\r\n',
        'GET /v1/integration/me HTTP/1.1\r\nConnection: close\r\n\r\n',
      ].map((request) => sendRaw(gatehouse.baseUrl, request)),
    );
    for (const answer of answers) {
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toMatch(/^x-content-type-options: nosniff\r$/im);
      shaped(ErrorBody, JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)));
    }
    const head = `GET /v1/integration/me HTTP/1.1\r\nHost: x\r\nX-Big: ${'a'.repeat(20_000)}\r\n\r\n`;
    expect(await sendRaw(gatehouse.baseUrl, head)).toMatch(/^HTTP\/1\.1 431 /);
  });

  it('of an address that cannot be decoded is 400 or 404, never 5xx', async () => {
    const close = `Host: x\r\nConnection: close\r\nAuthorization: Bearer ${client.token}\r\n\r\n`;
    for (const path of [
      '/v1/integration/events/%',
      '/v1/integration/events/%ff',
      '/v1/integration/events/%ED%A0%80',
      '/console/assets/%ff',
      '/%',
      '//',
      '*',
    ]) {
      const answer = await sendRaw(gatehouse.baseUrl, `GET ${path} HTTP/1.1\r\n${close}`);
      expect(answer).toMatch(/^HTTP\/1\.1 40[04] /);
      expect(answer).toMatch(/^x-content-type-options: nosniff\r$/im);
    }
  });
});

describe('Checks (7)', () => {
  it('run in a fixed order: token, plan, scope, key, body syntax, body, referenced resources', async () => {
    const at = '/integration/contacts';
    const bare = await fetch(gatehouse.baseUrl + at, { method: 'POST', body: '{' });
    await errorOf(bare, 401, 'auth.token_missing');
    const narrow = await connect(gatehouse, client, 'events:read');
    const organiser = gatehouse.demo?.organiser ?? '';
    await gatehousePlan(gatehouse, organiser, 'free');
    const planless = await narrow.call(at, { method: 'POST', body: '{', headers: json });
    await errorOf(planless, 403, 'plan.required');
    await gatehousePlan(gatehouse, organiser, 'pro');
    const scopeless = await narrow.call(at, { method: 'POST', body: '{', headers: json });
    await errorOf(scopeless, 403, 'auth.scope_missing');
    await errorOf(await post(at, '{', json), 400, 'idempotency.key_missing');
    const broken = await post(at, '{', { ...json, ...freshKey() });
    await errorOf(broken, 400, 'request.malformed');
    const invalid = await post(at, '{}', { ...json, ...freshKey() });
    await errorOf(invalid, 422, 'validation.failed');
    const ticket = { ticket: 'tkt_01kyvbnvq0g7m3x9r2c5t8w4ez' };
    const named = await post('/integration/scans', JSON.stringify(ticket), {
      ...json,
      ...freshKey(),
    });
    await errorOf(named, 404, 'resource.not_found');
    const unknown = await client.call('/integration/events/none/tickets?per_page=0&status=x');
    await errorOf(unknown, 404, 'resource.not_found');
    const many = await client.call(
      '/integration/events?per_page=0&updated_since=&include_deleted=x',
    );
    const { errors = {} } = await errorOf(many, 422, 'validation.failed');
    expect(Object.keys(errors).toSorted()).toEqual([
      'include_deleted',
      'per_page',
      'updated_since',
    ]);
  });
});

function listWith(headers: string) {
  return sendRaw(
    gatehouse.baseUrl,
    `GET /v1/integration/events?per_page=1 HTTP/1.1\r\nConnection: close\r\nAuthorization: Bearer ${client.token}\r\n${headers}\r\n\r\n`,
  );
}

describe('Every address (4)', () => {
  it('answers HEAD as GET, without the body', async () => {
    for (const path of [
      '/integration/me',
      '/integration/events?per_page=1',
      '/integration/events/none',
    ]) {
      const [get, head] = await Promise.all([
        client.call(path),
        client.call(path, { method: 'HEAD' }),
      ]);
      expect(head.status).toBe(get.status);
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
      expect(await head.text()).toBe('');
    }
  });

  it('ignores a trailing slash', async () => {
    expect((await client.call('/integration/me/')).status).toBe(200);
    const { data } = await client.read(List(Event), '/integration/events/?per_page=1');
    expect(data.path).toBe(`${gatehouse.baseUrl}/integration/events`);
  });

  it('contains links for the requested host, and ignores untrusted forwarding headers', async () => {
    const own = await listWith('Host: tickets.example.org:8080');
    expect(own).toContain('"path":"http://tickets.example.org:8080/v1/integration/events"');
    const forwarded = await listWith(
      'Host: a.example\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https',
    );
    expect(forwarded).toContain('"path":"http://a.example/v1/integration/events"');
    expect(forwarded).not.toContain('evil.example');
    const evil = await listWith('Host: a.example"><script>');
    expect(evil).toMatch(/^HTTP\/1\.1 400 /);
  });
});

const rateOf = (answer: Response) => [
  answer.headers.get('x-ratelimit-limit'),
  answer.headers.get('x-ratelimit-remaining'),
];

describe('The rate limit (8)', () => {
  // On PostgreSQL the calls of all processes are counted by its clock, which tests cannot move; database/postgres has the test.
  it.skipIf(isOnPostgres)(
    'counts every call of the client over all its tokens, and reports when there is room again',
    async () => {
      const first = await integratorOf(limitedServer);
      const second = await integratorOf(limitedServer);
      const admitted: Response[] = [];
      for (const caller of [first, second, first]) {
        admitted.push(await caller.call('/integration/me'));
      }
      admitted.push(await second.call('/integration/events/none'));
      expect(admitted.map(({ status }) => status)).toEqual([200, 200, 200, 404]);
      expect(admitted.map(rateOf)).toEqual([
        ['4', '3'],
        ['4', '2'],
        ['4', '1'],
        ['4', '0'],
      ]);
      expect(admitted[0]?.headers.get('ratelimit-policy')).toMatch(/q=4;w=60/);
      expect(admitted[0]?.headers.get('ratelimit')).toMatch(/r=3;t=\d+/);
      expect(admitted[0]?.headers.has('retry-after')).toBe(false);

      const body = { email: 'limited@example.org' };
      const refused = await first.post('/integration/contacts', body, freshKey());
      await errorOf(refused, 429, 'rate.limited');
      expect(rateOf(refused)).toEqual(['4', '0']);
      const seconds = refused.headers.get('retry-after') ?? '';
      expect(seconds).toMatch(/^[1-9]\d?$/);
      expect(Number(seconds)).toBeLessThanOrEqual(60);
      limitedServer.clock.advance(Number(seconds) * 1000);
      const made = await second.read(List(Contact), `/integration/contacts?email=${body.email}`);
      expect(made.data.total).toBe(0);

      // Another client has its own limit, and health and tokens cost none.
      const station = limitedServer.demo?.station ?? { client_id: '', client_secret: '' };
      const other = await connect(limitedServer, station);
      expect((await other.call('/integration/me')).status).toBe(200);
      expect((await fetch(`${limitedServer.authUrl}/healthz`)).status).toBe(200);
    },
  );

  it('of a station is its own, and a change of scopes applies to the next call', async () => {
    const { demo } = limitedServer;
    if (demo === null) throw new Error('expected a demo');
    const station = await connect(limitedServer, demo.station);
    expect(rateOf(await station.call('/integration/me'))[0]).toBe('6');
    const scopes = (names: string) =>
      limitedServer.make(Made, `client scopes ${demo.station.client_id}`, names);
    await scopes('events:read scans:write');
    for (const remaining of ['3', '2', '1', '0', '0']) {
      expect(rateOf(await station.call('/integration/me'))).toEqual(['4', remaining]);
    }
    await errorOf(await station.call('/integration/me'), 429, 'rate.limited');
    await scopes('events:read scanner:sync scans:write');
    expect(rateOf(await station.call('/integration/me'))[0]).toBe('6');
  });

  it('is checked after the token and before plan and scope', async () => {
    const { demo } = limitedServer;
    if (demo === null) throw new Error('expected a demo');
    const narrow = await connect(limitedServer, demo.integrator, 'events:read');
    for (let call = 0; call < 4; call += 1) await narrow.call('/integration/me');
    await gatehousePlan(limitedServer, demo.organiser, 'free');
    await errorOf(await narrow.call('/integration/orders'), 429, 'rate.limited');
    const headers = { authorization: 'Bearer wrong' };
    const wrong = await fetch(`${limitedServer.baseUrl}/integration/me`, { headers });
    await errorOf(wrong, 401, 'auth.token_invalid');
    expect(wrong.headers.has('x-ratelimit-limit')).toBe(false);
    await gatehousePlan(limitedServer, demo.organiser, 'pro');
  });
});

async function gatehousePlan(server: Gatehouse, organiser: string, plan: string) {
  await server.make(Made, `organiser plan ${organiser} ${plan}`);
}

describe('A token (5)', () => {
  // PostgreSQL uses its own server's clock, which tests cannot move.
  it.skipIf(isOnPostgres)('ends after expires_in', async () => {
    const station = limitedServer.demo?.station ?? { client_id: '', client_secret: '' };
    const caller = await connect(limitedServer, station);
    limitedServer.clock.advance(599_000);
    expect((await caller.call('/integration/me')).status).toBe(200);
    limitedServer.clock.advance(1_000);
    await errorOf(await caller.call('/integration/me'), 401, 'auth.token_invalid');
    const renewed = await connect(limitedServer, station);
    expect((await renewed.call('/integration/me')).status).toBe(200);
  });
});

describe('Health and metrics', () => {
  it('answer on loopback without a token', async () => {
    const at = (path: string) => fetch(gatehouse.authUrl + path);
    for (const path of ['/healthz', '/readyz']) {
      const answer = await at(path);
      expect([path, answer.status]).toEqual([path, 200]);
    }
    const metrics = await at('/metrics');
    expect(metrics.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const lines = (await metrics.text()).split('\n').filter((line) => line !== '');
    for (const line of lines) {
      expect(line).toMatch(
        /^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{[^}]*\})? (?:[\d.e+-]+|\+Inf|NaN))$/,
      );
    }
    expect(lines.some((line) => line.startsWith('# TYPE '))).toBe(true);
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    const proxied = await fetch(`${gatehouse.authUrl}/metrics`, { headers });
    await errorOf(proxied, 403, 'access.loopback_only');
  });
});
