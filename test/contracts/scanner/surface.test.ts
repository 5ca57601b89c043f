import { setTimeout as delay } from 'node:timers/promises';
import { createHash, randomUUID } from 'node:crypto';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { request } from 'undici';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Compile } from 'typebox/compile';
import { Type } from 'typebox';
import { ConflictDetails } from '../../../shared/resources/conflicts.ts';
import { RedemptionUploadResponse } from '../../../shared/resources/uploads.ts';
import { SnapshotMark, SnapshotRow, SnapshotStart } from '../../../shared/resources/snapshot.ts';
import { ReportedStation } from '../../../shared/resources/stations.ts';
import { STREAM_HEARTBEAT_MS, StreamHeartbeat } from '../../../shared/resources/event-stream.ts';
import { heartbeat } from '../../../src-server/examples/stations.ts';
import { MAX_STREAMS } from '../../../shared/contract/limits.ts';
import { scopes } from '../../../shared/contract/scopes.ts';
import { createAddOn } from '../../../src-server/domain/events/add-ons.ts';
import { changeScopes, revokeClient } from '../../../src-server/domain/access/clients.ts';
import { updateEvent } from '../../../src-server/domain/events/events.ts';
import {
  describeCodeKeys,
  removeCodeKey,
  rotateCodeKey,
} from '../../../src-server/domain/tickets/code-keys.ts';
import { createLocation } from '../../../src-server/domain/events/locations.ts';
import { cancelOrder } from '../../../src-server/domain/sales/cancel-order.ts';
import { createOrder } from '../../../src-server/domain/sales/create-order.ts';
import { createSession } from '../../../src-server/domain/events/sessions.ts';
import {
  addMicros,
  formatInstant,
  instantFromMillis,
  MICROS_PER_SECOND,
  parseInstant,
} from '../../../shared/instant.ts';
import { openEventStream } from '../../support/event-stream.ts';
import {
  makeClient,
  makeDoor,
  makeEvent,
  makeOrder,
  startTestServer,
  ticketsOf,
  type TestClient,
  type TestServer,
} from '../../support/test-server.ts';
import { isOnPostgres } from '../../support/test-config.ts';

const STATION = ['events:read', 'scanner:sync', 'scans:write'] as const;
const TICKETS = 1_203;
const Heartbeat = Compile(StreamHeartbeat);

let host: TestServer;
let door: Awaited<ReturnType<typeof makeDoor>>;
let station: TestClient;
let tickets: string[];
let addOn: string;

beforeAll(async () => {
  host = await startTestServer();
  door = await makeDoor(host, TICKETS);
  const { event } = door;
  addOn = await host.database.write(async (tx) => {
    const made = await createAddOn(tx, event, { name: 'Cloakroom', price: 300, total: null });
    return made.reference;
  });
  station = await makeClient(host, door.organiser, { scopes: STATION });
  tickets = await ticketsOf(host, event);
});
afterAll(() => host[Symbol.asyncDispose]());

const surface = () => `/scanner/events/${door.event}`;

async function orderAddOns(quantity: number): Promise<{ order: string; line: string }> {
  const order = await host.database.write((tx) =>
    createOrder(tx, {
      event: door.event,
      lines: [{ sellable: addOn, quantity }],
      contact: null,
      answers: {},
      status: 'confirmed',
    }),
  );
  const { reference: line } = await host.database.read((tx) =>
    tx.db
      .selectFrom('order_lines')
      .select('reference')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow(),
  );
  return { order: order.reference, line };
}

function scanned(ticket: string | undefined, changes: object = {}) {
  return {
    reference: `scn_${ulid().toLowerCase()}`,
    ticket,
    result: 'allowed',
    reason: 'scanning.allowed',
    scanned_at: formatInstant(host.clock.now()),
    clock_offset_ms: 0,
    sequence: 1,
    snapshot: { watermark: null },
    ...changes,
  };
}

const Line = Compile(Type.Union([SnapshotStart, SnapshotRow, SnapshotMark]));

