import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommandResult } from '../../shared/station/results.ts';
import { errorExample } from '../../src-server/examples/errors.ts';
import { eventRow, numbered, setupBody, ticketRow } from '../support/station/rows.ts';
import {
  runStation,
  temporaryDirectory,
  until,
  type RunningStation,
} from '../support/station/run-station.ts';
import { ScriptedServer } from '../support/station/scripted-server.ts';

/** They wait as long as a door does. */
const long = { tags: ['long'] };

describe('a door beside a server that misbehaves', () => {
  let server: ScriptedServer;
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let door: RunningStation;

  const start = () =>
    runStation({
      dataDir: directory.path,
      enrolment: { server_url: server.url, client_id: 'cli', client_secret: 'secret' },
    });

  const ready = () => until('the station is ready', () => door.state().phase.kind === 'ready');
  const scanAll = async (...numbers: readonly number[]) => {
    for (const number of numbers) await door.scan(numbered('ticket', number));
  };
  const askToWait = (path: string, seconds: number) => {
    const status = 429;
    const headers = { 'retry-after': String(seconds) };
    const body = errorExample('rate.limited');
    server.misbehave(path, { kind: 'status', status, headers, body });
  };
  const uploaded = (path = '/v1/scanner/scans') =>
    server.requests.filter((request) => request.path === path);

  const connect = (url: string, secret = 'secret'): Promise<CommandResult> =>
    door.send({ kind: 'connect', server_url: url, client_id: 'cli', client_secret: secret });

  beforeEach(async () => {
    server = new ScriptedServer();
    server.events = [eventRow()];
    server.setup = setupBody();
    server.tickets.push(...[1, 2, 3, 4, 5].map((number) => ticketRow(number)));
    await server.start();
    directory = await temporaryDirectory();
  });

  afterEach(async () => {
    await door[Symbol.asyncDispose]();
    await server.stop();
    await directory[Symbol.asyncDispose]();
  });

  it('sends unanswered scans again, and the server recognises them by their references', async () => {
    door = await start();
    await ready();
    server.misbehave('/v1/scanner/scans', { kind: 'lose_answer' }, 3);
    await scanAll(1, 2);
    await until('everything is acknowledged', () => door.state().sync.queued === 0);
    expect(server.uploads.size).toBe(2);
    expect(uploaded().length).toBeGreaterThan(3);
    expect(door.state().sync.needs_attention).toBe(0);
  });

  const keepsItsScans = async (status: number) => {
    door = await start();
    await ready();
    server.misbehave('/v1/scanner/scans', { kind: 'status', status }, 2);
    await scanAll(1);
    await until('everything is acknowledged', () => door.state().sync.queued === 0);
    expect([...server.uploads.keys()]).toEqual([door.outcomes[0]?.reference]);
    expect(door.state().sync.needs_attention).toBe(0);
  };
  const keeps = 'keeps its scans through status %i and sends them afterwards';
  it.each([401])(keeps, keepsItsScans);
  it.each([403, 409, 429, 500, 503])(keeps, long, keepsItsScans);

  it('shows that the server asks to wait, and continues by itself', long, async () => {
    door = await start();
    await ready();
    askToWait('/v1/scanner/scans', 6);
    await scanAll(1);
    await until('it is told', () => door.state().sync.connection.kind === 'offline');
    const { connection, next_attempt_at: next } = door.state().sync;
    expect(connection).toMatchObject({ reason: 'rate_limited' });
    const waitMs = Date.parse(next ?? '') - Date.now();
    expect(waitMs).toBeGreaterThan(3_000);
    expect(waitMs).toBeLessThan(8_000);
    await until('it is over', () => door.state().sync.connection.kind === 'live');
    await until('everything is acknowledged', () => door.state().sync.queued === 0);
    expect(door.state().sync.next_attempt_at).toBeNull();
  });

  it('tries once more when a person asks, before the requested wait is over', async () => {
    door = await start();
    await ready();
    askToWait('/v1/scanner/scans', 300);
    await scanAll(1);
    await until('it is told', () => door.state().sync.connection.kind === 'offline');
    askToWait('/v1/integration/me', 300);
    const asked = uploaded('/v1/integration/me').length;
    await door.send({ kind: 'sync_now' });
    await until('it is asked', () => uploaded('/v1/integration/me').length === asked + 1);
    await until('it waits again', () => door.state().sync.next_attempt_at !== null);
    expect(door.state().sync.connection).toMatchObject({ reason: 'rate_limited' });
    await door.send({ kind: 'sync_now' });
    await until('everything is acknowledged', () => door.state().sync.queued === 0);
    await until('it is live', () => door.state().sync.connection.kind === 'live');
  });

  it(
    'notices within seconds that nothing is answered any more, and when it is again',
    long,
    async () => {
      door = await start();
      await ready();
      const began = performance.now();
      server.misbehave(/\/v1\//, { kind: 'hang' }, 10_000);
      await until('it is away', () => door.state().sync.connection.kind === 'offline');
      expect(door.state().sync.connection).toMatchObject({ reason: 'timeout' });
      expect(performance.now() - began).toBeLessThan(9_000);
      await scanAll(1);
      await until('it is being asked', () => door.state().sync.next_attempt_at === null);
      server.behave();
      const back = performance.now();
      await until('everything is acknowledged', () => door.state().sync.queued === 0);
      await until('it is live', () => door.state().sync.connection.kind === 'live');
      expect(performance.now() - back).toBeLessThan(10_000);
    },
  );

  it('halves a batch that is too large until it passes', { tags: ['long'] }, async () => {
    door = await start();
    await ready();
    await door.send({ kind: 'set_mode', mode: 'offline' });
    await scanAll(1, 2, 3, 4);
    server.misbehave('/v1/scanner/scans', { kind: 'status', status: 413 }, 1);
    await door.send({ kind: 'set_mode', mode: 'automatic' });
    await until('everything is acknowledged', () => door.state().sync.queued === 0);
    const sizes = uploaded().map(({ body }) => itemsOf(body));
    expect(sizes).toEqual([4, 2, 2]);
    expect(server.uploads.size).toBe(4);
  });

  it('sets aside an item that the server rejects and sends the others', async () => {
    server.unknownTickets.add(numbered('ticket', 2));
    door = await start();
    await ready();
    await door.send({ kind: 'set_mode', mode: 'offline' });
    await scanAll(1, 2, 3);
    await door.send({ kind: 'set_mode', mode: 'automatic' });
    await until('everything is settled', () => door.state().sync.queued === 0);
    expect(server.uploads.size).toBe(2);
    expect(door.state().sync.needs_attention).toBe(1);
    await door[Symbol.asyncDispose]();
    server.unknownTickets.clear();
    door = await start();
    await until('it was offered again', () => door.state().sync.needs_attention === 0);
    expect(server.uploads.size).toBe(3);
  });

  it('records only the results that a response contains, and sends the rest again', async () => {
    door = await start();
    await ready();
    await door.send({ kind: 'set_mode', mode: 'offline' });
    await scanAll(1, 2, 3);
    server.misbehave('/v1/scanner/scans', { kind: 'rewrite', change: firstResultOnly });
    await door.send({ kind: 'set_mode', mode: 'automatic' });
    await until('everything is acknowledged', () => door.state().sync.queued === 0);
    expect(uploaded().map(({ body }) => itemsOf(body))).toEqual([3, 2]);
  });

  it('keeps pulling while every push fails', { tags: ['long'] }, async () => {
    door = await start();
    await ready();
    server.misbehave('/v1/scanner/scans', { kind: 'status', status: 500 }, 1_000);
    await scanAll(1);
    const updated_at = '2099-01-01T00:00:00.000000Z';
    server.tickets.push(
      ticketRow(9, { updated_at, status: 'cancelled' }),
      ticketRow(10, { updated_at }),
    );
    await until('the new tickets are here', () => door.state().counters.expected === 6);
    expect(await door.scan(numbered('ticket', 9))).toMatchObject({
      reason: 'scanning.ticket_cancelled',
    });
    expect(door.state().sync.queued).toBe(2);
  });

  it('is not live before it has every ticket, although the server answers', async () => {
    server.misbehave(/GET .*\/tickets$/, { kind: 'status', status: 500 }, 10_000);
    door = await start();
    const stateOf = () => door.state().sync.connection.kind;
    await until('it syncs', () => stateOf() === 'syncing');
    server.behave();
    await door.send({ kind: 'sync_now' });
    await until('it is live', () => stateOf() === 'live');
    expect(await door.scan(numbered('ticket', 5))).toMatchObject({ kind: 'admitted' });
  });

  it(
    'restarts a walk from its pointer when the server refuses the cursor',
    { tags: ['long'] },
    async () => {
      server.pageSize = 2;
      server.misbehave(/GET .*\/tickets$/, { kind: 'rewrite', change: (body) => body }, 1);
      server.misbehave(
        /GET .*\/tickets$/,
        { kind: 'status', status: 422, body: { code: 'cursor.invalid' } },
        1,
      );
      door = await start();
      await ready();
      await until('every ticket is here', () => door.state().counters.expected === 5);
    },
  );

  it('does not follow a next page to another server, nor count its rows as complete', async () => {
    server.pageSize = 2;
    const foreign = (body: unknown): unknown =>
      JSON.parse(
        JSON.stringify(body).replaceAll(
          `${server.url}/v1/integration`,
          'http://127.0.0.1:9/v1/integration',
        ),
      );
    server.misbehave(/GET .*\/tickets$/, { kind: 'rewrite', change: foreign }, 1);
    door = await start();
    await ready();
    await until('every ticket is here', () => door.state().counters.expected === 5);
  });

  it('names both servers when one links to pages of another, and begins no import meanwhile', async () => {
    server.pageSize = 2;
    const foreign = (body: unknown): unknown =>
      JSON.parse(
        JSON.stringify(body).replaceAll(
          `${server.url}/v1/integration`,
          'http://behind.proxy:8080/v1/integration',
        ),
      );
    server.misbehave(/GET .*\/tickets$/, { kind: 'rewrite', change: foreign }, 1_000);
    door = await start();
    await until('the station warns', () => door.state().warnings.length > 0);
    expect(door.state()).toMatchObject({
      phase: { kind: 'importing', applied: 0 },
      warnings: [
        { code: 'foreign_pages', own: `${server.url}/v1`, other: 'http://behind.proxy:8080' },
      ],
    });
    server.behave();
    await door.send({ kind: 'sync_now' });
    await until('every ticket is here', () => door.state().counters.expected === 5);
    await until('the warning is gone', () => door.state().warnings.length === 0);
  });

  it(
    'resumes a first import at the page where a restart interrupted it',
    { tags: ['long'] },
    async () => {
      server.pageSize = 1;
      const walked = () =>
        server.requests.filter(
          ({ path, query }) => path.endsWith('/tickets') && query.has('updated_since'),
        );
      server.misbehave(/GET .*\/scans$/, { kind: 'status', status: 500 }, 1_000);
      door = await start();
      await until('some pages are here', () => walked().length >= 3);
      await door[Symbol.asyncDispose]();
      const before = walked().length;
      server.behave();
      door = await start();
      await ready();
      await until('every ticket is here', () => door.state().counters.expected === 5);
      const resumed = walked().slice(before)[0];
      expect(resumed?.query.get('cursor') ?? 'whole').not.toBe('0');
      if (before < 5) expect(resumed?.query.has('cursor')).toBe(true);
    },
  );

  it('walks everything again when the client is granted more', { tags: ['long'] }, async () => {
    door = await start();
    await ready();
    server.tickets.push(ticketRow(6, { updated_at: '2001-01-01T00:00:00.000000Z' }));
    server.allEvents = false;
    await until('the older row is here', () => door.state().counters.expected === 6);
  });

  it('reports when it is refused, keeps working, and recovers', async () => {
    door = await start();
    await ready();
    const body = { error: 'invalid_client', message: 'Client authentication failed.' };
    server.misbehave(/token/, { kind: 'status', status: 401, body }, 10_000);
    server.misbehave(/\/v1\//, { kind: 'status', status: 401 }, 10_000);
    await until('it knows that it is refused', () => {
      const { connection } = door.state().sync;
      return connection.kind === 'offline' && connection.reason === 'unauthorized';
    });
    expect(await door.scan(numbered('ticket', 1))).toMatchObject({ kind: 'admitted' });
    server.behave();
    await door.send({ kind: 'sync_now' });
    await until('the scan is sent', () => door.state().sync.queued === 0);
    await until('it is live', () => door.state().sync.connection.kind === 'live');
  });

  describe('with a bare /v1', () => {
    beforeEach(() => {
      server.capabilities = [];
      server.scopes = ['events:read', 'tickets:read', 'scans:read', 'scans:write'];
    });

    it('checks in one by one under the scan’s own reference, and takes a late denial for a result', async () => {
      server.checkIns.set('somebody else', numbered('ticket', 2));
      door = await start();
      await ready();
      await scanAll(1, 2, 3);
      await until('everything is settled', () => door.state().sync.queued === 0);
      const keys = uploaded('/v1/integration/scans').map(
        ({ headers }) => headers['idempotency-key'],
      );
      expect(keys).toEqual(door.outcomes.map(({ reference }) => reference));
      expect(door.state().sync.needs_attention).toBe(0);
      expect(door.state().entry_points).toEqual([]);
    });

    it(
      'keeps scans queued that it reports as unknown, lists them, and sends them again',
      { tags: ['long'] },
      async () => {
        server.unknownTickets.add(numbered('ticket', 1));
        door = await start();
        await ready();
        await scanAll(1, 2);
        await until('it is listed', () => door.state().sync.needs_attention === 1);
        expect(door.state().sync.queued).toBe(1);
        expect([...server.checkIns.values()]).toEqual([numbered('ticket', 2)]);
        expect(await door.send({ kind: 'read_attention', after: null, limit: 9 })).toMatchObject({
          attention: { items: [{ number: 1, code: 'not_found', offered: 3, waiting: true }] },
        });
        server.unknownTickets.clear();
        await door.send({ kind: 'sync_now' });
        await until('it is taken', () => door.state().sync.queued === 0);
        expect(door.state().sync.needs_attention).toBe(0);
      },
    );

    it('sends the others when one of them is in conflict', { tags: ['long'] }, async () => {
      door = await start();
      await ready();
      await door.send({ kind: 'set_mode', mode: 'offline' });
      await scanAll(1, 2);
      server.misbehave('/v1/integration/scans', { kind: 'status', status: 409 }, 1);
      await door.send({ kind: 'set_mode', mode: 'automatic' });
      await until('everything is settled', () => door.state().sync.queued === 0);
      const [first, second] = door.outcomes.map(({ reference }) => reference);
      expect([...server.checkIns.keys()]).toEqual([second, first]);
    });

    it('computes session windows by its own policy', async () => {
      server.tickets.push(
        ticketRow(11, { session: sessionIn(1) }),
        ticketRow(12, { session: sessionIn(3) }),
      );
      door = await start();
      await ready();
      await until('every ticket is here', () => door.state().counters.expected === 7);
      expect(await door.scan(numbered('ticket', 11))).toMatchObject({ kind: 'admitted' });
      expect(await door.scan(numbered('ticket', 12))).toMatchObject({
        reason: 'scanning.outside_session_window',
      });
    });

    it('works without looking up tickets that it may not read', async () => {
      server.misbehave(/GET \/v1\/integration\/tickets\//, { kind: 'status', status: 403 }, 100);
      door = await start();
      await ready();
      expect(await door.scan(numbered('ticket', 77))).toMatchObject({ kind: 'unknown_ticket' });
      expect(await door.scan(numbered('ticket', 78))).toMatchObject({ kind: 'unknown_ticket' });
      expect(
        server.requests.filter(({ path }) => path.startsWith('/v1/integration/tickets/')),
      ).toHaveLength(1);
    });
  });

  describe('and the connect command', () => {
    it('distinguishes an unreachable server, one that refuses, and something else', async () => {
      door = await runStation({ dataDir: directory.path });
      expect(door.state().phase.kind).toBe('unenrolled');
      expect(await connect('not an address')).toMatchObject({ code: 'command.invalid' });
      expect(await connect('http://127.0.0.1:1')).toMatchObject({ code: 'connect.unreachable' });
      expect(await connect(server.url, 'wrong')).toMatchObject({ code: 'connect.refused' });
      server.misbehave('/oauth/token', { kind: 'status', status: 404 });
      expect(await connect(server.url)).toMatchObject({ code: 'connect.not_a_server' });
      expect(await connect(server.url)).toEqual({ ok: true });
    });

    it('is remembered across a restart, with its choices', async () => {
      door = await runStation({ dataDir: directory.path });
      await connect(server.url);
      await until('events are here', () => door.state().events.length === 1);
      expect(door.state().phase.kind).toBe('choosing_event');
      expect(await door.send({ kind: 'select_event', event: numbered('event', 9) })).toMatchObject({
        code: 'command.unknown_event',
      });
      expect(await door.send({ kind: 'select_event', event: numbered('event', 1) })).toEqual({
        ok: true,
      });
      await ready();
      expect(
        await door.send({ kind: 'select_entry_point', location: numbered('location', 9) }),
      ).toMatchObject({
        code: 'command.unknown_entry_point',
      });
      await door.send({ kind: 'select_entry_point', location: null });
      await door.send({ kind: 'set_locale', locale: 'de' });
      await door[Symbol.asyncDispose]();
      door = await runStation({ dataDir: directory.path });
      expect(door.state()).toMatchObject({
        phase: { kind: 'ready' },
        organiser: 'Northlight',
        event: { name: 'Winter Gala' },
        entry_point: null,
        locale: 'de',
      });
      expect(door.state().warnings.map(({ code }) => code)).toEqual(['secret_unprotected']);
    });

    it('does not move to another organiser while scans are unsent', async () => {
      door = await start();
      await ready();
      server.misbehave('/v1/scanner/scans', { kind: 'status', status: 500 }, 1_000);
      await scanAll(1);
      const own = server.organiser;
      server.organiser = numbered('organiser', 2);
      expect(await connect(server.url)).toMatchObject({ code: 'connect.unsent_scans' });
      expect(door.state().sync.queued).toBe(1);
      // Nor does it follow the server it has, should that answer for somebody else.
      await until('it keeps away from that server', () => {
        const { connection } = door.state().sync;
        return connection.kind === 'offline' && connection.reason === 'forbidden';
      });
      expect(door.state()).toMatchObject({
        organiser: 'Northlight',
        event: { name: 'Winter Gala' },
      });
      server.organiser = own;
      server.behave();
      await door.send({ kind: 'sync_now' });
      await until('the scan is sent', () => door.state().sync.queued === 0);
    });

    it('loses nothing when the same organiser’s server has moved', async () => {
      door = await start();
      await ready();
      await door.send({ kind: 'set_mode', mode: 'offline' });
      await scanAll(1, 2);
      await door.send({ kind: 'set_mode', mode: 'automatic' });
      await door[Symbol.asyncDispose]();
      server.uploads.clear();
      const moved = new ScriptedServer();
      moved.events = server.events;
      moved.setup = server.setup;
      moved.tickets.push(...server.tickets);
      moved.token = 'another-token';
      await server.stop();
      await moved.start();
      server = moved;
      door = await start();
      await until('everything is acknowledged', () => door.state().sync.queued === 0);
      expect(moved.uploads.size).toBeGreaterThan(0);
      expect(await door.scan(numbered('ticket', 1))).toMatchObject({
        reason: 'scanning.already_scanned',
      });
    });
  });
});

function sessionIn(hours: number) {
  const starts = new Date(Date.now() + hours * 3_600_000).toISOString();
  return {
    reference: numbered('session', hours + 100),
    name: null,
    starts_at: starts.replace('Z', '000Z'),
  };
}

function itemsOf(body: unknown): number {
  if (typeof body !== 'object' || body === null || !('items' in body)) return 0;
  return Array.isArray(body.items) ? body.items.length : 0;
}

function firstResultOnly(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('data' in body)) return body;
  return { data: Array.isArray(body.data) ? body.data.slice(0, 1) : [] };
}
