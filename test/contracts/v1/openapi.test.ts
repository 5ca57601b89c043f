import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, freshKey, walk, type ApiClient } from '../../support/v1/api-client.ts';
import {
  examplesOf,
  expectValid,
  find,
  isJsonSchema,
  operationsOf,
  parametersOf,
  webhooksOf,
} from '../../support/v1/description.ts';
import { startTestServer } from '../../support/test-server.ts';
import type { Gatehouse } from '../../support/v1/gatehouse.ts';
import { Description, type Operation } from '../../support/v1/openapi-shapes.ts';
import { shaped } from '../../support/v1/shaped.ts';
import { EntryScan, Event, OrderDetails, Ticket } from '../../support/v1/shapes.ts';

/** The document at `/v1/openapi.json`: a client generator's eyes, and every live answer against it. */
let gatehouse: Gatehouse;
let client: ApiClient;
let document: Description;

beforeAll(async () => {
  gatehouse = await startTestServer({ demo: 60 });
  if (gatehouse.demo === null) throw new Error('expected a demo');
  client = await connect(gatehouse, gatehouse.demo.integrator);
  const answer = await fetch(`${gatehouse.baseUrl}/openapi.json`);
  expect(answer.headers.get('content-type')).toMatch(/^application\/(?:openapi\+)?json\b/);
  document = shaped(Description, await answer.json());
});
afterAll(() => gatehouse[Symbol.asyncDispose]());

