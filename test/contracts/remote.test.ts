import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openHttpRemote } from '../../src-main/adapters/remote/http-remote.ts';
import { deviceClock } from '../../src-main/adapters/system/device-clock.ts';
import type { Remote } from '../../src-main/ports/remote.ts';
import { ModelServer, remoteTo } from '../support/station/model-server.ts';
import { instantAt, ticketRecord } from '../support/station/records.ts';
import { EVENT, eventRow, numbered, setupBody, ticketRow } from '../support/station/rows.ts';
import { ScriptedServer } from '../support/station/scripted-server.ts';

interface Subject {
  readonly remote: Remote;
  /** Makes the server refuse the cursor of the next request. */
  refuseCursors(): void;
  breakOff(): Promise<void>;
  close(): Promise<void>;
}

const PAGE = 2;
/** Ticket 2 was sold elsewhere under it. */
const CODE = 'XK 204931';
const TICKETS = [1, 2, 3, 4, 5];

async function overHttp(): Promise<Subject> {
  const server = new ScriptedServer();
  server.events = [eventRow()];
  server.setup = setupBody();
  server.pageSize = PAGE;
  server.tickets.push(
    ...TICKETS.map((number) => ticketRow(number, number === 2 ? { code: CODE } : {})),
  );
  await server.start();
  const address = { server_url: server.url, client_id: 'cli', client_secret: 'secret' };
  const remote = openHttpRemote(address, deviceClock);
  return {
    remote,
    refuseCursors: () => {
      const body = { code: 'cursor.invalid' };
      server.misbehave(/GET .*\/tickets$/, { kind: 'status', status: 422, body });
    },
    breakOff: () => server.stop(),
    close: async () => {
      await remote.close();
      await server.stop();
    },
  };
}

async function inMemory(): Promise<Subject> {
  const time = { now: instantAt(1_000) };
  const server = new ModelServer({ deviceNow: () => time.now, monotonicMs: () => 0 });
  server.pageSize = PAGE;
  for (const number of TICKETS)
    server.tickets.set(
      numbered('ticket', number),
      ticketRecord(number, number === 2 ? { sold_code: CODE } : {}),
    );
  const remote = remoteTo(server);
  return {
    remote,
    refuseCursors: () => {
      server.refusesCursors = true;
    },
    breakOff: async () => {
      server.trouble = () => 'unreachable';
    },
    close: () => remote.close(),
  };
}

const query = { event: EVENT, updated_since: '1970-01-01T00:00:00Z', next_url: null };
const upload = {
  reference: numbered('scan', 1),
  ticket: numbered('ticket', 1),
  result: 'allowed' as const,
  reason: 'scanning.allowed' as const,
  scanned_at: '2026-11-20T18:00:00.000000Z',
  session: null,
  scanner_location: null,
  clock_offset_ms: 0,
  sequence: 1,
  snapshot: { watermark: null },
};

async function statusesOf(remote: Remote) {
  const answer = await remote.uploadScans([upload]);
  return answer.kind === 'ok' ? answer.value.map(({ status }) => status) : answer.failure.code;
}

describe.each([
  { name: 'over HTTP', open: overHttp },
  { name: 'in memory', open: inMemory },
])('a remote ($name)', ({ open }) => {
  let subject: Subject;

  beforeEach(async () => {
    subject = await open();
  });

  afterEach(() => subject.close());

  it('walks every row once, with one watermark on every page', async () => {
    const seen: string[] = [];
    const watermarks = new Set<string>();
    let next_url: string | null = null;
    do {
      const answer = await subject.remote.listTickets({ ...query, next_url });
      if (answer.kind === 'failed') throw new Error(answer.failure.message);
      seen.push(...answer.value.rows.map(({ reference }) => reference));
      watermarks.add(answer.value.watermark);
      next_url = answer.value.next_url;
    } while (next_url !== null);
    expect(seen).toEqual(TICKETS.map((number) => numbered('ticket', number)));
    expect(watermarks.size).toBe(1);
  });

  it('reports a refused cursor', async () => {
    const first = await subject.remote.listTickets(query);
    subject.refuseCursors();
    const next_url = first.kind === 'ok' ? first.value.next_url : null;
    expect(await subject.remote.listTickets({ ...query, next_url })).toMatchObject({
      kind: 'failed',
      failure: { code: 'cursor_invalid' },
    });
  });

  it('finds a ticket with its event, and reports a missing one', async () => {
    expect(await subject.remote.findTicket(numbered('ticket', 2), 5_000)).toMatchObject({
      kind: 'ok',
      value: { event: EVENT, ticket: { reference: numbered('ticket', 2), event: EVENT } },
      metadata: { requests: 1 },
    });
    expect(await subject.remote.findTicket(numbered('ticket', 9), 5_000)).toMatchObject({
      failure: { code: 'not_found' },
    });
  });

  it('finds a ticket by the code under which it was sold elsewhere, and nothing by another', async () => {
    expect(await subject.remote.findSoldTicket(EVENT, CODE, 5_000)).toMatchObject({
      value: { reference: numbered('ticket', 2), sold_code: CODE },
    });
    expect(await subject.remote.findSoldTicket(EVENT, 'XK 20493', 5_000)).toMatchObject({
      kind: 'ok',
      value: null,
    });
  });

  it('records an upload, and recognises a repetition', async () => {
    expect(await statusesOf(subject.remote)).toEqual(['recorded']);
    expect(await statusesOf(subject.remote)).toEqual(['duplicate']);
  });

  it('returns its identity, its events, their setup and size', async () => {
    const { remote } = subject;
    expect(await remote.identify()).toMatchObject({
      value: { capabilities: ['scanner.setup', 'scanner.scans'] },
    });
    expect(await remote.listEvents(null)).toMatchObject({
      value: { events: [{ reference: EVENT }], next_url: null },
    });
    expect(await remote.readSetup(EVENT, null)).toMatchObject({ value: { source: 'scanner' } });
    expect(await remote.readEvent(EVENT)).toMatchObject({
      value: { source: 'bare', sessions: [] },
    });
    expect(await remote.countRows(EVENT, 'tickets')).toMatchObject({ value: TICKETS.length });
  });

  it('returns failures as values and never throws', async () => {
    await subject.remote.identify();
    await subject.breakOff();
    expect(await subject.remote.identify()).toMatchObject({
      kind: 'failed',
      failure: { code: 'unreachable' },
    });
  });
});