function readLines(text: string) {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => Line.Parse(JSON.parse(line)));
}

function isRow({ kind }: { readonly kind: string }): boolean {
  return !['start', 'mark', 'end'].includes(kind);
}

const handed = (line: string, changes: object = {}) => ({
  client_reference: randomUUID(),
  order_line: line,
  quantity: 1,
  redeemed_at: '2026-12-12T19:00:00+01:00',
  ...changes,
});

const changed = async (path: string, since: string) => {
  const query = `updated_since=${encodeURIComponent(since)}&per_page=100`;
  const answer = await station.get(`${surface()}/${path}?${query}`);
  const { data } = Object(await answer.json());
  return data.data;
};
/** The time of the most recent changes. */
const now = async () =>
  formatInstant(addMicros(await host.database.write(async (tx) => tx.now), -1000));

describe('The snapshot', () => {
  it('has every row once between its start and its end, and a checksum of them', async () => {
    await orderAddOns(2);
    await station.post('/scanner/scans', { items: [scanned(tickets[0])] });
    // The counts include every row, but the lists hold rows back while an older transaction is open, even one of PostgreSQL's own.
    const scans = `/integration/events/${door.event}/scans?updated_since=2026-01-01T00:00:00Z`;
    await expect
      .poll(async () => (await station.get(scans)).json(), { timeout: 20_000 })
      .toMatchObject({ data: { data: [{ ticket: tickets[0] }] } });
    const text = await (await station.get(`${surface()}/snapshot`)).text();
    const lines = readLines(text);
    const [start] = lines;
    const end = lines.at(-1);
    if (start?.kind !== 'start' || end?.kind !== 'end') throw new Error('expected start and end');
    const rows = lines.filter(isRow);
    const seen = rows.flatMap((row) => (row.kind === 'ticket' ? [row.ticket.reference] : []));
    expect(seen.toSorted()).toEqual(tickets.toSorted());
    const { counts } = start;
    expect(rows).toHaveLength(counts.tickets + counts.scans + counts.order_lines);
    expect(counts).toMatchObject({ tickets: TICKETS, scans: 1 });
    expect(end.count).toBe(rows.length);
    const sent = text
      .split('\n')
      .filter((line) => /^\{"kind":"(ticket|scan|order_line)"/.test(line));
    const digest = createHash('sha256').update(sent.map((line) => `${line}\n`).join(''));
    expect(end.checksum).toBe(digest.digest('hex'));
  });

  it('resumes after any of its marks, with the watermark of its beginning', async () => {
    const whole = readLines(await (await station.get(`${surface()}/snapshot`)).text());
    const [start] = whole;
    const marks = whole.flatMap((line) => (line.kind === 'mark' ? [line] : []));
    expect(marks.length).toBeGreaterThan(2);
    for (const mark of marks) {
      const cursor = encodeURIComponent(mark.cursor ?? '');
      const rest = readLines(
        await (await station.get(`${surface()}/snapshot?cursor=${cursor}`)).text(),
      );
      expect(rest[0]).toEqual(start);
      expect(rest.filter(isRow)).toEqual(whole.filter(isRow).slice(mark.count));
    }
  });

  it('refuses a cursor of another station or event, and an invalid one', async () => {
    const lines = readLines(await (await station.get(`${surface()}/snapshot`)).text());
    const mark = lines.find(({ kind }) => kind === 'mark');
    const cursor = encodeURIComponent((mark?.kind === 'mark' ? mark.cursor : null) ?? '');
    const other = await makeClient(host, door.organiser, { scopes: STATION });
    const gathering = await makeEvent(host, door.organiser, 'gathering');
    const answers = [
      other.get(`${surface()}/snapshot?cursor=${cursor}`),
      station.get(`/scanner/events/${gathering}/snapshot?cursor=${cursor}`),
      station.get(`${surface()}/snapshot?cursor=tickets.nonsense`),
      station.get(`${surface()}/snapshot?cursor=`),
    ];
    for (const answer of answers) {
      expect(await (await answer).json()).toMatchObject({ status: 422, code: 'cursor.invalid' });
    }
  });

  it.each([
    ['zstd', 'gzip, zstd', zstdDecompressSync],
    ['gzip', 'br, gzip;q=0.5, zstd;q=0', gunzipSync],
  ] as const)('is compressed as %s where that is accepted', async (encoding, accepted, unpack) => {
    const headers = { authorization: `Bearer ${station.token}`, 'accept-encoding': accepted };
    const answer = await request(`${host.server.baseUrl}${surface()}/snapshot`, { headers });
    expect(answer.headers['content-encoding']).toBe(encoding);
    const packed = Buffer.from(await answer.body.arrayBuffer());
    const text = unpack(packed).toString();
    expect(readLines(text).at(-1)).toMatchObject({ kind: 'end' });
    expect(packed.length).toBeLessThan(text.length / 4);
  });

  it('ends visibly incomplete when the station is revoked in the middle', async () => {
    const lost = await makeClient(host, door.organiser, { scopes: STATION });
    const answer = await lost.call(`${surface()}/snapshot`, {
      headers: { 'accept-encoding': 'identity' },
    });
    const reader = answer.body?.getReader();
    await reader?.read();
    await host.database.write((tx) => revokeClient(tx, lost.clientId));
    let text = '';
    const rest = async () => {
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
        if (done) return;
        text += Buffer.from(value ?? []).toString();
      }
    };
    await rest().catch(() => undefined);
    expect(text).not.toContain('"kind":"end"');
  });

  it('has one reader at a time per station: another request ends the earlier one', async () => {
    const client = await makeClient(host, door.organiser, { scopes: STATION });
    const asked = Array.from({ length: 6 }, async () => {
      const answer = await client.get(`${surface()}/snapshot`);
      if (!answer.ok) throw new Error('expected a snapshot');
      return answer.text();
    });
    const ended = await Promise.allSettled(asked);
    const whole = ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(whole.length).toBeGreaterThan(0);
    expect(whole.length).toBeLessThan(asked.length);
    for (const text of whole) expect(readLines(text).at(-1)).toMatchObject({ kind: 'end' });
  });

  it("leaves emails out for a station, and other organisers' data", async () => {
    const text = await (await station.get(`${surface()}/snapshot`)).text();
    expect(text).toContain('"first_name":"Ada"');
    expect(text).not.toContain('ada@example.org');
    const elsewhere = await station.get('/scanner/events/evt_01kyvbnvq0g7m3x9r2c5t8w4ez/snapshot');
    expect(elsewhere.status).toBe(404);
  });
});

