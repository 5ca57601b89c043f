import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCodes } from '../../shared/contract/errors.ts';
import { exampleDelivery } from '../../src-server/docs/examples/deliveries.ts';
import { errorStatuses } from '../../src-server/docs/responses.ts';
import { routeTable, type RouteContract } from '../../shared/contract/route-table.ts';
import { webhookEventNames } from '../../shared/contract/webhooks.ts';
import { readBody } from '../support/read-body.ts';
import { makeDoor, startTestServer, type TestServer } from '../support/test-server.ts';
import { guideExample } from '../support/webhooks/receiver-guide.ts';

const Anything = Type.Record(Type.String(), Type.Unknown());
const Description = Type.Object({
  openapi: Type.String(),
  servers: Type.Array(Type.Object({ url: Type.String() })),
  paths: Type.Record(Type.String(), Anything),
});

const DescribedOperation = Type.Object({
  operationId: Type.String(),
  responses: Anything,
  security: Type.Array(Anything),
});

let host: TestServer;
beforeAll(async () => {
  host = await startTestServer({ serverTiming: true });
});
afterAll(() => host[Symbol.asyncDispose]());

describe('/v1/openapi.json', () => {
  it('describes every status of every operation', async () => {
    const { paths, openapi, servers } = await readBody(
      await fetch(`${host.server.baseUrl}/openapi.json`),
      Description,
    );
    expect(openapi).toMatch(/^3\.1\./);
    expect(servers[0]?.url).toBe(host.server.baseUrl);
    for (const [operationId, route] of Object.entries<RouteContract>(routeTable)) {
      const described = Value.Parse(
        DescribedOperation,
        paths[route.path]?.[route.method.toLowerCase()],
      );
      expect(described.operationId).toBe(operationId);
      const statuses = [...Object.keys(route.responses).map(Number), ...errorStatuses(route)];
      expect(Object.keys(described.responses).map(Number)).toEqual(
        [...new Set(statuses)].toSorted((a, b) => a - b),
      );
      expect(described.security).toHaveLength(Math.max(route.scopes.length, 1));
    }
  });
});

it('the description and the reference page tell the rate limit of this server', async () => {
  await using limited = await startTestServer({ rateLimit: 300 });
  const text = await (await fetch(`${limited.server.baseUrl}/openapi.json`)).text();
  const { components } = JSON.parse(text);
  expect(components.headers['X-RateLimit-Limit'].example).toBe(300);
  expect(components.headers['RateLimit-Policy'].example).toBe('"default";q=300;w=60');
  const page = await (await fetch(`${limited.server.authUrl}/docs`)).text();
  expect(page).toContain('300 requests in any 60 seconds');
  const unlimited = await (await fetch(`${host.server.authUrl}/docs`)).text();
  expect(unlimited).toContain('This server has no rate limit.');
  expect(`${text}${page}${unlimited}`).not.toMatch(/q=120|120 requests/);
});

describe('the webhooks of /v1/openapi.json', () => {
  const Named = Type.Object({ name: Type.String() });

  it('have the header names of this server, and say that they can be chosen', async () => {
    await using renamed = await startTestServer({ webhookHeaderPrefix: 'X-Acme' });
    const response = await fetch(`${renamed.server.baseUrl}/openapi.json`);
    const text = await response.text();
    const { webhooks, components } = await readBody(
      new Response(text),
      Type.Object({
        webhooks: Type.Record(
          Type.String(),
          Type.Object({ post: Type.Object({ parameters: Type.Array(Type.Unknown()) }) }),
        ),
        components: Type.Object({ parameters: Type.Record(Type.String(), Named) }),
      }),
    );
    expect(Object.keys(webhooks)).toEqual(webhookEventNames);
    const names = Object.values(components.parameters).map(({ name }) => name);
    expect(names).toContain('X-Acme-Signature');
    expect(names).toContain('webhook-signature');
    for (const { post } of Object.values(webhooks)) {
      expect(post.parameters[0]).toMatchObject({ name: 'X-Acme-Event' });
    }
    expect(text).toContain('--webhook-header-prefix');
    expect(text).not.toMatch(/x-service/i);
  });
});

