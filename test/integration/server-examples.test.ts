import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCodes, type ErrorCode } from '../../shared/contract/errors.ts';
import { sharedRefusals } from '../../src-server/docs/examples/refusals.ts';
import { heartbeat } from '../../src-server/docs/examples/scanner.ts';
import { webhookCreate } from '../../src-server/docs/examples/requests.ts';
import {
  tokenErrorCodes,
  tokenRefusal,
  type TokenErrorCode,
} from '../../src-server/docs/examples/token-refusals.ts';
import { describeApi } from '../../src-server/docs/openapi/describe-api.ts';
import {
  operations,
  routeTable,
  type Operation,
  type RouteContract,
} from '../../shared/contract/route-table.ts';
import { scopes } from '../../shared/contract/scopes.ts';
import { eraseContact } from '../../src-server/services/contacts.ts';
import { changePlan } from '../../src-server/services/organisers.ts';
import {
  makeClient,
  makeDoor,
  requestToken,
  startTestServer,
  ticketsOf,
  type TestServer,
} from '../support/test-server.ts';

/** The refusals that the API's description shows are the ones that the server gives. */
let host: TestServer;
let door: Awaited<ReturnType<typeof makeDoor>>;
let ticket: string;
let contact: string;

beforeAll(async () => {
  host = await startTestServer();
  door = await makeDoor(host);
  [ticket = ''] = await ticketsOf(host, door.event);
  const people = await door.client.get('/integration/contacts');
  [contact = ''] = /con_\w+/.exec(await people.text()) ?? [];
});
afterAll(() => host[Symbol.asyncDispose]());

async function expectShown(response: Response, shown: unknown): Promise<void> {
  expect(await response.json()).toEqual({
    ...Object(shown),
    request_id: expect.stringMatching(/^req_[0-9a-f-]{36}$/),
  });
}

const key = () => ({ 'idempotency-key': randomUUID() });
const scan = (headers: Record<string, string>, body: unknown = { ticket }) =>
  door.client.post('/integration/scans', body, headers);

/** How each of the refusals that read the same everywhere comes about. */
const causes: Partial<Record<string, () => Promise<Response>>> = {
  'auth.token_missing': () => fetch(`${host.server.baseUrl}/integration/me`),
  'auth.token_invalid': () => {
    const headers = { authorization: 'Bearer gat_nonsense' };
    return fetch(`${host.server.baseUrl}/integration/me`, { headers });
  },
  'plan.required': async () => {
    const { client, organiser } = await makeDoor(host);
    await host.database.write((tx) => changePlan(tx, organiser, 'free'));
    return client.get('/integration/me');
  },
  'resource.not_found': () => door.client.get('/integration/events/nonsense'),
  'idempotency.key_missing': () => scan({}),
  'idempotency.key_invalid': () => scan({ 'idempotency-key': 'x'.repeat(201) }),
  'idempotency.key_reused': async () => {
    const headers = key();
    await scan(headers);
    return scan(headers, { ticket, session: null });
  },
  'request.too_large': () => scan(key(), { ticket: 'x'.repeat(1024 * 1024) }),
  'request.unsupported_media_type': () => scan({ ...key(), 'content-type': 'text/plain' }),
  'cursor.invalid': () =>
    door.client.get('/integration/contacts?updated_since=1970-01-01T00:00:00Z&cursor=nonsense'),
  'contacts.erased': async () => {
    const email = 'erased@example.org';
    const upsert = () => door.client.post('/integration/contacts', { email }, key());
    const [reference = ''] = /con_\w+/.exec(await (await upsert()).text()) ?? [];
    await host.database.write((tx) => eraseContact(tx, reference));
    return upsert();
  },
  'rate.limited': async () => {
    await using limited = await startTestServer({ rateLimit: 1 });
    const { client } = await makeDoor(limited);
    await client.get('/integration/me');
    const response = await client.get('/integration/me');
    return new Response(await response.text(), response);
  },
};

describe('every refusal that operations share', () => {
  /** What needs a race or a broken disk. */
  const unprovoked = ['idempotency.in_progress', 'server.failed', 'server.unavailable'];

  it.each(sharedRefusals().filter(({ code }) => !unprovoked.includes(code)))(
    '$code is shown as it is',
    async (shown) => {
      const provoke = causes[shown.code];
      if (provoke === undefined) throw new Error(`expected a way to ${shown.code}`);
      const response = await provoke();
      expect(response.status).toBe(shown.status);
      await expectShown(response, shown);
    },
  );
});

function addressOf(operation: Operation): string {
  const { path } = routeTable[operation];
  const named = { readOrder: door.order, readTicket: ticket, readContact: contact };
  const reference = Object.entries(named).find(([name]) => name === operation)?.[1] ?? 'whk_';
  return path.replace('{eventKey}', door.event).replace('{reference}', reference);
}

