import { Webhook } from 'standardwebhooks';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, freshKey, walk, type ApiClient } from '../../support/v1/api-client.ts';
import {
  examplesOf,
  expectDescribed,
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
import { Envelope, eventNames, expectPayload, readDelivery } from '../../support/v1/payloads.ts';
import { shaped } from '../../support/v1/shaped.ts';
import { EntryScan, Event, OrderDetails, Ticket } from '../../support/v1/shapes.ts';

/** The document at `/v1/openapi.json`, as client generators read it, and live answers checked against it. */
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
  it('has the operations of the specification, each with its own id', () => {
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

  it('has no dangling reference', () => {
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

  it('names the requested server, and where tokens are', () => {
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

  it('lists every status that an operation can return', () => {
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
        ...(parameters.some(({ name }) => name === 'Idempotency-Key') ? ['409'] : []),
        ...(requestBody === undefined || isToken ? [] : ['422']),
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

  it('describes what the server really returns', async () => {
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
      await expectDescribedAnswer(document.paths[path]?.get, await client.call(target), target);
    }
    const scans = document.paths['/integration/scans']?.post;
    const body = { ticket: ticket?.reference };
    for (const key of [freshKey(), freshKey(), {}]) {
      await expectDescribedAnswer(
        scans,
        await client.post('/integration/scans', body, key),
        'scan',
      );
    }
    const contacts = document.paths['/integration/contacts']?.post;
    for (const email of ['doc@example.org', 'doc@example.org', 'no']) {
      const answer = await client.post('/integration/contacts', { email }, freshKey());
      await expectDescribedAnswer(contacts, answer, 'contact');
    }
  });
});

async function expectDescribedAnswer(
  operation: Operation | undefined,
  answer: Response,
  what: string,
) {
  const described = operation?.responses[answer.status];
  const type = (answer.headers.get('content-type') ?? '').split(';', 1)[0] ?? '';
  const schema = described?.content?.[type]?.schema;
  if (schema === undefined) throw new Error(`${what}: ${answer.status} ${type} is not described`);
  expectValid(document, schema, { value: await answer.json(), what });
}

/** Every body that the document shows. */
const examples = () =>
  operationsOf(document).flatMap(({ path, method, operation }) =>
    examplesOf(document, operation).map((example) => {
      const { part, status, mediaType, name } = example;
      return { ...example, what: [method, path, part, status, mediaType, name].join(' ') };
    }),
  );

describe('the examples of /v1/openapi.json', () => {
  it('are valid for what they illustrate', () => {
    expect(examples().length).toBeGreaterThan(200);
    for (const { schema, value, what } of examples())
      expectValid(document, schema, { value, what });
  });

  it('exist for every schema and every parameter, and are valid', () => {
    const Shown = Type.Object({ examples: Type.Array(Type.Unknown(), { minItems: 1 }) });
    for (const [what, schema] of Object.entries(document.components.schemas)) {
      for (const value of shaped(Shown, schema).examples) {
        expectValid(document, schema, { value, what });
      }
    }
    for (const { path, operation } of [...operationsOf(document), ...webhooksOf(document)]) {
      for (const { schema, example: value, name } of parametersOf(document, operation)) {
        expectValid(document, schema, { value, what: `${path} ${name}` });
      }
    }
  });

  it('show an upload whose items are scans, although every item is checked on its own', () => {
    const upload = examples().find(({ what }) => what.startsWith('post /scanner/scans request'));
    const { items } = shaped(Type.Object({ items: Type.Array(Type.Unknown()) }), upload?.value);
    for (const value of items) {
      const schema = { $ref: '#/components/schemas/ScanUpload' };
      expectValid(document, schema, { value, what: 'an item' });
    }
  });
});

describe('the webhooks of /v1/openapi.json', () => {
  it('are exactly the events that can be subscribed to', () => {
    expect(
      webhooksOf(document)
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(eventNames.toSorted());
  });

  it('show a delivery of each event, as the specification has it', () => {
    for (const { path, operation } of webhooksOf(document)) {
      const [example, ...others] = examplesOf(document, operation);
      if (example === undefined) throw new Error(`expected an example of ${path}`);
      expect(others).toEqual([]);
      expectDescribed(document, example.schema, { value: example.value, what: path });
      expect(shaped(Envelope, example.value).event).toBe(path);
      expectPayload(path, Object(example.value).data);
    }
  });

  it('document that any 2xx is a success and everything else a failed attempt', () => {
    for (const { operation } of webhooksOf(document)) {
      expect(Object.keys(operation.responses)).toEqual(['2XX', 'default']);
    }
  });

  it('show headers whose signatures are those of the delivery beside them', () => {
    const created = webhooksOf(document).find(({ path }) => path === 'order.created');
    if (created === undefined) throw new Error('expected order.created');
    const parameters = parametersOf(document, created.operation);
    const headers = new Map(parameters.map(({ name, example }) => [name.toLowerCase(), example]));
    const [example] = examplesOf(document, created.operation);
    const body = JSON.stringify(example?.value);
    const tag = document.tags.find(({ name }) => name === 'Webhooks');
    const secret = /`(whsec_[^`]+)`/.exec(tag?.description ?? '')?.[1] ?? '';
    const sent = { 'content-type': 'application/json', ...Object.fromEntries(headers) };
    expect(readDelivery({ headers: sent, body }, secret).event).toBe('order.created');
    const id = String(headers.get('webhook-id'));
    const at = new Date(Number(headers.get('webhook-timestamp')) * 1000);
    expect(new Webhook(secret).sign(id, at, body)).toBe(headers.get('webhook-signature'));
    expect(headers.get('x-service-delivery')).toBe(id);
  });
});

describe('/docs', () => {
  it('is a self-contained page: everything that it refers to is in it or on this server', async () => {
    const answer = await fetch(`${gatehouse.authUrl}/docs`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    const page = await answer.text();
    expect(page).not.toMatch(/<script [^>]|<link (?!rel="icon" href="data:)|\ssrc=|@import|url\(/);
    for (const [, target = ''] of page.matchAll(/href="((?!data:)[^"]+)"/g)) {
      if (target.startsWith('#')) expect(page).toContain(` id="${target.slice(1)}"`);
      else expect((await fetch(new URL(target, answer.url))).status).toBe(200);
    }
    // Every error has the address of its explanation.
    const refused = await client.refused(404, '/integration/events/none');
    const { pathname, hash } = new URL(refused.type, gatehouse.authUrl);
    expect(pathname).toBe('/docs');
    const index = await (await fetch(`${gatehouse.authUrl}/docs/search.json`)).json();
    const at = index.find(({ id }: { id: string }) => id === hash.slice(1))?.at;
    expect(at).toBe('/docs/errors');
    expect(await (await fetch(gatehouse.authUrl + at)).text()).toContain(` id="${hash.slice(1)}"`);
  });
});