describe('The stream', () => {
  it('reports a scan with its row, and changes of tickets, sessions, lines and the setup by name', async () => {
    const stream = await openEventStream(station, `${surface()}/stream`);
    const { line } = await orderAddOns(1);
    expect(await stream.nextOf('order_line')).toMatchObject({ data: { reference: line } });
    const check = { ticket: tickets[1] };
    await station.post('/integration/scans', check, { 'idempotency-key': randomUUID() });
    expect(await stream.nextOf('scan')).toMatchObject({
      data: { scan: { ticket: tickets[1], result: 'allowed' } },
    });
    const { event, ticketType } = door;
    await makeOrder(host, { event, ticketType });
    const { reference: sold } = Object((await stream.nextOf('ticket')).data);
    expect(await ticketsOf(host, event)).toContain(sold);
    await host.database.write((tx) => createLocation(tx, { event, name: 'East' }));
    await stream.nextOf('setup', 'loc_');
    await stream.close();
  });

  it('reports a change of the signing keys, so that doors accept new codes and refuse old ones at once', async () => {
    const { organiser, event } = door;
    await station.get(`${surface()}/setup`);
    const stream = await openEventStream(station, `${surface()}/stream`);
    await host.database.write((tx) => rotateCodeKey(tx, organiser));
    await stream.nextOf('setup', event);
    const [, retired] = await host.database.read((tx) => describeCodeKeys(tx, organiser));
    await host.database.write((tx) => removeCodeKey(tx, organiser, retired?.kid ?? ''));
    await stream.nextOf('setup', event);
    await stream.close();
  });

  it('resumes after the last received event, and reports when too much was missed to resume', async () => {
    const first = await openEventStream(station, `${surface()}/stream`);
    const { line: earlier } = await orderAddOns(1);
    const heard = await first.nextOf('order_line');
    expect(heard).toMatchObject({ data: { reference: earlier } });
    const position = (await first.nextOf('setup')).id ?? '';
    await first.close();
    const { line } = await orderAddOns(1);
    const { event, ticketType } = door;
    await makeOrder(host, { event, ticketType, quantity: 300 });
    const again = await openEventStream(station, `${surface()}/stream`, {
      'last-event-id': position,
    });
    expect(await again.nextOf('ticket')).toMatchObject({ data: { reference: null } });
    expect(await again.nextOf('order_line')).toMatchObject({ data: { reference: line } });
    await again.close();
  });

  it.each(['', 'nonsense', '9999999999999999', '-1', '1e9'])(
    'starts with the present for the position %j',
    async (position) => {
      const stream = await openEventStream(station, `${surface()}/stream`, {
        'last-event-id': position,
      });
      const { line } = await orderAddOns(1);
      expect(await stream.nextOf('order_line')).toMatchObject({ data: { reference: line } });
      await stream.close();
    },
  );

  // PostgreSQL uses its own server's clock, which tests cannot move.
  it.skipIf(isOnPostgres)(
    'sends every 15 s the time up to which everything was reported, even with constant changes',
    async () => {
      const stream = await openEventStream(station, `${surface()}/stream`);
      host.clock.advance(STREAM_HEARTBEAT_MS);
      const before = host.clock.now();
      const { line } = await orderAddOns(1);
      const committed = host.clock.now();
      const told = await stream.nextOf('order_line');
      expect(told).toMatchObject({ data: { reference: line } });
      const { data } = await stream.nextOf('heartbeat');
      const { server_time } = Heartbeat.Parse(data);
      const askedAt = parseInstant(server_time) ?? 0;
      expect(askedAt).toBeGreaterThanOrEqual(before);
      expect(askedAt).toBeLessThanOrEqual(addMicros(committed, MICROS_PER_SECOND));
      await stream.close();
    },
  );

  it('ends at once when the client is revoked or loses its scope', async () => {
    const revoked = await makeClient(host, door.organiser, { scopes: STATION });
    const rescoped = await makeClient(host, door.organiser, { scopes: STATION });
    const streams = [
      await openEventStream(revoked, `${surface()}/stream`),
      await openEventStream(rescoped, `${surface()}/stream`),
    ];
    await host.database.write((tx) => revokeClient(tx, revoked.clientId));
    await host.database.write((tx) => changeScopes(tx, rescoped.clientId, ['events:read']));
    for (const stream of streams) expect(await stream.next()).toBeNull();
  });

  it('ends the oldest at once where a station asks for more than a few', async () => {
    const client = await makeClient(host, door.organiser, { scopes: STATION });
    const asked = Array.from({ length: 3 * MAX_STREAMS }, () =>
      openEventStream(client, `${surface()}/stream`),
    );
    const streams = await Promise.all(asked);
    const heard = streams.map((stream) =>
      stream.nextOf('order_line').then(
        () => true,
        () => false,
      ),
    );
    await orderAddOns(1);
    expect((await Promise.all(heard)).filter(Boolean)).toHaveLength(MAX_STREAMS);
    for (const stream of streams) await stream.close().catch(() => undefined);
  });

  it("does not delay the server's shutdown", async () => {
    await using other = await startTestServer();
    const { client, event } = await makeDoor(other);
    const stream = await openEventStream(client, `/scanner/events/${event}/stream`);
    const closing = other.server.close();
    expect(await Promise.race([closing.then(() => 'closed'), delay(5_000)])).toBe('closed');
    expect(await stream.next().catch(() => null)).toBeNull();
  });
});

