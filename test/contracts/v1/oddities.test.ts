import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  makeClient,
  makeDoor,
  startTestServer,
  ticketsOf,
  type TestClient,
  type TestServer,
} from '../../support/test-server.ts';
import { sendRaw } from '../../support/v1/raw-request.ts';

/** What proxies, scanners, shells, spreadsheets and HTTP libraries make of a request: every kind of route takes it, or says what is wrong. */
let host: TestServer;
let door: Awaited<ReturnType<typeof makeDoor>>;
let applicant: TestClient;
let ticket: string;
let hook: string;
let delivery: string;

beforeAll(async () => {
  host = await startTestServer({ webhookAllow: ['127.0.0.0/8'], webhookSubscriptions: 1_000 });
  door = await makeDoor(host);
  [ticket = ''] = await ticketsOf(host, door.event);
  const created = await door.client.post('/integration/webhooks', {
    url: 'http://127.0.0.1:9/hook',
    events: ['order.created'],
  });
  hook = /whk_\w+/.exec(await created.text())?.[0] ?? '';
  const tested = await door.client.post(`/integration/webhooks/${hook}/test`, {});
  delivery = /whd_\w+/.exec(await tested.text())?.[0] ?? '';
});
// A client may get only so many tokens a minute.
beforeEach(async () => {
  applicant = await makeClient(host, door.organiser);
});
afterAll(() => host[Symbol.asyncDispose]());

interface Request {
  readonly method: string;
  readonly path: string;
  readonly query?: string;
  readonly type?: string;
  readonly body?: string;
  readonly isKeyed?: true;
  readonly bodyOptional?: true;
}

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const v1 = '/v1/integration';
const credentials = () => ({
  grant_type: 'client_credentials',
  client_id: applicant.clientId,
  client_secret: applicant.clientSecret,
});

/** A valid request of every kind of route. */
const kinds: Readonly<Record<string, () => Request>> = {
  read: () => ({ method: 'GET', path: `${v1}/me` }),
  list: () => ({
    method: 'GET',
    path: `${v1}/events/${door.event}/tickets`,
    query: `order=${door.order}`,
  }),
  record: () => ({ method: 'GET', path: `${v1}/tickets/${ticket}` }),
  upsert: () => keyed('contacts', { email: 'ada@example.org', mobile: '+49 1' }),
  'check-in': () => keyed('scans', { ticket }),
  subscription: () =>
    written('POST', 'webhooks', { url: 'http://127.0.0.1:9/', events: ['order.created'] }),
  change: () => written('PATCH', `webhooks/${hook}`, { is_active: true }),
  'body optional': () => ({
    ...written('POST', `webhooks/${hook}/test`, { event_name: 'order.created' }),
    bodyOptional: true,
  }),
  'no body': () => ({
    method: 'POST',
    path: `${v1}/webhooks/${hook}/deliveries/${delivery}/redeliver`,
  }),
  upload: () => ({
    ...written('POST', '', { items: [{ ...scan(), ticket }] }),
    path: '/v1/scanner/scans',
  }),
  'token form': () => ({
    method: 'POST',
    path: '/oauth/token',
    type: form,
    body: new URLSearchParams(credentials()).toString(),
  }),
  'token JSON': () => ({
    method: 'POST',
    path: '/oauth/token',
    type: json,
    body: JSON.stringify(credentials()),
  }),
};

function written(method: string, path: string, body: object): Request {
  return { method, path: `${v1}/${path}`, type: json, body: JSON.stringify(body) };
}

function keyed(path: string, body: object): Request {
  return { ...written('POST', path, body), isKeyed: true };
}

let keys = 0;

interface Answer {
  readonly status: number;
  readonly head: string;
  readonly body: { readonly message?: string; readonly warnings?: Record<string, string[]> };
}

interface Sent extends Request {
  /** Further lines of the head. */
  readonly head?: readonly string[];
  readonly bytes?: Buffer;
}

