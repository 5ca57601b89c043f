import { STATUS_CODES } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  examplesOf,
  expectDescribed,
  expectValid,
  operationsOf,
  parametersOf,
  webhooksOf,
  type DescribedExample,
} from '../../support/v1/description.ts';
import { startTestServer } from '../../support/test-server.ts';
import type { Gatehouse } from '../../support/v1/gatehouse.ts';
import { Description } from '../../support/v1/openapi-shapes.ts';
import { Envelope, eventNames, expectPayload, readDelivery } from '../../support/v1/payloads.ts';
import { shaped } from '../../support/v1/shaped.ts';
import { Changes, ErrorBody, List, Order, Verdict } from '../../support/v1/shapes.ts';

/** The examples in the document at `/v1/openapi.json`: what somebody reads before the first call. */
let gatehouse: Gatehouse;
let document: Description;
let examples: readonly (DescribedExample & { readonly what: string })[];

beforeAll(async () => {
  gatehouse = await startTestServer({ rateLimit: 120 });
  const answer = await fetch(`${gatehouse.baseUrl}/openapi.json`);
  document = shaped(Description, await answer.json());
  examples = operationsOf(document).flatMap(({ path, method, operation }) =>
    examplesOf(document, operation).map((example) => {
      const { part, status, mediaType, name } = example;
      return { ...example, what: [method, path, part, status, mediaType, name].join(' ') };
    }),
  );
});
afterAll(() => gatehouse[Symbol.asyncDispose]());

/** Every object within a value, itself included. */
function objectsIn(value: unknown): Readonly<Record<string, unknown>>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [{ ...value }, ...inner];
}

const answers = (status: string) => examples.filter((example) => example.status === status);

describe('examples', () => {
  it('are what they are examples of', () => {
    expect(examples.length).toBeGreaterThan(200);
    for (const { schema, value, what } of examples) expectValid(document, schema, { value, what });
  });

  it('are there for every schema and every parameter, and valid', () => {
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
    const upload = examples.find(({ what }) => what.startsWith('post /scanner/scans request'));
    const { items } = shaped(Type.Object({ items: Type.Array(Type.Unknown()) }), upload?.value);
    for (const value of items) {
      const schema = { $ref: '#/components/schemas/ScanUpload' };
      expectValid(document, schema, { value, what: 'an item' });
    }
  });

  it('give every thing a reference of its own', () => {
    const prefixes = new Map<string, Set<string>>();
    for (const [, prefix = '', tail = ''] of JSON.stringify(examples).matchAll(
      /"([a-z]{2,3})_([0-9a-hjkmnp-tv-z]{26})"/g,
    )) {
      prefixes.set(tail, (prefixes.get(tail) ?? new Set()).add(prefix));
    }
    expect(prefixes.size).toBeGreaterThan(20);
    for (const [tail, named] of prefixes) expect([tail, named.size]).toEqual([tail, 1]);
  });

  it('read the very thing that their path names', () => {
    for (const { path, method, operation } of operationsOf(document)) {
      if (method !== 'get' || !path.endsWith('{reference}')) continue;
      const [named] = operation.parameters ?? [];
      const read = examplesOf(document, operation).filter(({ status }) => status === '200');
      expect(read.map(({ value }) => value)).toMatchObject([
        { data: { reference: Object(named).example } },
      ]);
    }
  });
});

describe('examples of lists', () => {
  const Row = Type.Object({ reference: Type.String() });
  const Dated = Type.Object({ reference: Type.String(), updated_at: Type.String() });
  const Numbered = Compile(List(Row));
  const Incremental = Compile(Changes(Dated));

  it('have pages whose numbers are right and whose addresses are on this server', () => {
    const pages = answers('200').flatMap(({ what, value }) =>
      Numbered.Check(value) ? [{ what, page: value.data }] : [],
    );
    expect(pages).toHaveLength(10);
    for (const { what, page } of pages) {
      const rows = page.data.length;
      expect([what, rows]).toEqual([what, Math.min(page.per_page, page.total)]);
      expect({ ...page }).toMatchObject({
        from: (page.current_page - 1) * page.per_page + 1,
        to: (page.current_page - 1) * page.per_page + rows,
        last_page: Math.ceil(page.total / page.per_page),
      });
      expect(page.next_page_url === null).toBe(page.current_page === page.last_page);
      expect(page.prev_page_url === null).toBe(page.current_page === 1);
      expect(page.links).toHaveLength(page.last_page + 2);
      expect(/^\/(?:integration|scanner)\//.test(page.path.slice(gatehouse.baseUrl.length))).toBe(
        true,
      );
      for (const { url } of page.links) if (url !== null) expect(url).toContain(`${page.path}?`);
    }
  });

  it('have walks that begin where they were asked to, oldest change first', () => {
    const walks = answers('200').flatMap(({ what, value }) =>
      Incremental.Check(value) ? [{ what, ...value }] : [],
    );
    expect(walks).toHaveLength(9);
    for (const { what, data, watermark } of walks) {
      const next = new URL(data.next_page_url ?? '');
      const since = next.searchParams.get('updated_since') ?? '';
      expect(next.searchParams.get('cursor')).toBe(data.next_cursor);
      const times = [since, ...data.data.map((row) => row.updated_at), watermark];
      expect([what, times]).toEqual([what, times.toSorted()]);
    }
  });
});