describe('Redemptions', () => {
  const Uploaded = Compile(RedemptionUploadResponse);
  const redeem = async (items: readonly unknown[], client = station) => {
    const answer = await client.post('/scanner/redemptions', { items });
    return Uploaded.Parse(await answer.json()).data;
  };

  it('are recorded once, even beyond what was bought, and undone no further than to zero', async () => {
    const { line } = await orderAddOns(1);
    const item = handed(line);
    expect(await redeem([item, item, handed(line)])).toMatchObject([
      { status: 'recorded', remaining: 0, over_redeemed: false },
      { status: 'duplicate', remaining: 0 },
      { status: 'recorded', remaining: 0, over_redeemed: true },
    ]);
    expect(await redeem([item])).toMatchObject([{ status: 'duplicate' }]);
    expect(
      await redeem([handed(line, { quantity: -2 }), handed(line, { quantity: -1 })]),
    ).toMatchObject([
      { status: 'recorded', remaining: 1, over_redeemed: false },
      { status: 'rejected', code: 'validation.failed' },
    ]);
  });

  it('in an invalid item do not block the others', async () => {
    const { line } = await orderAddOns(3);
    const item = handed(line);
    await redeem([item]);
    const results = await redeem([
      null,
      { client_reference: 'odd', quantity: 1 },
      handed(line, { quantity: 0.5 }),
      handed(line, { quantity: 0 }),
      handed(line, { client_reference: 'half a pair \ud800' }),
      handed('oln_01kyvbnvq0g7m3x9r2c5t8w4ez'),
      handed(line, { scanner_location: 'loc_01kyvbnvq0g7m3x9r2c5t8w4ez' }),
      handed(line, { redeemed_at: '2026-02-30T00:00:00Z' }),
      { ...item, quantity: 2 },
      handed(line),
    ]);
    expect(results.map(({ status, code }) => [status, code])).toEqual([
      ['rejected', 'validation.failed'],
      ['rejected', 'validation.failed'],
      ['rejected', 'validation.failed'],
      ['rejected', 'validation.failed'],
      ['rejected', 'validation.failed'],
      ['rejected', 'order_line.unknown'],
      ['rejected', 'location.unknown'],
      ['rejected', 'validation.failed'],
      ['mismatch', 'redemption.mismatch'],
      ['recorded', null],
    ]);
    expect(results[1]?.client_reference).toBe('odd');
    expect(results.at(-1)?.remaining).toBe(1);
  });

  it('of an event that this station may not see are refused as an unknown line', async () => {
    const { line } = await orderAddOns(1);
    const limited = await makeClient(host, door.organiser, { scopes: STATION, events: [] });
    expect(await redeem([handed(line)], limited)).toMatchObject([{ code: 'order_line.unknown' }]);
  });
});