async function send({
  method,
  path,
  query,
  type,
  body,
  isKeyed,
  head = [],
  bytes,
}: Sent): Promise<Answer> {
  const content = bytes ?? Buffer.from(body ?? '');
  const hasKey = head.some((line) => line.startsWith('Idempotency-Key'));
  const lines = [
    `${method} ${path}${query === undefined ? '' : `?${query}`} HTTP/1.1`,
    'Host: x',
    'Connection: close',
    ...(path.includes('oauth') ? [] : [`Authorization: Bearer ${door.client.token}`]),
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    ...(method === 'GET' ? [] : [`Content-Length: ${content.length}`]),
    ...(isKeyed === true && !hasKey ? [`Idempotency-Key: k${(keys += 1)}`] : []),
    ...head,
  ];
  const request = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), content]);
  const answer = await sendRaw(host.server.authUrl, request);
  const at = answer.indexOf('\r\n\r\n');
  const [text = ''] = /\{.*\}/s.exec(answer.slice(at)) ?? [];
  return {
    status: Number(answer.slice(9, 12)),
    head: answer.slice(0, at),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- compared member by member
    body: JSON.parse(text === '' ? '{}' : text) as Answer['body'],
  };
}

/** Taken like the plain request, with these warnings; or refused with a status and a sentence. */
type Outcome =
  { readonly warned: readonly string[] } | { readonly status: number; readonly says: RegExp };
const taken: Outcome = { warned: [] };
const refused = (status: number, says: RegExp): Outcome => ({ status, says });

interface Oddity {
  /** Null where the kind has nothing of the sort. */
  readonly make: (request: Request) => Sent | null;
  readonly outcome?: (request: Request) => Outcome;
}

const withBody =
  (change: (request: Request & { readonly body: string }) => Partial<Sent>): Oddity['make'] =>
  (request) => {
    const { body } = request;
    return body === undefined ? null : { ...request, ...change({ ...request, body }) };
  };
const head =
  (...lines: readonly string[]): Oddity['make'] =>
  (request) => ({ ...request, head: lines });
const lost = Buffer.from([0xe9]);
/** Around a reference: what scanners, spreadsheets and browsers leave. */
const surroundings: readonly (readonly [before: string, after: string])[] = [
  ['', '\r'],
  ['', '\r\n'],
  [' \t', ' '],
  ['\u00a0', '\u00a0'],
  ['\ufeff', ''],
  ['', '\u200b'],
  ['\u001d', '\u0004'],
];

