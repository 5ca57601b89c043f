import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  eventRow,
  EVENT,
  numbered,
  scanRow,
  setupBody,
  ticketRow,
} from '../../../test/support/station/rows.ts';
import { ScriptedServer } from '../../../test/support/station/scripted-server.ts';
import { deviceClock } from '../system/device-clock.ts';
import type { Remote, RemoteResult } from '../../ports/remote.ts';
import { openHttpRemote } from './http-remote.ts';

const query = { event: EVENT, updated_since: '1970-01-01T00:00:00Z', next_url: null };

function failedOf<Value>(result: RemoteResult<Value>) {
  if (result.kind === 'ok') throw new Error('expected a failure');
  return result;
}

/** An error as the contract has it. */
function ownError(code: string, status: number) {
  const message = 'as scripted';
  return { message, code, type: 't', title: 't', status, detail: message, request_id: 'req_1' };
}

const HOLDER = { email: null, first_name: 'Amélie', last_name: 'Dubois' };

describe('the server over HTTP', () => {
  let server: ScriptedServer;
  let remote: Remote;

  const open = (secret = 'secret', url = server.url) =>
    openHttpRemote({ server_url: url, client_id: 'cli', client_secret: secret }, deviceClock);

  beforeEach(async () => {
    server = new ScriptedServer();
    server.events = [eventRow()];
    server.setup = setupBody();
    await server.start();
    remote = open();
  });

  afterEach(async () => {
    await remote.close();
    await server.stop();
  });

  it('requests one token for many calls at once, and keeps it', async () => {
    await Promise.all([remote.identify(), remote.identify(), remote.listEvents(null)]);
    await remote.identify();
    expect(server.tokensIssued).toBe(1);
  });

  it('accepts a server address with /v1 and with slashes at its end', async () => {
    for (const url of [`${server.url}/`, `${server.url}/v1`, `${server.url}/v1/`]) {
      const other = open('secret', url);
      expect((await other.identify()).kind).toBe('ok');
      await other.close();
    }
  });

  it('ignores the time of a server whose clock is outside the calendar', async () => {
    server.misbehave('/v1/integration/me', {
      kind: 'status',
      status: 503,
      headers: { date: 'Sat, 12 Sep 275760 00:00:00 GMT' },
    });
    expect(await remote.identify()).toMatchObject({
      kind: 'failed',
      failure: { code: 'server_error' },
      metadata: { clock: null },
    });
  });

  it('takes time and budget only from its server, not from a page on the network path', async () => {
    const date = 'Tue, 01 Jan 2019 00:00:00 GMT';
    const ratelimit = '"default";r=0;t=600';
    for (const status of [200, 302, 404, 502]) {
      const headers = { date, ratelimit };
      server.misbehave('/v1/integration/me', { kind: 'page', status, headers });
      const answer = await remote.identify();
      expect(answer).toMatchObject({ kind: 'failed', metadata: { clock: null } });
      if (status !== 502) expect(answer.metadata.budget).toBeNull();
    }
    server.misbehave('/v1/integration/me', {
      kind: 'status',
      status: 404,
      headers: { date },
      body: { message: 'Not found.' },
    });
    expect(await remote.identify()).toMatchObject({ metadata: { clock: null } });
    const body = ownError('resource.not_found', 404);
    server.misbehave('/v1/integration/me', {
      kind: 'status',
      status: 404,
      headers: { date },
      body,
    });
    expect((await remote.identify()).metadata.clock).not.toBeNull();
  });

  it('takes the time when the head of a response arrives, however long the body takes', async () => {
    await remote.identify();
    server.misbehave('/v1/integration/me', { kind: 'slow_body', delayMs: 2_500 });
    const { metadata } = await remote.identify();
    const { clock } = metadata;
    if (clock === null) throw new Error('expected a time');
    expect(Math.abs(clock.server_now - clock.device_now)).toBeLessThanOrEqual(clock.uncertainty);
  });

  it("distinguishes the server's own errors from those that anything may have sent", async () => {
    const body = ownError('validation.failed', 422);
    for (const [status, sent, own] of [
      [422, body, { code: 'validation.failed', message: 'as scripted' }],
      [413, body, undefined],
      [422, { code: 'validation.failed', message: 'as scripted' }, undefined],
    ] as const) {
      server.misbehave('/v1/integration/me', { kind: 'status', status, body: sent });
      const answer = await remote.identify();
      expect(answer.kind === 'failed' && answer.failure.own).toEqual(own);
    }
  });

  it.each([400, 403, 404, 405, 407, 411, 451, 511])(
    'does not take a page with status %i for a response of the server',
    async (status) => {
      server.misbehave('/v1/integration/me', { kind: 'page', status });
      expect(await remote.identify()).toMatchObject({ failure: { code: 'not_the_server' } });
    },
  );

  it('does not take a page in place of a token for a refused secret', async () => {
    for (const status of [200, 400, 401, 404]) {
      const other = open();
      server.misbehave('/oauth/token', { kind: 'page', status });
      expect(await other.identify()).toMatchObject({ failure: { code: 'not_the_server' } });
      await other.close();
    }
  });

  it('distinguishes a client without access from a wrong secret', async () => {
    const body = { error: 'unauthorized_client', message: 'The plan has no API access.' };
    server.misbehave('/oauth/token', { kind: 'status', status: 400, body });
    expect(await remote.identify()).toMatchObject({ failure: { code: 'forbidden' } });
  });

  it('asks for its identity with a new token once a list has lacked a scope, and for nothing else', async () => {
    let laterMs = 0;
    const clock = { ...deviceClock, monotonicMs: () => deviceClock.monotonicMs() + laterMs };
    const address = { server_url: server.url, client_id: 'cli', client_secret: 'secret' };
    const patient = openHttpRemote(address, clock);
    const listRefused = async () => {
      const body = ownError('auth.scope_missing', 403);
      server.misbehave('/v1/integration/events', { kind: 'status', status: 403, body }, 1);
      const failure = { code: 'scope_missing' };
      expect(await patient.listEvents(null)).toMatchObject({ failure, metadata: { requests: 1 } });
    };
    await listRefused();
    await patient.identify();
    // It is new: another would have no more scopes.
    expect(server.tokensIssued).toBe(1);
    laterMs = 10_000;
    await listRefused();
    await listRefused();
    expect(server.tokensIssued).toBe(1);
    expect(await patient.identify()).toMatchObject({ kind: 'ok', metadata: { requests: 1 } });
    await patient.identify();
    expect(server.tokensIssued).toBe(2);
    await patient.close();
  });

  it('answers a 401 with one new token and one retry, and counts both requests', async () => {
    await remote.identify();
    server.token = 'token-2';
    const answer = await remote.identify();
    expect(answer).toMatchObject({ kind: 'ok', metadata: { requests: 2 } });
    expect(server.tokensIssued).toBe(2);
  });

  it('sends nothing with a new token while the server has asked another call to wait', async () => {
    await remote.identify();
    server.misbehave('/v1/integration/me', {
      kind: 'status',
      status: 401,
      body: ownError('auth.token_invalid', 401),
    });
    server.misbehave('/oauth/token', { kind: 'slow_body', delayMs: 300 });
    server.misbehave('/v1/integration/events', {
      kind: 'status',
      status: 429,
      headers: { 'retry-after': '7' },
      body: ownError('rate.limited', 429),
    });
    const [told, waiting] = await Promise.all([remote.identify(), remote.listEvents(null)]);
    expect(waiting).toMatchObject({ failure: { code: 'rate_limited', retry_after_ms: 7_000 } });
    expect(failedOf(told)).toMatchObject({
      failure: { code: 'rate_limited' },
      metadata: { requests: 1 },
    });
    expect(failedOf(told).failure.retry_after_ms).toBeGreaterThan(5_000);
    // Whoever asks later has seen it, and decides.
    expect(await remote.identify()).toMatchObject({ kind: 'ok' });
  });

  it('gives up when the new token is refused as well', async () => {
    const refused = {
      kind: 'status',
      status: 401,
      body: ownError('auth.token_invalid', 401),
    } as const;
    server.misbehave('/v1/integration/me', refused, 9);
    const answer = await remote.identify();
    expect(answer).toMatchObject({ kind: 'failed', failure: { code: 'unauthorized' } });
    expect(server.requests.filter(({ path }) => path === '/v1/integration/me')).toHaveLength(2);
  });

  it('reports a wrong secret without sending an API request', async () => {
    const stranger = open('wrong');
    expect(await stranger.identify()).toMatchObject({
      failure: { code: 'unauthorized' },
      metadata: { requests: 0 },
    });
    await stranger.close();
  });

  it.each([
    [404, {}, { code: 'not_found', retry_after_ms: null }],
    [409, { 'retry-after': '1' }, { code: 'conflict', retry_after_ms: null }],
    [413, {}, { code: 'too_large', retry_after_ms: null }],
    [422, {}, { code: 'refused', retry_after_ms: null }],
    [429, { 'retry-after': '7' }, { code: 'rate_limited', retry_after_ms: 7_000 }],
    [429, { 'retry-after': 'soon' }, { code: 'rate_limited', retry_after_ms: null }],
    [500, {}, { code: 'server_error', retry_after_ms: null }],
    [503, { 'retry-after': '2' }, { code: 'server_error', retry_after_ms: 2_000 }],
    [302, { location: 'http://127.0.0.1:9/' }, { code: 'not_the_server', retry_after_ms: null }],
  ])('reads status %i as what it means', async (status, headers, failure) => {
    server.misbehave('/v1/integration/me', { kind: 'status', status, headers });
    expect(await remote.identify()).toMatchObject({ kind: 'failed', failure });
  });

  it.each([
    [429, 'rate.limited', '999999999', { code: 'rate_limited', retry_after_ms: 600_000 }],
    [429, 'rate.limited', '1000000000000', { code: 'rate_limited', retry_after_ms: 600_000 }],
    [429, 'rate.limited', '-5', { code: 'rate_limited', retry_after_ms: null }],
    [503, 'server.unavailable', '90', { code: 'server_error', retry_after_ms: 90_000 }],
    [403, 'plan.required', 'never', { code: 'forbidden', retry_after_ms: null }],
  ])('believes status %i when it is the server’s own %s', async (status, code, after, failure) => {
    const headers = { 'retry-after': after };
    const body = ownError(code, status);
    server.misbehave('/v1/integration/me', { kind: 'status', status, headers, body });
    expect(await remote.identify()).toMatchObject({ kind: 'failed', failure });
  });

  it.each([429, 503])('limits the wait that an unknown API asks for with %i', async (status) => {
    const headers = { 'retry-after': '600', ratelimit: 'remaining=0, reset=600' };
    server.misbehave('/v1/integration/me', { kind: 'status', status, headers });
    const { failure, metadata } = failedOf(await remote.identify());
    expect(failure.retry_after_ms).toBe(30_000);
    expect(metadata.budget?.reset_ms ?? 0).toBeLessThanOrEqual(60_000);
  });

  it.each([401, 403, 408, 413, 429, 503, 511])(
    "ignores a wait and a limit from a gateway's page with %i",
    async (status) => {
      const headers = { 'retry-after': '600', ratelimit: 'remaining=0, reset=600' };
      server.misbehave('/v1/integration/me', { kind: 'page', status, headers }, 2);
      const { failure, metadata } = failedOf(await remote.identify());
      expect(failure.retry_after_ms).toBeNull();
      expect(metadata.budget).toBeNull();
      if (status === 429) expect(failure.code).toBe('not_the_server');
    },
  );

  it.each([401, 403])(
    "does not take %i with somebody else's JSON for a refusal of its client",
    async (status) => {
      const body = { message: 'blocked by the firewall' };
      server.misbehave('/v1/integration/me', { kind: 'status', status, body }, 2);
      expect(failedOf(await remote.identify()).failure.code).toBe('invalid_response');
      const stranger = open('secret');
      server.misbehave('/oauth/token', { kind: 'status', status, body });
      expect(failedOf(await stranger.identify()).failure.code).toBe('invalid_response');
      await stranger.close();
    },
  );

  it('counts no request if no connection was made', async () => {
    const stranger = open('secret', 'http://127.0.0.1:1');
    expect((await stranger.identify()).metadata.requests).toBe(0);
    await stranger.close();
  });

  it('counts both requests when the second one is lost', async () => {
    await remote.identify();
    server.token = 'token-2';
    server.misbehave('/v1/integration/me', { kind: 'status', status: 401 });
    server.misbehave('/v1/integration/me', { kind: 'lose_answer' });
    expect(failedOf(await remote.identify()).metadata.requests).toBe(2);
  });

  it('distinguishes a refused cursor from other refusals', async () => {
    const body = { code: 'cursor.invalid', message: 'no' };
    server.misbehave(/\/tickets$/, { kind: 'status', status: 422, body });
    expect(await remote.listTickets(query)).toMatchObject({ failure: { code: 'cursor_invalid' } });
  });

  it('walks the pages of a list and returns tombstones and rows with unknown keys', async () => {
    server.pageSize = 2;
    const rows = [1, 2, 3].map((number) => ticketRow(number, { novelty: { nested: true } }));
    server.tickets.push(...rows, ticketRow(4, { deleted_at: '2026-11-20T09:00:00.000000Z' }));
    const first = await remote.listTickets(query);
    if (first.kind === 'failed') throw new Error(first.failure.message);
    expect(first.value.rows.map(({ reference }) => reference)).toEqual([
      numbered('ticket', 1),
      numbered('ticket', 2),
    ]);
    expect(server.requests.at(-1)?.query.get('include_deleted')).toBe('1');
    expect(server.requests.at(-1)?.query.get('per_page')).toBe('100');
    const second = await remote.listTickets({ ...query, next_url: first.value.next_url });
    if (second.kind === 'failed') throw new Error(second.failure.message);
    expect(second.value.next_url).toBeNull();
    expect(second.value.rows.at(-1)?.deleted_at).not.toBeNull();
  });

  it('reads the tickets of a bare server, which have none of the additive fields', async () => {
    const { code: _c, valid_from: _f, valid_until: _u, entry_points: _e, ...bare } = ticketRow(1);
    server.tickets.push(bare);
    const page = await remote.listTickets(query);
    expect(page).toMatchObject({
      kind: 'ok',
      value: { rows: [{ valid_from: null, entry_points: null }], unreadable: [] },
    });
  });

  it('reports unreadable rows and returns the others', async () => {
    server.tickets.push(
      ticketRow(1),
      ticketRow(2, { status: 'lost' }),
      ticketRow(3, { valid_from: '2026-02-31T00:00:00.000000Z' }),
    );
    server.misbehave(/\/tickets$/, {
      kind: 'rewrite',
      change: (body) => JSON.parse(JSON.stringify(body).replace('"data":[', '"data":[null,7,')),
    });
    const page = await remote.listTickets(query);
    if (page.kind === 'failed') throw new Error(page.failure.message);
    expect(page.value.rows).toMatchObject([{ status: 'valid' }, { status: 'unknown' }]);
    expect(page.value.unreadable.map(({ reference }) => reference)).toEqual([
      null,
      null,
      numbered('ticket', 2),
      numbered('ticket', 3),
    ]);
  });

  it('reads rows whose other fields, which no station needs, are not as in the contract', async () => {
    server.tickets.push(ticketRow(1, { created_at: 'last week', contact: { ...HOLDER }, code: 7 }));
    server.scans.push(scanRow(1, { created_at: null, session: 'evening' }));
    const tickets = await remote.listTickets(query);
    const scans = await remote.listScans(query);
    expect(tickets).toMatchObject({ kind: 'ok', value: { rows: [{ holder: HOLDER }] } });
    expect(scans).toMatchObject({ kind: 'ok', value: { rows: [{}], unreadable: [] } });
  });

  it('follows a next page only on its own server', async () => {
    const asked = server.requests.length;
    for (const next_url of [
      'http://127.0.0.1:1/v1/integration/events/x/tickets?cursor=1',
      `${server.url}/elsewhere`,
      `${server.url}/v1/../oauth/token`,
      'https://gatehouse.example/v1/x',
      'http://[bad',
    ]) {
      expect(await remote.listScans({ ...query, next_url })).toMatchObject({
        failure: { code: 'foreign_url' },
      });
    }
    expect(server.requests).toHaveLength(asked);
  });

  it('rejects a page whose next page it could not follow, and reports both addresses', async () => {
    server.pageSize = 1;
    server.tickets.push(ticketRow(1), ticketRow(2));
    const own = `${server.url}/v1`;
    const places = [
      ['http://behind.proxy:8080/v1/x?cursor=1', 'http://behind.proxy:8080'],
      [`${server.url}/api/v1/x?cursor=1`, `${server.url}/api/v1/x`],
      ['http://[bad', 'http://[bad'],
    ];
    for (const [next_page_url, other] of places) {
      const change = (body: unknown) => {
        const page = JSON.parse(JSON.stringify(body));
        return { ...page, data: { ...page.data, next_page_url } };
      };
      server.misbehave(/GET .*\/(tickets|events)$/, { kind: 'rewrite', change }, 2);
      const refusal = { kind: 'failed', failure: { code: 'foreign_url', foreign: { own, other } } };
      expect(await remote.listTickets(query)).toMatchObject(refusal);
      expect(await remote.listEvents(null)).toMatchObject(refusal);
    }
  });

  it('accepts only JSON of the expected shape', async () => {
    for (const change of [() => [], () => ({ data: {} }), () => null, () => 'text']) {
      server.misbehave('/v1/integration/me', { kind: 'rewrite', change });
      expect(await remote.identify()).toMatchObject({ failure: { code: 'invalid_response' } });
    }
  });

  it('stops reading a response that is larger than any it requests', async () => {
    server.misbehave('/v1/integration/me', {
      kind: 'rewrite',
      change: () => 'x'.repeat(9 * 1024 * 1024),
    });
    expect(await remote.identify()).toMatchObject({ failure: { code: 'invalid_response' } });
  });

  it('gives up after its deadline, and at once when aborted', async () => {
    await remote.identify();
    server.misbehave(/GET \/v1\/integration\/tickets/, { kind: 'hang' }, 2);
    expect(await remote.findTicket(numbered('ticket', 1), 50)).toMatchObject({
      failure: { code: 'timeout' },
    });
    const before = server.requests.length;
    const asked = remote.findTicket(numbered('ticket', 1), 60_000);
    await vi.waitUntil(() => server.requests.length > before, { interval: 1 });
    remote.abort();
    expect(await asked).toMatchObject({ failure: { code: 'aborted' } });
    expect((await remote.identify()).kind).toBe('ok');
  });

  it('takes no other ticket for that of a code, from a server that does not know the parameter', async () => {
    server.findsByCode = false;
    server.tickets.push(ticketRow(1, { code: 'XK204932' }), ticketRow(2));
    expect(await remote.findSoldTicket(EVENT, 'XK204931', 5_000)).toMatchObject({ value: null });
  });

  it('reports unreachable when nobody listens, and when the connection breaks', async () => {
    await remote.identify();
    server.misbehave('/v1/integration/me', { kind: 'lose_answer' });
    expect(await remote.identify()).toMatchObject({ failure: { code: 'unreachable' } });
    await server.stop();
    expect(await remote.identify()).toMatchObject({ failure: { code: 'unreachable' } });
  });

  it('fetches the setup once and then has it confirmed', async () => {
    const setup = await remote.readSetup(EVENT, null);
    expect(setup).toMatchObject({ kind: 'ok', value: { source: 'scanner', etag: '"setup-1"' } });
    if (setup.kind === 'failed' || setup.metadata.clock === null)
      throw new Error('expected a clock sample');
    // The setup's own time is exact to the round trip; a Date header alone is not.
    expect(setup.metadata.clock.uncertainty).toBeLessThan(5_000_000);
    server.misbehave(/\/setup$/, { kind: 'status', status: 304 });
    expect(await remote.readSetup(EVENT, '"setup-1"')).toMatchObject({ kind: 'ok', value: null });
    expect(server.requests.at(-1)?.headers['if-none-match']).toBe('"setup-1"');
  });

  it('reads the rest of the server’s window, in both spellings', async () => {
    server.misbehave('/v1/integration/me', {
      kind: 'status',
      status: 429,
      headers: { ratelimit: '"default";r=3;t=12', 'ratelimit-policy': '"default";q=600;w=30' },
    });
    const budget = { limit: 1_200, remaining: 3, reset_ms: 12_000 };
    expect((await remote.identify()).metadata.budget).toEqual(budget);
    server.misbehave('/v1/integration/me', {
      kind: 'status',
      status: 429,
      headers: { ratelimit: 'limit=120, remaining=0, reset=5' },
    });
    const older = { limit: 120, remaining: 0, reset_ms: 5_000 };
    expect((await remote.identify()).metadata.budget).toEqual(older);
  });

  it('takes a denied check-in for a verdict and an error body for a failure', async () => {
    const [ticket, first, second] = [
      numbered('ticket', 1),
      numbered('scan', 1),
      numbered('scan', 2),
    ];
    expect(await remote.checkIn(ticket, first)).toMatchObject({
      kind: 'ok',
      value: { allowed: true },
    });
    expect(await remote.checkIn(ticket, second)).toMatchObject({
      kind: 'ok',
      value: { allowed: false, reason: 'scanning.already_scanned' },
    });
    server.misbehave('/v1/integration/scans', {
      kind: 'status',
      status: 422,
      body: { code: 'validation.failed' },
    });
    expect(await remote.checkIn(ticket, first)).toMatchObject({ failure: { code: 'refused' } });
  });

  it('reads scans with unknown reasons', async () => {
    server.scans.push(scanRow(1, { reason: 'scanning.something_new', scanner_location: null }));
    expect(await remote.listScans(query)).toMatchObject({
      value: { rows: [{ reason: 'scanning.something_new', location: null }] },
    });
  });
});

