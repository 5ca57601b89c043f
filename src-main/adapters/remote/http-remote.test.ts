import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  eventRow,
  EVENT,
  numbered,
  scanRow,
  setupBody,
  ticketRow,
} from '../../../test/support/station/rows.ts';
import { ScriptedServer } from '../../../test/support/station/scripted-server.ts';
import { systemClock } from '../system/system-clock.ts';
import type { Remote } from '../../ports/remote.ts';
import { openHttpRemote } from './http-remote.ts';

const query = { event: EVENT, updated_since: '1970-01-01T00:00:00Z', next_url: null };

describe('the server over HTTP', () => {
  let server: ScriptedServer;
  let remote: Remote;

  const open = (secret = 'secret', url = server.url) =>
    openHttpRemote({ server_url: url, client_id: 'cli', client_secret: secret }, systemClock);

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

  it('mints one token for many requests at once, and keeps it', async () => {
    await Promise.all([remote.identify(), remote.identify(), remote.listEvents(null)]);
    await remote.identify();
    expect(server.tokensMinted).toBe(1);
  });

  it('accepts a server address with /v1 and with slashes at its end', async () => {
    for (const url of [`${server.url}/`, `${server.url}/v1`, `${server.url}/v1/`]) {
      const other = open('secret', url);
      expect((await other.identify()).kind).toBe('ok');
      await other.close();
    }
  });

  it('learns no time from a server whose clock is past every calendar', async () => {
    server.misbehave('/v1/integration/me', {
      kind: 'status',
      status: 503,
      headers: { date: 'Sat, 12 Sep 275760 00:00:00 GMT' },
    });
    expect(await remote.identify()).toMatchObject({
      kind: 'failed',
      failure: { code: 'server_error' },
      notes: { clock: null },
    });
  });

  it('answers a 401 with one new token and one retry, and counts both requests', async () => {
    await remote.identify();
    server.token = 'token-2';
    const answer = await remote.identify();
    expect(answer).toMatchObject({ kind: 'ok', notes: { requests: 2 } });
    expect(server.tokensMinted).toBe(2);
  });

  it('does not go on asking when the new token is refused as well', async () => {
    server.misbehave('/v1/integration/me', { kind: 'status', status: 401 }, 9);
    const answer = await remote.identify();
    expect(answer).toMatchObject({ kind: 'failed', failure: { code: 'unauthorized' } });
    expect(server.requests.filter(({ path }) => path === '/v1/integration/me')).toHaveLength(2);
  });

  it('says that it is refused when the secret is wrong, without an API request', async () => {
    const stranger = open('wrong');
    expect(await stranger.identify()).toMatchObject({
      failure: { code: 'unauthorized' },
      notes: { requests: 0 },
    });
    await stranger.close();
  });

  it.each([
    [403, {}, { code: 'forbidden', retry_after_ms: null }],
    [404, {}, { code: 'not_found', retry_after_ms: null }],
    [409, { 'retry-after': '1' }, { code: 'conflict', retry_after_ms: null }],
    [413, {}, { code: 'too_large', retry_after_ms: null }],
    [422, {}, { code: 'refused', retry_after_ms: null }],
    [429, { 'retry-after': '7' }, { code: 'rate_limited', retry_after_ms: 7_000 }],
    [429, { 'retry-after': '999999999' }, { code: 'rate_limited', retry_after_ms: 600_000 }],
    [429, { 'retry-after': 'soon' }, { code: 'rate_limited', retry_after_ms: null }],
    [500, {}, { code: 'server_error', retry_after_ms: null }],
    [503, { 'retry-after': '2' }, { code: 'server_error', retry_after_ms: 2_000 }],
    [302, { location: 'http://127.0.0.1:9/' }, { code: 'invalid_response', retry_after_ms: null }],
  ])('reads status %i as what it means', async (status, headers, failure) => {
    server.misbehave('/v1/integration/me', { kind: 'status', status, headers });
    expect(await remote.identify()).toMatchObject({ kind: 'failed', failure });
  });

  it('tells a refused cursor from other refusals', async () => {
    const body = { code: 'cursor.invalid', message: 'no' };
    server.misbehave(/\/tickets$/, { kind: 'status', status: 422, body });
    expect(await remote.listTickets(query)).toMatchObject({ failure: { code: 'cursor_invalid' } });
  });

  it('walks the pages of a list and hands over tombstones and unknown keys without complaint', async () => {
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

  it('reports rows that cannot be read and takes the others', async () => {
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
    expect(page.value.rows).toHaveLength(1);
    expect(page.value.unreadable.map(({ reference }) => reference)).toEqual([
      null,
      null,
      numbered('ticket', 2),
      numbered('ticket', 3),
    ]);
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

  it('refuses a page whose next page it could not follow, and names both places', async () => {
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

  it('takes no answer that is not JSON of the expected shape', async () => {
    for (const change of [() => [], () => ({ data: {} }), () => null, () => 'text']) {
      server.misbehave('/v1/integration/me', { kind: 'rewrite', change });
      expect(await remote.identify()).toMatchObject({ failure: { code: 'invalid_response' } });
    }
  });

  it('does not read more than it could ever have asked for', async () => {
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
    const asked = remote.findTicket(numbered('ticket', 1), 60_000);
    setTimeout(() => remote.abort(), 20);
    expect(await asked).toMatchObject({ failure: { code: 'aborted' } });
    expect((await remote.identify()).kind).toBe('ok');
  });

  it('says unreachable when nobody listens, and when the connection breaks', async () => {
    await remote.identify();
    server.misbehave('/v1/integration/me', { kind: 'lose_answer' });
    expect(await remote.identify()).toMatchObject({ failure: { code: 'unreachable' } });
    await server.stop();
    expect(await remote.identify()).toMatchObject({ failure: { code: 'unreachable' } });
  });

  it('brings the setup once and hears that it is still right', async () => {
    const setup = await remote.readSetup(EVENT, null);
    expect(setup).toMatchObject({ kind: 'ok', value: { source: 'scanner', etag: '"setup-1"' } });
    if (setup.kind === 'failed' || setup.notes.clock === null)
      throw new Error('expected a clock sample');
    // The setup's own time is exact to the round trip; a Date header alone is not.
    expect(setup.notes.clock.uncertainty).toBeLessThan(5_000_000);
    server.misbehave(/\/setup$/, { kind: 'status', status: 304 });
    expect(await remote.readSetup(EVENT, '"setup-1"')).toMatchObject({ kind: 'ok', value: null });
    expect(server.requests.at(-1)?.headers['if-none-match']).toBe('"setup-1"');
  });

  it('learns what is left of the server’s window, in both spellings', async () => {
    server.misbehave('/v1/integration/me', {
      kind: 'status',
      status: 429,
      headers: { ratelimit: '"default";r=3;t=12' },
    });
    expect((await remote.identify()).notes.budget).toEqual({ remaining: 3, reset_ms: 12_000 });
    server.misbehave('/v1/integration/me', {
      kind: 'status',
      status: 429,
      headers: { ratelimit: 'limit=120, remaining=0, reset=5' },
    });
    expect((await remote.identify()).notes.budget).toEqual({ remaining: 0, reset_ms: 5_000 });
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

  it('reads the scans feed with reasons it has never heard of', async () => {
    server.scans.push(scanRow(1, { reason: 'scanning.something_new', scanner_location: null }));
    expect(await remote.listScans(query)).toMatchObject({
      value: { rows: [{ reason: 'scanning.something_new', location: null }] },
    });
  });
});