describe('/docs', () => {
  it('explains every operation and every code, with nothing from elsewhere', async () => {
    const response = await fetch(`${host.server.authUrl}/docs`);
    const page = await response.text();
    for (const id of Object.keys(routeTable)) expect(page).toContain(`id="${id}"`);
    for (const code of errorCodes) expect(page).toContain(`id="error-${code}"`);
    expectSelfContained(page);
  });

  it('shows a delivery of every event, from the same source as the description', async () => {
    await using renamed = await startTestServer({ webhookHeaderPrefix: 'X-Acme' });
    const page = await (await fetch(`${renamed.server.authUrl}/docs`)).text();
    for (const name of webhookEventNames) {
      const [, section = ''] = page.split(` id="event-${name}"`);
      const [, shown = ''] = /<pre[^>]*><code>([^<]*)</.exec(section) ?? [];
      expect(JSON.parse(shown.replaceAll('&quot;', '"').replaceAll('&#39;', "'"))).toEqual(
        exampleDelivery(name),
      );
    }
    expect(page).toContain('<code>X-Acme-Signature</code>');
    expect(page).not.toMatch(/x-service/i);
    expectSelfContained(page);
  });

  it.each(['/docs', '/docs/webhooks'])(
    '%s has a policy that lets its own style in and nothing else',
    async (path) => {
      const response = await fetch(`${host.server.authUrl}${path}`);
      const [, style = ''] = /<style>([^<]*)<\/style>/.exec(await response.text()) ?? [];
      const hash = createHash('sha256').update(style).digest('base64');
      expect(response.headers.get('content-security-policy')).toBe(
        `default-src 'none'; style-src 'sha256-${hash}'`,
      );
    },
  );
});

describe('/docs/webhooks', () => {
  it('is the guide for receivers with its example whole, linked with the reference both ways', async () => {
    const response = await fetch(`${host.server.authUrl}/docs/webhooks`);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = await response.text();
    expectSelfContained(page);
    const shown = page.replaceAll('&#39;', "'").replaceAll('&gt;', '>');
    expect(shown).toContain(`<code>${guideExample()}</code>`);
    for (const name of webhookEventNames) expect(page).toContain(`<code>${name}</code>`);
    expect(linksOf(page, response.url)).toContain(`${host.server.authUrl}/docs`);
    const reference = await fetch(`${host.server.authUrl}/docs`);
    expect(linksOf(await reference.text(), reference.url)).toContain(response.url);
  });

  it('names the headers as this server does', async () => {
    await using renamed = await startTestServer({ webhookHeaderPrefix: 'X-Acme' });
    const page = await (await fetch(`${renamed.server.authUrl}/docs/webhooks`)).text();
    expect(page).toContain('<code>X-Acme-Signature</code>');
    expect(page).toContain('x-acme-delivery');
    expect(page).not.toMatch(/x-service/i);
  });
});

function linksOf(page: string, address: string): string[] {
  return [...page.matchAll(/href="([^"]+)"/g)].map(([, to = '']) => new URL(to, address).href);
}

/** Nothing comes from elsewhere, and what the page points at within itself is there. */
function expectSelfContained(page: string): void {
  expect(page).not.toMatch(/<script|<link|src=|url\(|https?:\/\/(?!127\.|example\.org)/);
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
}

const ask = async (name: string) => {
  const sent = request(`${host.server.authUrl}/metrics`, { headers: { host: name } }).end();
  const [answer]: IncomingMessage[] = await once(sent, 'response');
  answer?.resume();
  return answer?.statusCode;
};

describe('/metrics', () => {
  it('counts requests by route, without what they were about', async () => {
    const { client, event } = await makeDoor(host);
    await client.get(`/integration/events/${event}`);
    const text = await (await fetch(`${host.server.authUrl}/metrics`)).text();
    expect(text).toContain(
      'gatehouse_http_requests_total{method="GET",route="/v1/integration/events/:eventKey",status="200"} 1',
    );
    expect(text).toMatch(/_bucket\{method="POST",route="\/oauth\/token",le="\+Inf"\} 1\n/);
    expect(text).not.toContain(event);
  });

  it('is not for callers that a proxy brings', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    expect((await fetch(`${host.server.authUrl}/metrics`, { headers })).status).toBe(403);
  });

  it('is not for pages whose name was pointed at this machine', async () => {
    for (const name of ['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example:80']) {
      expect([name, await ask(name)]).toEqual([name, 403]);
    }
    for (const name of ['localhost', 'LOCALHOST:8787', '127.0.0.1:1', '[::1]:8787']) {
      expect([name, await ask(name)]).toEqual([name, 200]);
    }
  });

  it('has a port of its own behind a proxy, which may forward without a word', async () => {
    await using proxied = await startTestServer({ publicUrl: 'https://tickets.example' });
    expect((await fetch(`${proxied.server.authUrl}/metrics`)).status).toBe(403);
    await using apart = await startTestServer({
      publicUrl: 'https://tickets.example',
      metricsPort: 0,
    });
    await fetch(`${apart.server.authUrl}/healthz`);
    expect((await fetch(`${apart.server.authUrl}/metrics`)).status).toBe(404);
    const own = await fetch(apart.server.metricsUrl ?? '');
    expect(await own.text()).toContain('route="/healthz",status="200"} 1');
  });
});

it('Server-Timing is sent when it was asked for', async () => {
  const timed = await fetch(`${host.server.authUrl}/healthz`);
  expect(timed.headers.get('server-timing')).toMatch(/^app;dur=\d+\.\d$/);
  await using plain = await startTestServer();
  const untimed = await fetch(`${plain.server.authUrl}/healthz`);
  expect(untimed.headers.get('server-timing')).toBeNull();
});