describe('an answer that no server would give', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  const many = Array(200_000).fill('0').join();
  const calls: Readonly<Record<string, (remote: Remote) => Promise<RemoteResult<unknown>>>> = {
    identify: (remote) => remote.identify(),
    listEvents: (remote) => remote.listEvents(null),
    listTickets: (remote) => remote.listTickets(query),
    listScans: (remote) => remote.listScans(query),
    listOrderLines: (remote) => remote.listOrderLines(query),
    listAnswers: (remote) => remote.listAnswers(query),
    listConflicts: (remote) => remote.listConflicts(EVENT, 'open', null),
    listStations: (remote) => remote.listStations(),
    readSetup: (remote) => remote.readSetup(EVENT, null),
    readEvent: (remote) => remote.readEvent(EVENT),
    findTicket: (remote) => remote.findTicket(numbered('ticket', 1), 5_000),
    findSoldTicket: (remote) => remote.findSoldTicket(EVENT, 'XK204931', 5_000),
    checkIn: (remote) => remote.checkIn(numbered('ticket', 1), 'key'),
    uploadScans: (remote) => remote.uploadScans([]),
    uploadRedemptions: (remote) => remote.uploadRedemptions([]),
  };
  const verdict = { allowed: true, reason: 'scanning.allowed', message: '' };
  const written = {
    ...verdict,
    scan: { reference: numbered('scan', 1), result: 'allowed' },
    watermark: '2026-11-20T12:00:00.000000Z',
    extra: '@',
  };
  const bodies = (raw: string) =>
    [
      { ...written, data: { ...ticketRow(1), ...eventRow(), extra: '@' } },
      { ...written, data: { ...setupBody(), sessions: ['@'], code_keys: ['@'] } },
      { ...written, data: ['@'] },
      { ...written, data: { data: ['@'], next_page_url: null } },
    ].map((body) => JSON.stringify(body).replaceAll('"@"', raw));

  it('is refused at once, however deep or long: no call throws, and no row of it is read', async () => {
    let answer = '';
    const liar = createServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      const token = '{"access_token":"t","token_type":"Bearer","expires_in":3600}';
      request
        .resume()
        .on('end', () => response.end(request.url === '/oauth/token' ? token : answer));
    });
    await new Promise<void>((resolve) => liar.listen(0, '127.0.0.1', resolve));
    const address = liar.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const remote = openHttpRemote(
      { server_url: `http://127.0.0.1:${port}`, client_id: 'cli', client_secret: 's' },
      deviceClock,
    );
    for (const [name, call] of Object.entries(calls)) {
      for (const body of bodies(deep)) {
        answer = body;
        const result = await call(remote);
        expect(result, name).toMatchObject({ kind: 'failed', failure: { code: 'not_the_server' } });
      }
      for (const body of bodies(many)) {
        answer = body;
        const result = await call(remote);
        // A field that nobody asked for may be as long as it likes.
        const read = JSON.stringify('value' in result ? result.value : null);
        expect(read.includes('unreadable":[{'), name).toBe(false);
      }
    }
    await remote.close();
    liar.closeAllConnections();
    await new Promise((resolve) => liar.close(resolve));
  });
});