describe('The lists of a station', () => {
  it('contain an add-on line again after it was redeemed or its order cancelled', async () => {
    const { order, line } = await orderAddOns(2);
    let since = await now();
    const item = { client_reference: 'one', order_line: line, quantity: 1, redeemed_at: since };
    await station.post('/scanner/redemptions', { items: [item] });
    await expect
      .poll(() => changed('order-lines', since), { timeout: 20_000 })
      .toContainEqual(
        expect.objectContaining({ reference: line, order, redeemed: 1, remaining: 1 }),
      );
    since = await now();
    await host.database.write((tx) => cancelOrder(tx, order, null));
    await expect
      .poll(() => changed('order-lines', since), { timeout: 20_000 })
      .toContainEqual(expect.objectContaining({ reference: line, order_status: 'cancelled' }));
  });

  it('contain a session again after the entry policy of its event moved its window', async () => {
    const starts_at = instantFromMillis(Date.parse('2026-12-12T19:00:00Z'));
    const times = { starts_at, ends_at: instantFromMillis(Date.parse('2026-12-12T23:00:00Z')) };
    const { reference } = await host.database.write((tx) =>
      createSession(tx, door.event, { name: 'Late', ...times }),
    );
    const since = await now();
    await host.database.write((tx) => updateEvent(tx, door.event, { opens_before_minutes: 30 }));
    await expect
      .poll(() => changed('sessions', since), { timeout: 20_000 })
      .toContainEqual(
        expect.objectContaining({ reference, entry_from: '2026-12-12T18:30:00.000000Z' }),
      );
  });
});

