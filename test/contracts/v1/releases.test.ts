import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addMicros,
  formatInstant,
  instantFromMillis,
  MICROS_PER_MINUTE,
} from '../../../shared/instant.ts';
import type { ReEntry } from '../../../shared/verdict/terms/releases.ts';
import { updateTicketType } from '../../../src-server/domain/events/ticket-types.ts';
import { updateEvent } from '../../../src-server/domain/events/events.ts';
import { createLocation } from '../../../src-server/domain/events/locations.ts';
import { eraseContact } from '../../../src-server/domain/contacts/contacts.ts';
import {
  makeClient,
  makeDoor,
  makeOrder,
  startTestServer,
  ticketsOf,
  type TestServer,
} from '../../support/test-server.ts';
import { readPage, walkChanges, walkNumbered } from '../../support/walk-list.ts';

/** Admissions that end: what /v1 and the scanner surface say of them, and who may come in again. */
let host: TestServer;
let door: Awaited<ReturnType<typeof makeDoor>>;
let ticket: string;

beforeAll(async () => {
  host = await startTestServer();
  door = await makeDoor(host, 1);
});
afterAll(() => host[Symbol.asyncDispose]());
beforeEach(async () => {
  const { event, ticketType } = door;
  const known = await ticketsOf(host, event);
  await makeOrder(host, { event, ticketType, quantity: 1, email: `${ulid()}@example.org` });
  [ticket = ''] = (await ticketsOf(host, event)).filter((one) => !known.includes(one));
  await reEntry('none');
});

const key = () => ({ 'idempotency-key': randomUUID() });
const json = async (response: Response) => Object(await response.json());
const reEntry = (re_entry: ReEntry) =>
  host.database.write((tx) => updateTicketType(tx, door.ticketType, { re_entry }));
const checkIn = async () => json(await door.client.post('/integration/scans', { ticket }, key()));
const admit = async (): Promise<string> => {
  const { allowed, scan } = await checkIn();
  expect(allowed).toBe(true);
  return scan.reference;
};
const end = (scan: string, kind: string, more: object = {}) =>
  door.client.post(`/integration/scans/${scan}/release`, { kind, ...more }, key());
const minutesAgo = (minutes: number) =>
  formatInstant(addMicros(instantFromMillis(Date.now()), -minutes * MICROS_PER_MINUTE));
const released = (minutes: number, changes: object = {}) => ({
  reference: `rel_${ulid().toLowerCase()}`,
  ticket,
  scan: null,
  kind: 'exit',
  released_at: minutesAgo(minutes),
  clock_offset_ms: 0,
  sequence: 1,
  ...changes,
});
const scanned = (minutes: number, changes: object = {}) => ({
  reference: `scn_${ulid().toLowerCase()}`,
  ticket,
  result: 'allowed',
  reason: 'scanning.allowed',
  scanned_at: minutesAgo(minutes),
  clock_offset_ms: 0,
  sequence: 1,
  snapshot: { watermark: null },
  ...changes,
});
const upload = async (path: 'scans' | 'releases', ...items: unknown[]) =>
  (await json(await door.client.post(`/scanner/${path}`, { items }))).data;
const listed = async () => {
  const all = `/integration/events/${door.event}/releases?updated_since=1970-01-01T00:00:00Z`;
  const { data } = await json(await door.client.get(all));
  return data.data.filter((one: { ticket: string }) => one.ticket === ticket);
};
const overruled = { reason: 'scanning.already_scanned', note: 'Her coat was outside' };
const listedScans = async () => {
  const { data } = await json(await door.client.get(`/integration/events/${door.event}/scans`));
  return data.data.filter((one: { ticket: string }) => one.ticket === ticket);
};
const attendance = async () =>
  (await json(await door.client.get(`/integration/events/${door.event}/attendance`))).data;
/** How many are inside, were admitted and are not inside any more, since then. */
const attendanceSince = async () => {
  const before = await attendance();
  return async () => {
    const { inside, admitted, released, by_ticket_type } = await attendance();
    const [type] = by_ticket_type;
    expect(type).toMatchObject({ inside, admitted });
    expect(inside).toBe(admitted - released);
    return [inside - before.inside, admitted - before.admitted, released - before.released];
  };
};

/** So many times 500 admissions and releases of the ticket. */
const grow = async (parts: number) => {
  for (let part = 0; part < parts; part += 1) {
    await upload('scans', ...Array.from({ length: 500 }, () => scanned(30)));
    const unknown = () => released(20, { scan: `scn_${ulid().toLowerCase()}` });
    await upload('releases', ...Array.from({ length: 500 }, unknown));
  }
};
/** Of the attendance and a check-in. */
const leastMs = async () => {
  const tries: number[] = [];
  for (let count = 0; count < 3; count += 1) {
    const begun = performance.now();
    await attendance();
    await checkIn();
    tries.push(performance.now() - begun);
  }
  return Math.min(...tries);
};

