import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCodes } from '../../shared/contract/errors.ts';
import { exampleDelivery } from '../../src-server/examples/webhook-events.ts';
import { heartbeat } from '../../src-server/examples/stations.ts';
import { errorStatuses } from '../../src-server/docs/responses.ts';
import { routeTable } from '../../shared/resources/route-table.ts';
import { ScanVerdict } from '../../shared/resources/scans.ts';
import { reasons } from '../../shared/verdict/terms/reason.ts';
import { namedSchemas } from '../../src-server/docs/schemas.ts';
import type { RouteContract } from '../../shared/resources/route-contract.ts';
import { webhookEventNames } from '../../shared/resources/webhook-events.ts';
import { readBody } from '../support/read-body.ts';
import {
  makeClient,
  makeDoor,
  startTestServer,
  ticketsOf,
  type TestServer,
} from '../support/test-server.ts';
import { codeBlocks, readSite, textOf } from '../support/docs-page.ts';
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
      const unchanged = route.method === 'GET' && route.streams === undefined ? [304] : [];
      const answered = Object.keys(route.responses).map(Number);
      const statuses = [...answered, ...unchanged, ...errorStatuses(route)];
      expect(Object.keys(described.responses).map(Number)).toEqual(
        [...new Set(statuses)].toSorted((a, b) => a - b),
      );
      expect(described.security).toHaveLength(Math.max(route.scopes.length, 1));
    }
  });
});

it('the description and the reference page state the rate limit of this server', async () => {
  await using limited = await startTestServer({ rateLimit: 300, stationRateLimit: 900 });
  const text = await (await fetch(`${limited.server.baseUrl}/openapi.json`)).text();
  const { components } = JSON.parse(text);
  expect(components.headers['X-RateLimit-Limit'].example).toBe(300);
  expect(components.headers['RateLimit-Policy'].example).toBe('"default";q=300;w=60');
  const page = await (await fetch(`${limited.server.authUrl}/docs/conventions`)).text();
  expect(page).toContain('300 requests in any 60 seconds');
  expect(page).toContain('a limit of its own, 900 requests');
  const unlimited = await (await fetch(`${host.server.authUrl}/docs/conventions`)).text();
  expect(unlimited).toContain('This server has no rate limit.');
  expect(`${text}${page}${unlimited}`).not.toMatch(/q=120|120 requests/);
});