describe('Conflicts', () => {
  const Listed = Compile(Type.Object({ data: Type.Object({ data: Type.Array(ConflictDetails) }) }));
  const list = async (query: string) => {
    const answer = await station.get(`${surface()}/conflicts?per_page=100&${query}`);
    return Listed.Parse(await answer.json()).data.data;
  };
  const makeConflict = async (ticket: string | undefined) => {
    const south = await makeClient(host, door.organiser, { scopes: STATION });
    const items = [scanned(ticket), scanned(ticket)];
    await station.post('/scanner/scans', { items: [items[0]] });
    await south.post('/scanner/scans', { items: [items[1]] });
    const [found] = (await list('state=open')).filter((one) => one.ticket === ticket);
    if (found === undefined) throw new Error('expected a conflict');
    return { conflict: found, items };
  };

  it('show both admissions with their stations, and are resolved once', async () => {
    const { conflict, items } = await makeConflict(tickets[10]);
    expect(conflict).toMatchObject({ kind: 'double_admission', state: 'open', note: null });
    expect(conflict.scans.map(({ reference }) => reference).toSorted()).toEqual(
      items.map(({ reference }) => reference).toSorted(),
    );
    const open = await host.run(`conflict list --event ${door.event} --status open`);
    expect(open.out).toMatch(
      new RegExp(`^${conflict.reference} .+ double_admission +open +${conflict.ticket} `, 'm'),
    );
    const path = `/scanner/conflicts/${conflict.reference}`;
    const decided = { note: 'The same guest.', resolved_by: 'Rosalind' };
    const first = await station.post(`${path}/resolve`, decided);
    expect(await first.json()).toMatchObject({ data: { state: 'resolved', ...decided } });
    const second = await station.post(`${path}/resolve`, { note: 'No.' });
    expect(second.status).toBe(200);
    expect(await second.json()).toMatchObject({ data: decided });
    expect((await list('state=open')).map(({ reference }) => reference)).not.toContain(
      conflict.reference,
    );
    const resolved = await list('state=resolved');
    expect(resolved.map(({ reference }) => reference)).toContain(conflict.reference);
    const words = `conflict list --event ${door.event} --limit 100 --status`;
    const described = Type.Object({
      ...ConflictDetails.properties,
      event: Type.String(),
      holder: Type.Object({ email: Type.String() }),
    });
    const listed = Type.Object({ data: Type.Array(described) });
    expect((await host.make(listed, `${words} resolved`)).data).toMatchObject(
      resolved.map((one) => ({ ...one, event: door.event, holder: { email: 'ada@example.org' } })),
    );
    expect(await host.make(described, `conflict show ${conflict.reference}`)).toMatchObject(
      decided,
    );
    expect(await host.run('conflict show cfl_x')).toEqual({
      code: 1,
      out: '',
      err: 'There is no conflict cfl_x.\n',
    });
  });

  it('are attributed to the client if no person is named', async () => {
    const { conflict } = await makeConflict(tickets[11]);
    const path = `/scanner/conflicts/${conflict.reference}/resolve`;
    const answer = await station.post(path, { note: 'Seen.' });
    expect(await answer.json()).toMatchObject({ data: { resolved_by: 'Integration' } });
  });

  it('reach pollers, and are hidden from those whom they do not concern', async () => {
    const since = await now();
    const { conflict } = await makeConflict(tickets[12]);
    const referencesOf = async () =>
      (await list(`updated_since=${since}`)).map(({ reference }) => reference);
    await expect.poll(referencesOf, { timeout: 20_000 }).toContain(conflict.reference);
    const limited = await makeClient(host, door.organiser, { scopes: STATION, events: [] });
    const path = `/scanner/conflicts/${conflict.reference}`;
    expect((await limited.get(path)).status).toBe(404);
    expect((await limited.post(`${path}/resolve`, { note: 'Mine.' })).status).toBe(404);
    expect((await station.get(path)).status).toBe(200);
  });

  it.each([
    {},
    { note: '' },
    { note: ' \n' },
    { note: 'a', resolved_by: ' ' },
    { note: 'a'.repeat(1_001) },
    { note: 1 },
  ])('are not resolved with %j', async (body) => {
    const answer = await station.post('/scanner/conflicts/cfl_x/resolve', body);
    expect(answer.status).toBe(422);
  });
});