describe('a release of an admission', () => {
  it('that another one had ended leaves the other one to the next that was open', async () => {
    const count = await attendanceSince();
    const first = scanned(30);
    await upload('scans', first, scanned(20));
    await upload('releases', released(10));
    expect(await count()).toEqual([1, 1, 0]);
    expect((await end(first.reference, 'mistake')).status).toBe(200);
    expect(await count()).toEqual([0, 1, 1]);
  });

  it('that was a mistake gives the ticket back, once', async () => {
    const scan = await admit();
    expect(await checkIn()).toMatchObject({ reason: 'scanning.already_scanned' });
    const answer = await end(scan, 'mistake', { note: ' The wrong\ntwin ' });
    expect(await json(answer)).toMatchObject({
      data: { scan, ticket, kind: 'mistake', note: 'The wrong twin', station: expect.any(String) },
    });
    expect((await end(scan, 'mistake')).status).toBe(422);
    expect((await end(scan, 'exit')).status).toBe(422);
    await admit();
    expect(await listed()).toMatchObject([{ scan, kind: 'mistake' }]);
  });

  it('of a guest who went out lets them in again only with re-entry, whenever that is set', async () => {
    const scan = await admit();
    expect((await end(scan, 'exit')).status).toBe(200);
    expect(await checkIn()).toMatchObject({ reason: 'scanning.already_scanned' });
    await reEntry('allowed');
    const { data } = await json(await door.client.get(`/integration/tickets/${ticket}`));
    expect(data).toMatchObject({ re_entry: 'allowed' });
    await admit();
    expect(await checkIn()).toMatchObject({ reason: 'scanning.already_scanned' });
  });

  it('is refused for a scan that admitted nobody, one that is not there, and another organiser', async () => {
    await admit();
    const { scan } = await checkIn();
    expect((await end(scan.reference, 'exit')).status).toBe(422);
    expect((await end(`scn_${ulid().toLowerCase()}`, 'exit')).status).toBe(404);
    const other = await makeDoor(host, 1);
    const path = `/integration/scans/${scan.reference}/release`;
    expect((await other.client.post(path, { kind: 'exit' }, key())).status).toBe(404);
    const reader = await makeClient(host, door.organiser, { scopes: ['scans:read'] });
    expect((await reader.post(path, { kind: 'exit' }, key())).status).toBe(403);
  });

  it('is answered again for its key, and of two at the same moment one ends it', async () => {
    const scan = await admit();
    const both = await Promise.all([end(scan, 'mistake'), end(scan, 'mistake')]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 422]));
  });
});

describe('an upload of releases', () => {
  it('changes nothing when it is sent again, and refuses other content under its reference', async () => {
    const scan = await admit();
    const item = released(0, { scan, kind: 'mistake', note: 'x' });
    expect(await upload('releases', item)).toMatchObject([{ status: 'recorded', scan }]);
    expect(await upload('releases', item, { ...item, note: 'y' })).toMatchObject([
      { status: 'duplicate', scan },
      { status: 'mismatch', code: 'release.mismatch' },
    ]);
    expect(await upload('releases', { ...item, ticket: 'tkt_0' }, 7)).toMatchObject([
      { status: 'rejected', code: 'validation.failed' },
      { status: 'rejected', reference: null },
    ]);
    expect(await listed()).toHaveLength(1);
  });

  it('keeps of a note what can be shown, and is refused for none', async () => {
    const scan = await admit();
    const note = '\u202Ethe wrong\ttwin\u0007 \u{1F46F}';
    expect(await upload('releases', released(0, { scan, kind: 'mistake', note }))).toMatchObject([
      { status: 'recorded', scan },
    ]);
    expect(await listed()).toMatchObject([{ note: 'the wrong twin \u{1F46F}' }]);
    const item = scanned(0, { overruled: { ...overruled, note } });
    expect(await upload('scans', item)).toMatchObject([{ status: 'recorded' }]);
    expect(await listedScans()).toContainEqual(
      expect.objectContaining({
        overruled: expect.objectContaining({ note: 'the wrong twin \u{1F46F}' }),
      }),
    );
    const nothing = { ...overruled, note: '\u202E\u202E\u202E' };
    expect(await upload('scans', scanned(0, { overruled: nothing }))).toMatchObject([
      { status: 'rejected', code: 'validation.failed' },
    ]);
  });

  it('keeps no note of an erased person', async () => {
    const scan = await admit();
    await end(scan, 'exit', { note: 'Ada, in the red coat' });
    const note = 'Ada again, in the red coat';
    await upload('scans', scanned(0, { overruled: { ...overruled, note } }));
    expect(JSON.stringify(await listedScans())).toContain(note);
    const { data } = await json(await door.client.get(`/integration/tickets/${ticket}`));
    await host.database.write((tx) => eraseContact(tx, data.contact.reference));
    expect(await listed()).toMatchObject([{ note: null }]);
    expect(JSON.stringify(await listedScans())).not.toContain('red coat');
  });
});