describe('the webhooks of /v1/openapi.json', () => {
  const Named = Type.Object({ name: Type.String() });

  it('have the header names of this server, and explain that they can be chosen', async () => {
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
  it('explains every operation, code and reason on one page of its own, without external resources', async () => {
    const pages = await readSite(host.server.authUrl);
    const site = [...pages.values()].join('');
    const anchors = [
      ...Object.keys(routeTable),
      ...errorCodes.map((code) => `error-${code}`),
      ...reasons.map((reason) => `reason-${reason}`),
      ...namedSchemas.map(([name]) => `schema-${name}`),
      // The sections of the page that this once was.
      'quickstart',
      'authentication',
      'scopes',
      'lists',
      'tolerance',
      'who-is-in',
      'idempotency',
      'rate',
      'operations',
      'stations',
      'webhooks',
      'schemas',
      'errors',
      'issueToken',
    ];
    for (const id of anchors) expect([id, site.split(` id="${id}"`).length]).toEqual([id, 2]);
    for (const [address, page] of pages) expectSelfContained(page, address, pages);
  });

  it('has every anchor in the index of its search, with the page where it is', async () => {
    const response = await fetch(`${host.server.authUrl}/docs/search.json`);
    const entries: { readonly id: string; readonly at: string }[] = await response.json();
    const pages = await readSite(host.server.authUrl);
    for (const { id, at } of entries) {
      expect(pages.get(`${host.server.authUrl}${at}`)).toContain(` id="${id}"`);
    }
    for (const id of Object.keys(routeTable)) expect(entries.map((one) => one.id)).toContain(id);
  });

  it('tells in a verdict where its reason is explained', async () => {
    await using own = await startTestServer();
    const { client, event } = await makeDoor(own);
    const [ticket] = await ticketsOf(own, event);
    for (const [key, reason] of [
      ['reason-1', 'scanning.allowed'],
      ['reason-2', 'scanning.already_scanned'],
    ] as const) {
      const answer = await client.post(
        '/integration/scans',
        { ticket },
        { 'idempotency-key': key },
      );
      const verdict = await readBody(answer, ScanVerdict);
      expect(verdict.reason).toBe(reason);
      const [address = '', anchor = ''] = verdict.reason_url.split('#');
      const page = await (await fetch(address)).text();
      const [, section = ''] = page.split(` id="${anchor}"`);
      expect(textOf(section.split('</div>')[0] ?? '')).toMatch(
        /When: .* Say to the guest: .* What to do: /,
      );
    }
  });

  it('shows a delivery of every event, from the same source as the description', async () => {
    await using renamed = await startTestServer({ webhookHeaderPrefix: 'X-Acme' });
    const page = await (await fetch(`${renamed.server.authUrl}/docs/webhook-events`)).text();
    for (const name of webhookEventNames) {
      const [, section = ''] = page.split(` id="event-${name}"`);
      expect(JSON.parse(codeBlocks(section)[0] ?? '')).toEqual(exampleDelivery(name));
    }
    expect(page).toContain('<code>X-Acme-Signature</code>');
    for (const own of (await readSite(renamed.server.authUrl)).values()) {
      expect(own).not.toMatch(/x-service/i);
    }
  });

  it.each(['/docs', '/docs/webhooks'])(
    '%s has a policy that lets its own style and script in and nothing else',
    async (path) => {
      const response = await fetch(`${host.server.authUrl}${path}`);
      const page = await response.text();
      const hashOf = (element: string) => {
        const [, text = ''] = page.split(`<${element}>`);
        const [content = ''] = text.split(`</${element}>`);
        return createHash('sha256').update(content).digest('base64');
      };
      expect(response.headers.get('content-security-policy')).toBe(
        `default-src 'none'; style-src 'sha256-${hashOf('style')}'; script-src 'sha256-${hashOf('script')}'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      );
      expect(page).not.toMatch(/ style=| on[a-z]+=/);
    },
  );

  it('tells the settings of this server', async () => {
    await using own = await startTestServer({
      rateLimit: 7,
      tokenTtlSeconds: 900,
      webhookSchedule: '1,90',
    });
    const at = own.server.authUrl;
    const page = textOf([...(await readSite(at)).values()].join(' '));
    expect(page).toContain(`Base URL ${at}/v1`);
    expect(page).toContain(`${at}/oauth/token, valid for 15 min`);
    expect(page).toContain('"expires_in": 900');
    expect(page).toContain('7 requests a minute per client');
    expect(page).toContain('Up to 3 attempts, 1 s and 90 s apart');
    const guide = textOf(await (await fetch(`${at}/docs/webhooks`)).text());
    expect(guide).toContain('Up to 3 attempts, 1 s and 90 s apart, each gap');
    expect(guide).not.toContain('chose another schedule');
  });

  it('says of every code what to do, and leads to it from every operation that may answer it', async () => {
    const pages = await readSite(host.server.authUrl);
    const page = pages.get(`${host.server.authUrl}/docs/errors`) ?? '';
    for (const code of errorCodes) {
      const [, problem = ''] = page.split(` id="error-${code}"`);
      expect(textOf(problem.split('class="problem"')[0] ?? '')).toMatch(/What to do: \S+/);
    }
    const scans = pages.get(`${host.server.authUrl}/docs/scans`) ?? '';
    const [, checkIn = ''] = scans.split('aria-labelledby="checkIn"');
    const [own] = checkIn.split('</section>');
    expect(own).toContain('href="errors#error-idempotency.key_reused"');
  });
});

const at = (path: string, headers: Record<string, string>) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    request(`${host.server.authUrl}${path}`, { headers }, (answer) => {
      answer.resume();
      resolve(answer);
    })
      .on('error', reject)
      .end();
  });

describe('a document of the server', () => {
  it.each(['/docs', '/docs/webhooks', '/v1/openapi.json'])(
    '%s comes compressed to who accepts that',
    async (path) => {
      const plain = await (await fetch(`${host.server.authUrl}${path}`)).text();
      for (const [accepted, encoding] of [
        ['gzip, deflate, br', 'br'],
        ['gzip', 'gzip'],
        ['br;q=0, gzip;q=0.5', 'gzip'],
        ['identity', undefined],
      ] as const) {
        const answer = await at(path, { 'accept-encoding': accepted });
        expect([accepted, answer.headers['content-encoding']]).toEqual([accepted, encoding]);
        expect(answer.headers.vary).toBe('accept-encoding');
      }
      const zipped = await fetch(`${host.server.authUrl}${path}`, {
        headers: { 'accept-encoding': 'gzip' },
      });
      expect(await zipped.text()).toBe(plain);
    },
  );

  it('is not sent again to who has it', async () => {
    const first = await at('/docs', {});
    const tag = first.headers.etag ?? '';
    expect(tag).toMatch(/^"[\w-]+"$/);
    expect((await at('/docs', { 'if-none-match': tag })).statusCode).toBe(304);
    expect((await at('/docs', { 'if-none-match': `"other", W/${tag}` })).statusCode).toBe(304);
    expect((await at('/docs', { 'if-none-match': '"other"' })).statusCode).toBe(200);
    const renamed = await at('/docs', { 'if-none-match': tag, host: 'tickets.example' });
    expect(renamed.statusCode).toBe(200);
  });

  it('has the address that it was asked under, and is compressed only for an address of the server', async () => {
    const path = '/v1/openapi.json';
    const accepting = (name: string) => at(path, { host: name, 'accept-encoding': 'br' });
    const { port } = new URL(host.server.authUrl);
    for (const name of ['a.example', 'b.example', `127.0.0.2:${port}`, '127.0.0.1']) {
      const answer = await accepting(name);
      expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, undefined]);
    }
    for (const name of [`127.0.0.1:${port}`, `localhost:${port}`]) {
      expect((await accepting(name)).headers['content-encoding']).toBe('br');
    }
    const named = await fetch(`http://localhost:${port}${path}`);
    expect(await named.text()).toContain(`http://localhost:${port}/v1`);
    await using proxied = await startTestServer({ publicUrl: 'https://tickets.example' });
    const answer = await fetch(`${proxied.authUrl}${path}`, {
      headers: { 'accept-encoding': 'br' },
    });
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(await answer.text()).toContain('https://tickets.example/v1');
  });

  it('is not written for a Host that is longer than any name', async () => {
    const longest = `${'a.'.repeat(124)}example`;
    expect(longest).toHaveLength(255);
    expect((await at('/docs', { host: longest })).statusCode).toBe(200);
    expect((await at('/docs', { host: `a${longest}` })).statusCode).toBe(400);
  });
});

describe('/docs/webhooks', () => {
  it('is the guide for receivers with its example whole, linked with the reference both ways', async () => {
    const response = await fetch(`${host.server.authUrl}/docs/webhooks`);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = await response.text();
    expect(codeBlocks(page)).toContain(guideExample());
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
  return [...page.matchAll(/href="((?!data:)[^"]+)"/g)].map(
    ([, to = '']) => new URL(to, address).href,
  );
}

/** Nothing comes from elsewhere, and what the page points at is there. */
function expectSelfContained(
  page: string,
  address: string,
  pages: ReadonlyMap<string, string>,
): void {
  expect(page).not.toMatch(
    /<script [^>]|<link (?!rel="icon" href="data:)|\ssrc=|url\(|https?:\/\/(?!127\.|example\.org|hooks\.example\/)/,
  );
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const link of linksOf(page, address)) {
    const [to = '', anchor] = link.split('#');
    if (to.endsWith('.json')) continue;
    expect(pages.has(to), link).toBe(true);
    if (anchor !== undefined) expect(pages.get(to)).toContain(` id="${anchor}"`);
  }
}

const ask = async (name: string) => {
  const sent = request(`${host.server.authUrl}/metrics`, { headers: { host: name } }).end();
  const [answer]: IncomingMessage[] = await once(sent, 'response');
  answer?.resume();
  return answer?.statusCode;
};

describe('/metrics', () => {
  it('counts requests by route, without personal data', async () => {
    const { client, event } = await makeDoor(host);
    await client.get(`/integration/events/${event}`);
    const text = await (await fetch(`${host.server.authUrl}/metrics`)).text();
    expect(text).toContain(
      'gatehouse_http_requests_total{method="GET",route="/v1/integration/events/:eventKey",status="200"} 1',
    );
    expect(text).toMatch(/_bucket\{method="POST",route="\/oauth\/token",le="\+Inf"\} 1\n/);
    expect(text).not.toContain(event);
  });

  it('describes every family, and tells of scans, conflicts, stations, the outbox and the database', async () => {
    await using own = await startTestServer();
    const { client, event } = await makeDoor(own);
    const [ticket] = await ticketsOf(own, event);
    for (const key of ['first', 'second']) {
      await client.post('/integration/scans', { ticket }, { 'idempotency-key': key });
    }
    const text = await (await fetch(`${own.server.authUrl}/metrics`)).text();
    const named = (word: string) =>
      [...text.matchAll(new RegExp(`^# ${word} (\\S+) `, 'gm'))].map(([, name]) => name);
    expect(new Set(named('HELP')).size).toBe(named('HELP').length);
    expect(named('TYPE')).toEqual(named('HELP'));
    for (const line of [
      'gatehouse_scans_total{result="allowed",reason="scanning.allowed"} 1',
      'gatehouse_scans_total{result="denied",reason="scanning.already_scanned"} 1',
      'gatehouse_scans_total{result="denied",reason="scanning.ticket_refunded"} 0',
      'gatehouse_conflicts_open 0',
      'gatehouse_stations{state="online"} 0',
      'gatehouse_webhook_queue_depth 0',
      'gatehouse_database_up 1',
    ]) {
      expect(text).toContain(`${line}\n`);
    }
    const valueOf = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    expect(valueOf('gatehouse_database_size_bytes')).toBeGreaterThan(10_000);
    expect(
      Math.abs(valueOf('process_start_time_seconds') - performance.timeOrigin / 1000),
    ).toBeLessThan(1);
    expect(text).toMatch(/^gatehouse_build_info\{version="\d+\.\d+\.\d+",node="\d+\.[\d.]+"\} 1$/m);
    expect(text).not.toContain(event);
  });

  it('counts stations by what they last said, and when', async () => {
    await using own = await startTestServer();
    const { client, organiser } = await makeDoor(own);
    await client.post('/scanner/heartbeat', heartbeat);
    const other = await makeClient(own, organiser);
    await other.post('/scanner/heartbeat', heartbeat);
    const stations = async () => {
      const text = await (await fetch(`${own.server.authUrl}/metrics`)).text();
      return [...text.matchAll(/^gatehouse_stations\{state="(\w+)"\} (\d+)$/gm)].map(
        ([, state, count]) => `${count} ${state}`,
      );
    };
    expect(await stations()).toEqual(['2 online', '0 offline', '0 revoked']);
    await own.run(`client revoke ${other.clientId}`);
    expect(await stations()).toEqual(['1 online', '0 offline', '1 revoked']);
  });

  it('is explained in the guide for operators, name by name, and used by its alerts', async () => {
    const text = await (await fetch(`${host.server.authUrl}/metrics`)).text();
    const names = [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name);
    const guide = await readFile(new URL('../../docs/operating.md', import.meta.url), 'utf8');
    const [, section = ''] = guide.split('\n## Metrics\n');
    const rows = (section.split('\n## ')[0] ?? '')
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    const explained = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
    );
    expect(explained.toSorted()).toEqual(names.toSorted());
    const alerts = await readFile(new URL('../../packaging/alerts.yml', import.meta.url), 'utf8');
    for (const [name] of alerts.matchAll(/\b(?:gatehouse|process|nodejs)_\w+/g)) {
      expect(names).toContain(name.replace(/_bucket$/, ''));
    }
  });

  it('is not served to callers behind a proxy', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    expect((await fetch(`${host.server.authUrl}/metrics`, { headers })).status).toBe(403);
  });

  it('is not served to pages whose name resolves to this machine', async () => {
    for (const name of ['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example:80']) {
      expect([name, await ask(name)]).toEqual([name, 403]);
    }
    for (const name of ['localhost', 'LOCALHOST:8787', '127.0.0.1:1', '[::1]:8787']) {
      expect([name, await ask(name)]).toEqual([name, 200]);
    }
  });

  it('has its own port behind a proxy, which may forward without a header', async () => {
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

describe('the log', () => {
  it('has a line for each request: when, what, how it ended, how long it took', async () => {
    await using own = await startTestServer();
    const { client, event } = await makeDoor(own);
    const response = await client.get(`/integration/events/${event}?include_deleted=1`);
    const lines = own.log.map((line) => JSON.parse(line));
    expect(
      lines.find(({ request_id }) => request_id === response.headers.get('x-request-id')),
    ).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      request_id: expect.any(String),
      method: 'GET',
      path: '/v1/integration/events/:eventKey',
      status: 200,
      ms: expect.toSatisfy(Number.isInteger),
      msg: 'request completed',
    });
    expect(own.log.join('')).not.toContain(event);
  });
});

it('Server-Timing is sent when requested', async () => {
  const timed = await fetch(`${host.server.authUrl}/healthz`);
  expect(timed.headers.get('server-timing')).toMatch(/^app;dur=\d+\.\d$/);
  await using plain = await startTestServer();
  const untimed = await fetch(`${plain.server.authUrl}/healthz`);
  expect(untimed.headers.get('server-timing')).toBeNull();
});