describe('The heartbeat', () => {
  const Stations = Compile(Type.Object({ data: Type.Array(ReportedStation) }));
  const read = async (client = station) =>
    Stations.Parse(await (await client.get('/scanner/stations')).json()).data;
  const listed = async () => (await read()).map(({ client_id }) => client_id);

  it('appears in the list of stations, the last one of each', async () => {
    const { reference: scanner_location } = await host.database.write((tx) =>
      createLocation(tx, { event: door.event, name: 'South Gate' }),
    );
    const here = { ...heartbeat, event: door.event, scanner_location };
    await station.post('/scanner/heartbeat', here);
    await station.post('/scanner/heartbeat', { ...here, queued: 7, unheard_of: true });
    const silent = await makeClient(host, door.organiser, { scopes: STATION });
    const reader = await makeClient(host, door.organiser, { scopes: ['events:read'] });
    const data = await read();
    expect(data.find(({ client_id }) => client_id === station.clientId)).toMatchObject({
      heartbeat: { ...here, queued: 7 },
    });
    expect(data.find(({ client_id }) => client_id === silent.clientId)).toMatchObject({
      last_heartbeat_at: null,
      heartbeat: null,
    });
    expect(data.map(({ client_id }) => client_id)).not.toContain(reader.clientId);
  });

  it('turns a client with more scopes into a station; without one it is not listed', async () => {
    const everything = await makeClient(host, door.organiser, { scopes: [...scopes] });
    expect(await listed()).not.toContain(everything.clientId);
    await everything.post('/scanner/heartbeat', heartbeat);
    expect(await listed()).toContain(everything.clientId);
  });

  it('keeps nothing of an event that its client may not see, and shows a limited client only the stations of its events', async () => {
    const elsewhere = await makeEvent(host, door.organiser, 'elsewhere');
    const limited = await makeClient(host, door.organiser, {
      scopes: STATION,
      events: [elsewhere],
    });
    const sharing = await makeClient(host, door.organiser, {
      scopes: STATION,
      events: [elsewhere],
    });
    const moving = await makeClient(host, door.organiser, { scopes: STATION });
    await station.post('/scanner/heartbeat', { ...heartbeat, event: door.event });
    await limited.post('/scanner/heartbeat', { ...heartbeat, event: door.event });
    await moving.post('/scanner/heartbeat', { ...heartbeat, event: elsewhere });
    expect((await read(limited)).map(({ client_id }) => client_id).toSorted()).toEqual(
      [limited, sharing, moving].map(({ clientId }) => clientId).toSorted(),
    );
    const own = (await read()).find(({ client_id }) => client_id === limited.clientId);
    expect(own?.heartbeat).toMatchObject({ event: null, scanner_location: null });
    expect(own?.heartbeat).not.toHaveProperty('peer_addresses');
    await moving.post('/scanner/heartbeat', { ...heartbeat, event: door.event });
    expect((await read(limited)).map(({ client_id }) => client_id)).not.toContain(moving.clientId);
  });

  it('changes no list and no stream, because it is not a change of the event', async () => {
    const since = await now();
    const before = await changed('sessions', since);
    const stream = await openEventStream(station, `${surface()}/stream`);
    await station.post('/scanner/heartbeat', heartbeat);
    expect(await changed('sessions', since)).toEqual(before);
    await orderAddOns(1);
    // The first event on the stream is a later change, not the heartbeat.
    expect(['order_line', 'setup']).toContain((await stream.next())?.event);
    await stream.close();
  });
});