describe('the list of releases', () => {
  it('has each once across its pages, also of one moment, and again what moved while it was read', async () => {
    const { client, event } = await makeDoor(host, 1);
    [ticket = ''] = await ticketsOf(host, event);
    const send = (path: string, items: readonly object[]) =>
      client.post(`/scanner/${path}`, { items });
    const references = Array.from({ length: 5 }, () => released(0).reference).toSorted();
    // One transaction, so one time.
    await send(
      'releases',
      references.map((reference, index) => released(20 - index, { reference })),
    );
    const list = `/integration/events/${event}/releases?per_page=2`;
    const newest = await walkNumbered(client, list);
    expect(newest.map(({ reference }) => reference)).toEqual(references.toReversed());
    const { data, watermark } = await readPage(
      client,
      `${list}&updated_since=1970-01-01T00:00:00Z`,
    );
    expect(data.data.map(({ reference }) => reference)).toEqual(references.slice(0, 2));
    // Its admission arrives, and belongs to the next walk.
    await send('scans', [scanned(30)]);
    const { rows } = await walkChanges(client, data.next_page_url ?? '');
    expect(rows.map(({ reference }) => reference)).toEqual(references.slice(2));
    const next = await walkChanges(client, `${list}&updated_since=${watermark}`);
    expect(next.rows.at(-1)).toMatchObject({ reference: references[0], scan: expect.any(String) });
  });
});

describe('an admission that a supervisor overruled', () => {
  it('is no conflict for what was overruled, and is listed with the reason', async () => {
    await upload('scans', scanned(30));
    const [again] = [scanned(20, { overruled })];
    expect(await upload('scans', again)).toMatchObject([{ status: 'recorded', conflict: null }]);
    expect(
      (await listedScans()).find(
        (one: { reference: string }) => one.reference === again?.reference,
      ),
    ).toMatchObject({
      result: 'allowed',
      overruled: { ...overruled, station: expect.any(String) },
    });
    const other = { reason: 'scanning.wrong_entry_point', note: 'The lift is out of order' };
    const [answer] = await upload('scans', scanned(10, { overruled: other }));
    expect(answer).toMatchObject({ conflict: { kind: 'double_admission' } });
  });

  it('is rejected for a denial, and without a reason that says something', async () => {
    const denied = { result: 'denied', reason: 'scanning.already_scanned', overruled };
    expect(
      await upload(
        'scans',
        scanned(3, denied),
        scanned(2, { overruled: { ...overruled, note: '   ' } }),
        scanned(1, { overruled: { ...overruled, reason: 'scanning.allowed' } }),
      ),
    ).toMatchObject(Array.from({ length: 3 }, () => ({ status: 'rejected' })));
  });
});

describe('the attendance of an event', () => {
  it('says who is inside: a ticket once, however often it went out and in again', async () => {
    await reEntry('allowed');
    const counts = await attendanceSince();
    const scan = await admit();
    expect(await counts()).toEqual([1, 1, 0]);
    await end(scan, 'exit');
    expect(await counts()).toEqual([0, 1, 1]);
    const again = await admit();
    expect(await counts()).toEqual([1, 1, 0]);
    await end(again, 'mistake');
    expect(await counts()).toEqual([0, 1, 1]);
  });

  it('counts who passed each entry point, and what was said before its admission came', async () => {
    const { reference: location } = await host.database.write((tx) =>
      createLocation(tx, { event: door.event, name: `Gate ${ulid()}`, direction: 'both' }),
    );
    const counts = await attendanceSince();
    await upload('releases', released(2, { scanner_location: location }));
    expect(await counts()).toEqual([0, 0, 0]);
    await upload('scans', scanned(4, { scanner_location: location }));
    expect(await counts()).toEqual([0, 1, 1]);
    const { by_location } = await attendance();
    expect(by_location).toContainEqual({
      location: { reference: location, name: expect.any(String) },
      admitted: 1,
      exits: 1,
    });
  });

  it('is the same at the command line, beside how many may be inside', async () => {
    await host.database.write((tx) => updateEvent(tx, door.event, { capacity: 800 }));
    const { out } = await host.run(`event attendance ${door.event} --json`);
    expect(JSON.parse(out)).toEqual(await attendance());
    expect(await attendance()).toMatchObject({ capacity: 800 });
  });

  it('and the check-in take as long as the rows of a ticket are many, and not as their product is', async () => {
    await grow(1);
    const few = await leastMs();
    await grow(3);
    expect(await leastMs()).toBeLessThan(8 * few);
  });
});