describe('examples of errors', () => {
  it('are what the server says under that status', () => {
    const errors = examples.filter(
      ({ status, value }) =>
        Number(status) >= 400 && objectsIn(value)[0]?.['allowed'] === undefined,
    );
    expect(errors.length).toBeGreaterThan(150);
    for (const { what, status, value } of errors) {
      const { error, error_description, ...body } = { ...objectsIn(value)[0] };
      const { message, code, type, title, ...rest } = shaped(ErrorBody, body);
      expect({ what, status: rest.status, title, type, detail: rest.detail }).toEqual({
        what,
        status: Number(status),
        title: STATUS_CODES[status],
        type: `/docs#error-${code}`,
        detail: message,
      });
      expect(message).toMatch(/^[A-Z].+\.$/);
      expect(rest.errors === undefined).toBe(code !== 'validation.failed');
      if (what.includes('/oauth/token')) {
        expect(error).toMatch(/^[a-z_]+$/);
        expect(error_description).toBe(message);
      }
    }
  });

  it('are there for every code that the status can have', () => {
    for (const { path, operation } of operationsOf(document)) {
      for (const [status, { description }] of Object.entries(operation.responses)) {
        const codes = [...description.matchAll(/^- `([a-z_.]+)`: /gm)].map(([, code]) => code);
        const shown = examplesOf(document, operation)
          .filter((one) => one.status === status && one.mediaType === 'application/json')
          .flatMap(({ value }) => objectsIn(value).flatMap(({ code }) => code ?? []));
        if (Number(status) >= 400) expect([path, status, shown]).toEqual([path, status, codes]);
      }
    }
  });
});

describe('examples of resources', () => {
  it('have verdicts that fit their status', () => {
    const isVerdict = Compile(Verdict);
    const verdicts = examples.flatMap(({ status, value }) =>
      isVerdict.Check(value) ? [{ status, verdict: value }] : [],
    );
    expect(verdicts.map(({ status }) => status)).toEqual(['200', '422']);
    for (const { status, verdict } of verdicts) {
      const isAllowed = status === '200';
      expect(verdict).toMatchObject({
        allowed: isAllowed,
        message: expect.stringMatching(/^[A-Z].+ .+\.$/),
        scan: { result: isAllowed ? 'allowed' : 'denied' },
      });
      expect(verdict.reason === 'scanning.allowed').toBe(isAllowed);
    }
  });

  it('have orders whose sums are right', () => {
    const isOrder = Compile(Type.Object({ ...Order.properties }));
    const orders = examples.flatMap(({ value }) =>
      objectsIn(value).flatMap((part) => (isOrder.Check(part) ? [part] : [])),
    );
    expect(orders.length).toBeGreaterThan(5);
    for (const { subtotal, discount_total, tax_total, total } of orders) {
      expect(subtotal - discount_total + tax_total).toBe(total);
    }
  });

  it('subscribe to events that there are', () => {
    const Events = Compile(Type.Object({ events: Type.Array(Type.String(), { minItems: 1 }) }));
    const lists = examples.flatMap(({ value }) =>
      objectsIn(value).flatMap((part) => (Events.Check(part) ? [part.events] : [])),
    );
    expect(lists.length).toBeGreaterThan(3);
    for (const events of lists) expect(eventNames).toEqual(expect.arrayContaining(events));
  });
});

describe('webhooks', () => {
  it('are exactly the events that there are to subscribe to', () => {
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

  it('expect any 2xx, and take everything else for a failed attempt', () => {
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