describe('/v1/openapi.json', () => {
  it('has the operations of the specification, each with an id of its own', () => {
    const listed = operationsOf(document).map(({ path, method }) => `${method} ${path}`);
    expect(listed).toEqual(
      expect.arrayContaining([
        'get /integration/me',
        'get /integration/events',
        'get /integration/events/{eventKey}',
        'get /integration/events/{eventKey}/orders',
        'get /integration/orders',
        'get /integration/orders/{reference}',
        'get /integration/events/{eventKey}/tickets',
        'get /integration/tickets/{reference}',
        'get /integration/contacts',
        'get /integration/contacts/{reference}',
        'get /integration/events/{eventKey}/scans',
        'get /integration/webhooks',
        'post /integration/contacts',
        'post /integration/scans',
        'post /integration/webhooks',
        'delete /integration/webhooks/{reference}',
        'post /oauth/token',
      ]),
    );
    const all = [...operationsOf(document), ...webhooksOf(document)];
    const ids = all.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has no reference that leads nowhere', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(50);
    for (const [, pointer = ''] of references) {
      expect([pointer, typeof find(document, pointer)]).toEqual([pointer, 'object']);
    }
  });

  it('has schemas in the dialect of OpenAPI 3.1', () => {
    const { schemas } = document.components;
    expect(isJsonSchema({ type: 'text' })).toBe(false);
    for (const [name, schema] of Object.entries(schemas)) {
      expect([name, isJsonSchema(schema)]).toEqual([name, true]);
    }
    for (const { path, operation } of [...operationsOf(document), ...webhooksOf(document)]) {
      for (const { schema } of examplesOf(document, operation)) {
        expect([path, isJsonSchema(schema)]).toEqual([path, true]);
      }
    }
  });

  it('names the server that was asked, and where tokens are', () => {
    expect(document.servers[0]?.url).toBe(gatehouse.baseUrl);
    const token = document.paths['/oauth/token'];
    expect(token?.servers?.[0]?.url).toBe(gatehouse.authUrl);
    expect(JSON.stringify(document.components.securitySchemes)).toContain(
      `"tokenUrl":"${gatehouse.authUrl}/oauth/token"`,
    );
  });

  it('describes every tag that it uses', () => {
    const tags = new Set(
      [...operationsOf(document), ...webhooksOf(document)].flatMap(
        ({ operation }) => operation.tags,
      ),
    );
    expect(document.tags.map(({ name }) => name).toSorted()).toEqual([...tags].toSorted());
  });

  it('declares the parameters of every path, and scopes that exist', () => {
    const schemes = JSON.stringify(document.components.securitySchemes);
    for (const { path, operation } of operationsOf(document)) {
      const declared = parametersOf(document, operation).filter((one) => one.in === 'path');
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(declared.map(({ name }) => name)).toEqual(named);
      expect(declared.every(({ required }) => required === true)).toBe(true);
      for (const scope of operation.security.flatMap((one) => Object.values(one).flat())) {
        expect(schemes).toContain(`"${scope}"`);
      }
    }
  });

  it('has every status that an operation can answer', () => {
    for (const { path, method, operation } of operationsOf(document)) {
      const { responses, requestBody } = operation;
      const parameters = parametersOf(document, operation);
      const isToken = path === '/oauth/token';
      const isList = parameters.some(({ name }) => name === 'per_page');
      const statuses = Object.keys(responses);
      const expected = [
        '400',
        '401',
        '429',
        '500',
        '503',
        ...(isToken ? [] : ['403']),
        ...(path.includes('{') ? ['404'] : []),
        ...(isList ? ['422'] : []),
        ...(requestBody === undefined ? [] : ['413', '415']),
        ...(parameters.some(({ name }) => name === 'Idempotency-Key') ? ['409', '422'] : []),
      ];
      expect({ path, method, statuses }).toEqual({
        path,
        method,
        statuses: expect.arrayContaining(expected),
      });
      for (const [status, { headers = {} }] of Object.entries(responses)) {
        if (status === '429') expect(Object.keys(headers)).toContain('Retry-After');
        if (status === '401') expect(Object.keys(headers)).toContain('WWW-Authenticate');
      }
    }
  });

  it('describes what the server really answers', async () => {
    const [event] = await walk(client, Event, '/integration/events');
    const base = `/integration/events/${event?.reference}`;
    const [order] = await walk(client, OrderDetails, '/integration/orders?per_page=100');
    const [ticket] = await walk(client, Ticket, `${base}/tickets?per_page=100`);
    await walk(client, EntryScan, `${base}/scans?per_page=100`);
    const since = 'updated_since=1970-01-01T00:00:00Z';
    const reads: readonly [string, string][] = [
      ['/integration/me', '/integration/me'],
      ['/integration/events', '/integration/events'],
      ['/integration/events', `/integration/events?${since}`],
      ['/integration/events', '/integration/events?per_page=0'],
      ['/integration/events/{eventKey}', base],
      ['/integration/events/{eventKey}', '/integration/events/none'],
      ['/integration/events/{eventKey}/orders', `${base}/orders`],
      ['/integration/orders', `/integration/orders?${since}`],
      ['/integration/orders/{reference}', `/integration/orders/${order?.reference}`],
      ['/integration/events/{eventKey}/tickets', `${base}/tickets?include=answers`],
      ['/integration/tickets/{reference}', `/integration/tickets/${ticket?.reference}`],
      ['/integration/contacts', '/integration/contacts?include_deleted=1'],
      ['/integration/events/{eventKey}/scans', `${base}/scans?${since}`],
      ['/integration/webhooks', '/integration/webhooks'],
    ];
    for (const [path, target] of reads) {
      await expectDescribed(document.paths[path]?.get, await client.call(target), target);
    }
    const scans = document.paths['/integration/scans']?.post;
    const body = { ticket: ticket?.reference };
    for (const key of [freshKey(), freshKey(), {}]) {
      await expectDescribed(scans, await client.post('/integration/scans', body, key), 'scan');
    }
    const contacts = document.paths['/integration/contacts']?.post;
    for (const email of ['doc@example.org', 'doc@example.org', 'no']) {
      const answer = await client.post('/integration/contacts', { email }, freshKey());
      await expectDescribed(contacts, answer, 'contact');
    }
  });
});

async function expectDescribed(operation: Operation | undefined, answer: Response, what: string) {
  const described = operation?.responses[answer.status];
  const type = (answer.headers.get('content-type') ?? '').split(';', 1)[0] ?? '';
  const schema = described?.content?.[type]?.schema;
  if (schema === undefined) throw new Error(`${what}: ${answer.status} ${type} is not described`);
  expectValid(document, schema, { value: await answer.json(), what });
}

describe('/docs', () => {
  it('is one page of its own: what it names is in it or on this server', async () => {
    const answer = await fetch(`${gatehouse.authUrl}/docs`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    const page = await answer.text();
    expect(page).not.toMatch(/<script|<link|\ssrc=|@import|url\(/);
    for (const [, target = ''] of page.matchAll(/href="([^"]+)"/g)) {
      if (target.startsWith('#')) expect(page).toContain(` id="${target.slice(1)}"`);
      else expect((await fetch(new URL(target, answer.url))).status).toBe(200);
    }
    // Every error says where its explanation is.
    const refused = await client.refused(404, '/integration/events/none');
    const { pathname, hash } = new URL(refused.type, gatehouse.authUrl);
    expect(pathname).toBe('/docs');
    expect(page).toContain(` id="${hash.slice(1)}"`);
  });
});