const document = describeApi({
  base: 'https://example.org/v1',
  auth: 'https://example.org',
  webhookHeaderPrefix: 'X-Service',
});
const wrongBodies: Partial<Record<Operation, unknown>> = {
  upsertContact: { email: 'nobody' },
  checkIn: {},
  createWebhook: { ...webhookCreate, url: 'ftp://example.org/' },
  uploadScans: { items: [] },
  uploadRedemptions: { items: [] },
  resolveConflict: { note: '' },
  sendHeartbeat: { ...heartbeat, queued: 'many' },
};

/** The example of an error at one operation; undefined where the operation does not have it. */
function shownAt(operation: Operation, code: ErrorCode): unknown {
  const { path, method } = routeTable[operation];
  const names = ['paths', path, method.toLowerCase(), 'responses', String(errorCodes[code])];
  const response = names.reduce<unknown>((part, name) => Object(part)[name], document);
  const media = Object(Object(Object(response).content)['application/json']);
  return media.examples?.[code]?.value ?? media.example;
}

function send(operation: Operation, { client = door.client, body = '', query = '' } = {}) {
  const { method } = routeTable[operation];
  const headers = { 'content-type': 'application/json', ...key() };
  const init = method === 'POST' ? { method, headers, body } : { method };
  return client.call(addressOf(operation) + query, init);
}

/** fetch writes the Host header itself. */
async function sendWithHost(operation: Operation, name: string): Promise<Response> {
  const headers = { host: name, authorization: `Bearer ${door.client.token}` };
  const { method } = routeTable[operation];
  const sent = request(host.server.baseUrl + addressOf(operation), { method, headers }).end();
  const [answer]: IncomingMessage[] = await once(sent, 'response');
  if (answer === undefined) throw new Error('expected an answer');
  return new Response(await text(answer), { status: answer.statusCode ?? 0 });
}

describe('every operation', () => {
  it.each(operations)('%s shows what it says of a value that is not valid', async (operation) => {
    const { query }: RouteContract = routeTable[operation];
    const shown = shownAt(operation, 'validation.failed');
    if (shown === undefined) return;
    const wrong = query.includes('per_page') ? '?per_page=0' : '?include_deleted=2';
    const body = JSON.stringify(wrongBodies[operation]);
    const response = await send(operation, { body, query: wrong });
    expect(response.status).toBe(422);
    await expectShown(response, shown);
  });

  it.each(operations)('%s shows what it says without its scope', async (operation) => {
    const { scopes: granting }: RouteContract = routeTable[operation];
    if (granting.length === 0) return;
    const others = scopes.filter((scope) => !granting.includes(scope));
    const client = await makeClient(host, door.organiser, { scopes: others });
    const response = await send(operation, { client });
    expect(response.status).toBe(403);
    await expectShown(response, shownAt(operation, 'auth.scope_missing'));
  });

  it.each(operations)('%s shows what it says of what cannot be read', async (operation) => {
    const { request: schema }: RouteContract = routeTable[operation];
    const response =
      schema === null
        ? await sendWithHost(operation, 'no@body')
        : await send(operation, { body: '{' });
    expect(response.status).toBe(400);
    await expectShown(response, shownAt(operation, 'request.malformed'));
  });
});

function ask(body: unknown, type = 'application/json'): Promise<Response> {
  return fetch(`${host.server.authUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

const credentials = () => ({
  grant_type: 'client_credentials',
  client_id: door.client.clientId,
  client_secret: door.client.clientSecret,
});

describe('the token endpoint', () => {
  const causes: Readonly<Record<TokenErrorCode, (() => Promise<Response>) | null>> = {
    'oauth.invalid_request': () => ask({}),
    'oauth.unsupported_grant_type': () => ask({ ...credentials(), grant_type: 'password' }),
    'oauth.invalid_scope': () => ask({ ...credentials(), scope: 'nonsense' }),
    'oauth.unauthorized_client': async () => {
      const { client, organiser } = await makeDoor(host);
      await host.database.write((tx) => changePlan(tx, organiser, 'free'));
      return requestToken(host.server, { id: client.clientId, secret: client.clientSecret });
    },
    'request.malformed': () => ask('{'),
    'oauth.invalid_client': () => ask({ ...credentials(), client_secret: 'nonsense' }),
    'request.too_large': () => ask('x'.repeat(1024 * 1024 + 1)),
    'request.unsupported_media_type': () => ask('', 'text/plain'),
    // What needs many requests or a broken disk.
    'rate.limited': null,
    'server.failed': null,
    'server.unavailable': null,
  };

  it.each(tokenErrorCodes)('%s is shown as it is', async (code) => {
    const response = await causes[code]?.();
    if (response === undefined) return;
    expect(response.status).toBe(errorCodes[code]);
    await expectShown(response, tokenRefusal(code));
  });
});