const oddities: Readonly<Record<string, Oddity>> = {
  'ASCII in another charset': {
    make: withBody(({ type }) => ({ type: `${type}; charset=ISO-8859-1` })),
  },
  'a quoted charset in capitals': {
    make: withBody(({ type }) => ({ type: `${type};Charset="UTF8"` })),
  },
  'other characters in another charset': {
    make: withBody(({ type, body }) => ({
      type: `${type}; charset=windows-1252`,
      bytes: Buffer.concat([Buffer.from(body), lost]),
    })),
    outcome: () => refused(415, /UTF-8; in windows-1252 only ASCII/),
  },
  'other characters in no charset': {
    make: withBody(({ body }) => ({ bytes: Buffer.concat([Buffer.from(body), lost]) })),
    outcome: () => refused(400, /not valid UTF-8/),
  },
  'UTF-16': {
    make: withBody(({ type }) => ({ type: `${type}; charset=UTF-16` })),
    outcome: () => refused(415, /UTF-8, not in the charset utf-16/),
  },
  'a charset that nobody knows': {
    make: withBody(({ type }) => ({ type: `${type}; charset=x-nothing` })),
    outcome: () => refused(415, /UTF-8, not in the charset x-nothing/),
  },
  'another type': {
    make: withBody(() => ({ type: 'text/plain' })),
    outcome: ({ path }) =>
      refused(415, path.includes('oauth') ? /form .* or JSON/ : /must be JSON/),
  },
  'a byte order mark': { make: withBody(({ body }) => ({ body: `\ufeff${body}` })) },
  'a line feed behind the body': { make: withBody(({ body }) => ({ body: `${body}\r\n` })) },
  compression: {
    make: withBody(() => ({ head: ['Content-Encoding: gzip'] })),
    outcome: () => refused(415, /Content-Encoding/),
  },
  'a body that its type promises and that is empty': {
    make: (request) => (request.method === 'GET' ? null : { ...request, type: json, body: '' }),
    outcome: (request) => emptyOutcome(request),
  },
  'no body, and a type of something else': {
    make: (request) =>
      request.method === 'GET' ? null : { ...request, type: 'text/plain', body: '' },
    outcome: (request) => emptyOutcome(request),
  },
  'a type that is none, without a body': {
    make: (request) =>
      request.bodyOptional === true ? { ...request, type: ';;;=', body: '' } : null,
  },
  'a type that is none': {
    make: withBody(() => ({ type: 'json;' })),
    outcome: ({ path }) =>
      refused(415, path.includes('oauth') ? /form .* or JSON/ : /must be JSON/),
  },
  'null for an optional body': {
    make: (request) => (request.bodyOptional === true ? { ...request, body: 'null' } : null),
  },
  'a body that nobody reads': {
    make: (request) =>
      request.method === 'POST' && request.body === undefined
        ? { ...request, type: json, body: '{"a":1}' }
        : null,
    outcome: () => ({ warned: ['body'] }),
  },
  'an unknown expectation': { make: head('Expect: 200-ok') },
  'doubled slashes in the path': {
    make: (request) => ({ ...request, path: request.path.replaceAll('/', '//') }),
  },
  'a slash behind the path': { make: (request) => ({ ...request, path: `${request.path}/` }) },
  'an unknown query parameter': {
    make: (request) => ({ ...request, query: `${request.query ?? ''}&colour=red` }),
    outcome: () => ({ warned: ['colour'] }),
  },
  'an unknown field': {
    make: withBody(({ type, body }) => ({
      body: type === form ? `${body}&colour=red` : body.replace(/^\{/, '{"colour":"red",'),
    })),
    outcome: () => ({ warned: ['colour'] }),
  },
  'an idempotency key twice': {
    make: (request) =>
      request.isKeyed === true
        ? { ...request, head: ['Idempotency-Key: same', 'Idempotency-Key: same'] }
        : null,
    outcome: () => refused(400, /Idempotency-Key header was sent twice/),
  },
  'a content type twice': {
    make: withBody(({ type }) => ({ head: [`Content-Type: ${type}`] })),
    outcome: () => refused(400, /Content-Type header was sent twice/),
  },
  'a line end behind a secret': {
    make: withBody(({ path, body }) => {
      const { clientSecret } = door.client;
      return path.includes('oauth')
        ? {
            body: body.replace(
              clientSecret,
              `${clientSecret}${body.startsWith('{') ? '\\r\\n' : '%0A'}`,
            ),
          }
        : {};
    }),
  },
};

/** §9 asks nobody to send less than a body that an operation needs. */
function emptyOutcome({ path, body, bodyOptional }: Request): Outcome {
  if (body === undefined || bodyOptional === true) return taken;
  return path.includes('oauth')
    ? refused(400, /grant_type is required/)
    : refused(400, /body is empty/);
}

function expectOutcome(kind: string, answer: Answer, plain: Answer, outcome: Outcome): void {
  const described = { kind, status: answer.status, says: answer.body.message };
  if ('status' in outcome) {
    expect(described).toEqual({
      kind,
      status: outcome.status,
      says: expect.stringMatching(outcome.says),
    });
    return;
  }
  // The second check-in of a ticket is denied, and the second upsert of a contact creates nothing.
  const same = [
    plain.status,
    ...(kind === 'check-in' ? [200, 422] : kind === 'upsert' ? [200, 201] : []),
  ];
  expect(same, JSON.stringify(answer)).toContain(answer.status);
  expect({ kind, warned: Object.keys(answer.body.warnings ?? {}) }).toEqual({ kind, ...outcome });
}

describe('Every kind of route', () => {
  it.each(Object.entries(oddities))(
    'answers %s as any other does',
    async (_name, { make, outcome }) => {
      let tried = 0;
      for (const [kind, requestOf] of Object.entries(kinds)) {
        const request = requestOf();
        const odd = make(request);
        if (odd === null) continue;
        tried += 1;
        const plain = await send(request);
        expect([kind, plain.status < 400 || kind === 'check-in']).toEqual([kind, true]);
        expectOutcome(kind, await send(odd), plain, outcome?.(request) ?? taken);
      }
      expect(tried).toBeGreaterThan(0);
    },
  );

  it.each(surroundings)('takes a reference between %j and %j', async (before, after) => {
    const around = (reference: string) => before + reference + after;
    const encoded = (reference: string) => encodeURIComponent(around(reference));
    const { event, order } = door;
    const requests: readonly Request[] = [
      { method: 'GET', path: `${v1}/tickets/${encoded(ticket)}` },
      { method: 'GET', path: `${v1}/events/${encoded(event)}` },
      { method: 'GET', path: `${v1}/events/${encoded('gala')}/scans` },
      { method: 'GET', path: `${v1}/events/gala/tickets`, query: `order=${encoded(order)}` },
      { method: 'DELETE', path: `${v1}/webhooks/${encoded(await newHook())}` },
      written('POST', 'webhooks', {
        url: 'http://127.0.0.1:9/',
        events: ['order.created'],
        event: around(event),
      }),
    ];
    for (const request of requests) {
      expect([request.path, (await send(request)).status < 300]).toEqual([request.path, true]);
    }
    const { body } = await send(keyed('scans', { ticket: around(ticket) }));
    expect(body).toHaveProperty('scan.reference');
    const uploaded = await door.client.post('/scanner/scans', {
      items: [{ ...scan(), ticket: around(ticket) }],
    });
    expect(await uploaded.json()).toMatchObject({
      data: [{ status: expect.stringMatching(/recorded|duplicate/) }],
    });
  });
});

async function newHook(): Promise<string> {
  const created = await door.client.post('/integration/webhooks', {
    url: 'http://127.0.0.1:9/',
    events: ['order.created'],
  });
  return /whk_\w+/.exec(await created.text())?.[0] ?? '';
}

function scan() {
  return {
    reference: 'scn_01kyvbnvq0g7m3x9r2c5t8w4ez',
    result: 'denied',
    reason: 'scanning.already_scanned',
    scanned_at: '2026-11-26T18:00:00Z',
    clock_offset_ms: 0,
    sequence: 1,
    snapshot: { watermark: null },
  };
}

describe('An idempotency key', () => {
  it('is the same with and without the quotes of a structured field', async () => {
    const body = { email: 'quoted@example.org' };
    const first = await door.client.post('/integration/contacts', body, {
      'idempotency-key': 'a"b',
    });
    expect(first.headers.has('idempotent-replayed')).toBe(false);
    const quoted = { 'idempotency-key': '"a\\"b"' };
    const again = await door.client.post('/integration/contacts', body, quoted);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await again.text()).toBe(await first.text());
    const empty = await door.client.post('/integration/contacts', body, {
      'idempotency-key': '""',
    });
    expect(empty.status).toBe(400);
  });

  it('replays what was unknown in its request, too', async () => {
    const key = { 'idempotency-key': 'unknown' };
    const body = { email: 'unknown@example.org', colour: 'red' };
    const [first, again] = [
      await (await door.client.post('/integration/contacts', body, key)).text(),
      await (await door.client.post('/integration/contacts', body, key)).text(),
    ];
    expect(first).toContain('"warnings":{"colour":');
    expect(again).toBe(first);
  });
});

describe('A warning', () => {
  it('also comes with an error, where a wrong name is its reason', async () => {
    const answer = await door.client.post(
      '/integration/contacts',
      { Email: 'ada@example.org' },
      { 'idempotency-key': 'wrong-name' },
    );
    expect(await answer.json()).toMatchObject({
      status: 422,
      errors: { email: ['The email field is required.'] },
      warnings: { Email: ['The field Email is unknown and was ignored.'] },
    });
  });

  it('names a place in a list once, and repeats no more than a little of a request', async () => {
    const items = Array.from({ length: 50 }, () => ({ ...scan(), tiket: 'x' }));
    const uploaded = await door.client.post('/scanner/scans', { items });
    expect(await uploaded.json()).toMatchObject({
      warnings: { 'items.*.tiket': [expect.any(String)] },
    });
    const many = Object.fromEntries(
      Array.from({ length: 500 }, (_value, index) => [`${index}${'x'.repeat(500)}`, 1]),
    );
    const answer = await door.client.post('/integration/webhooks', many);
    expect((await answer.text()).length).toBeLessThan(10_000);
  });
});
