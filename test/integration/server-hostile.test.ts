import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeTable } from '../../shared/resources/route-table.ts';
import { queryParameters } from '../../shared/contract/query.ts';
import {
  makeDoor,
  startTestServer,
  ticketsOf,
  type TestClient,
  type TestServer,
} from '../support/test-server.ts';

let host: TestServer;
let client: TestClient;
let ticket: string;
let event: string;
beforeAll(async () => {
  host = await startTestServer();
  ({ client, event } = await makeDoor(host));
  [ticket = ''] = await ticketsOf(host, event);
});
afterAll(() => host[Symbol.asyncDispose]());

/** No 5xx, the one body, and nothing of our insides. */
async function expectCivil(response: Response): Promise<void> {
  const text = await response.text();
  expect(response.status, text).toBeLessThan(500);
  expect(text).not.toMatch(/\bat (?:\S+ \(\S+|\S+):\d+:\d+|SQLITE|node_modules|src-server|Error:/);
  if (response.status >= 400 && text !== '') expect(JSON.parse(text)).toHaveProperty('message');
}

const paths = Object.values(routeTable).map(({ method, path }) => ({ method, path }));
// The event stream answers for as long as it is listened to.
const reads = paths.filter(({ method, path }) => method === 'GET' && !path.endsWith('/stream'));
const writes = paths.filter(({ method }) => method === 'POST');

const nastyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '',
    '\0',
    '\u{feff}',
    '﹏'.repeat(300),
    "' or 1=1 --",
    '%00',
    '../../etc/passwd',
    '1e309',
    '-0',
    '9'.repeat(400),
    'NaN',
    '[object Object]',
    '__proto__',
    '2026-12-12T20:00:00Z',
    '0000-00-00',
    '9999-12-31T23:59:59.999999Z',
    '0001-01-01T00:00:00-23:59',
    'tkt_01kyvbnvq0g7m3x9r2c5t8w4ez',
  ),
);

const nastyJson = fc.oneof(
  { depthSize: 'small' },
  fc.jsonValue({ stringUnit: 'binary' }),
  fc.dictionary(
    fc.constantFrom(
      'ticket',
      'session',
      'scanner_location',
      'email',
      'first_name',
      'last_name',
      'mobile',
      'items',
      'url',
      'events',
      'event',
      '__proto__',
      'constructor',
      'toString',
    ),
    fc.oneof(
      nastyText,
      fc.double(),
      fc.maxSafeInteger(),
      fc.boolean(),
      fc.constant(null),
      fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 4 }),
      fc.constant(`ada+${'x'.repeat(300)}@example.org`),
    ),
  ),
);

describe('hostile input', () => {
  it('in queries never breaks a list', async () => {
    const names = fc.constantFrom(...Object.keys(queryParameters), 'x', 'page[]', '__proto__');
    const query = fc.array(fc.tuple(names, nastyText), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...reads), query, nastyText, async (read, pairs, tail) => {
        const path = read.path.replace('{eventKey}', event).replace('{reference}', ticket);
        const search = pairs
          .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
          .join('&');
        await expectCivil(await client.get(`${path}?${search}&${encodeURI(tail.toWellFormed())}`));
      }),
      { numRuns: 300 },
    );
  });

  it('in paths is 400 or 404', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...reads), nastyText, async (read, text) => {
        const segment = encodeURIComponent(text.toWellFormed());
        const path = read.path.replace(/\{\w+\}/, segment);
        const response = await client.get(path);
        await expectCivil(response);
      }),
      { numRuns: 200 },
    );
  });

  it('in bodies never breaks a write', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...writes),
        nastyJson,
        fc.nat(),
        async (write, body, key) => {
          const response = await client.post(write.path, body, { 'idempotency-key': `h${key}` });
          await expectCivil(response);
        },
      ),
      { numRuns: 400 },
    );
  });

  it.each([
    ['deep nesting', `{"ticket":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['deep objects', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
    ['a huge number', '{"ticket":1e999999}'],
    ['many digits', `{"ticket":${'9'.repeat(100_000)}}`],
    ['a lone surrogate', '{"email":"a\\ud800@example.org","first_name":"\\udfff"}'],
    ['NUL', '{"email":"a\\u0000@example.org"}'],
    ['a body of 10 MiB', `{"ticket":"${'x'.repeat(10 * 1024 * 1024)}"}`],
    ['repeated keys', '{"ticket":"a","ticket":5,"ticket":null}'],
    ['a poisoned prototype', '{"__proto__":{"ticket":"x"},"constructor":{"prototype":{}}}'],
    ['ten thousand items', JSON.stringify({ items: Array.from({ length: 10_000 }, () => ({})) })],
    ['a trailing comma', '{"ticket":"x",}'],
    ['a byte order mark', '\ufeff{"ticket":"x"}'],
    ['null', 'null'],
    ['a text', '"ticket"'],
  ])('%s is refused by every write', async (_case, body) => {
    for (const { path } of writes) {
      const response = await client.call(path, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'idempotency-key': `x${body.length}${path}`,
        },
      });
      await expectCivil(response);
      expect(response.status, path).toBeGreaterThanOrEqual(400);
    }
  });

  it('in encodings, types and headers is refused', async () => {
    const bodies: [Record<string, string>, Uint8Array<ArrayBuffer>][] = [
      [{ 'content-type': 'application/json' }, new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])],
      [{ 'content-type': 'application/json', 'content-encoding': 'gzip' }, new Uint8Array([1, 2])],
      [{ 'content-type': 'application/json;charset=utf-16' }, new Uint8Array([0x7b, 0, 0x7d, 0])],
      [{ 'content-type': ';;;=' }, new Uint8Array([0x7b, 0x7d])],
      [{ 'content-type': 'multipart/form-data; boundary=x' }, new Uint8Array([0x2d])],
      [{ 'content-type': 'application/json', 'if-none-match': '"'.repeat(500) }, new Uint8Array(0)],
    ];
    for (const [headers, body] of bodies) {
      for (const { path } of writes) {
        const sent = { ...headers, 'idempotency-key': 'hostile' };
        const response = await client.call(path, { method: 'POST', body, headers: sent });
        await expectCivil(response);
        expect(response.status).toBeGreaterThanOrEqual(400);
      }
    }
  });

  it('leaves no failure in the log', () => {
    expect(host.log.filter((line) => line.includes('request failed'))).toEqual([]);
  });
});
