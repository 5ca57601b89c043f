import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { shortName, type SignedTicket } from '../../../shared/ticket-code/code-payload.ts';
import { openDoor } from '../../../test/support/station/open-door.ts';
import { freeTicket, instantAt, scanRecord } from '../../../test/support/station/records.ts';
import { EVENT, NORTH_GATE, numbered, SOUTH_GATE } from '../../../test/support/station/rows.ts';
import { sign, signedTicket, testKey } from '../../../test/support/signed-codes.ts';
import type { SessionRecord, SetupRecord } from '../../../shared/station/records.ts';

const key = testKey('K3dQ');
const session = (number: number, change: Partial<SessionRecord> = {}): SessionRecord => ({
  reference: numbered('session', number),
  name: 'Saturday',
  starts_at: instantAt(0),
  cancelled_at: null,
  entry_from: null,
  entry_until: instantAt(1_000_000_000),
  ...change,
});
const setup: SetupRecord = {
  event: {
    reference: EVENT,
    name: 'Winter Gala',
    status: 'published',
    starts_at: null,
    ends_at: null,
    timezone: 'Europe/Berlin',
    deleted_at: null,
  },
  sessions: [session(1), session(2, { cancelled_at: instantAt(-5) })],
  locations: [NORTH_GATE, SOUTH_GATE],
  ticket_types: [{ reference: numbered('ticketType', 1), name: 'Standard' }],
  code_keys: [key.key],
  source: 'scanner',
  etag: null,
};

let door: Awaited<ReturnType<typeof openDoor>>;
const scan = async (change: Partial<SignedTicket> = {}, number = 9) =>
  door.scan(await sign(signedTicket(number, change), key));
const inSession = (number: number) => ({
  session: shortName('session', numbered('session', number)),
});
const at = (place: { readonly reference: string }) => [shortName('location', place.reference)];

describe('a signed code of a ticket that this station does not have', () => {
  beforeEach(async () => {
    door = await openDoor({ setup });
  });
  afterEach(() => door.close());

  it('is admitted by its code, marked as such, recorded, and uploaded with its code', async () => {
    const code = await sign(signedTicket(9, { ...inSession(1), seat_label: 'C 14' }), key);
    expect(await door.scan(code)).toMatchObject({
      kind: 'admitted',
      note: 'from_code',
      ticket: numbered('ticket', 9),
      ticket_type: 'Standard',
      seat_label: 'C 14',
      holder: null,
      session: { name: 'Saturday' },
      number: 1,
    });
    expect(door.rows()).toMatchObject([{ ticket: numbered('ticket', 9), code }]);
    expect(door.journal.recent(1)).toMatchObject([{ note: 'from_code' }]);
    expect(door.journal.pending(numbered('organiser', 1), 5)).toMatchObject([
      { code, session: numbered('session', 1) },
    ]);
    expect(door.state().counters).toMatchObject({ admitted_here: 1, admitted_total: 1 });
  });

  it('is refused the second time, and if another station has admitted it', async () => {
    await scan();
    await door.time.advance(60_000);
    expect(await scan()).toMatchObject({
      reason: 'scanning.already_scanned',
      note: 'from_code',
      first_admission: { entry_point: 'North Gate' },
    });
    await door.replica.writeRows(EVENT, { scans: [scanRecord(8)], releases: [] });
    expect(await scan({}, 8)).toMatchObject({ reason: 'scanning.already_scanned' });
  });

  it('is refused outside its window, at the wrong entry point, and for a session that is cancelled in the setup', async () => {
    const later = instantAt(900_000_000);
    expect(await scan({ valid_from: later })).toMatchObject({
      reason: 'scanning.outside_validity_window',
      note: 'from_code',
    });
    expect(await scan({ entry_points: at(SOUTH_GATE) })).toMatchObject({
      reason: 'scanning.wrong_entry_point',
      right_entry_points: ['South Gate'],
    });
    expect(await scan({ entry_points: [] })).toMatchObject({
      reason: 'scanning.wrong_entry_point',
    });
    expect(await scan(inSession(2))).toMatchObject({ reason: 'scanning.session_cancelled' });
    expect(await scan({ entry_points: at(NORTH_GATE) })).toMatchObject({ kind: 'admitted' });
  });

  it('stays unknown when the setup does not have its session or its key', async () => {
    const unknown = { kind: 'unknown_ticket', reason: null };
    expect(await scan(inSession(3))).toMatchObject(unknown);
    const other = await sign(signedTicket(9), testKey('other'.slice(0, 4)));
    expect(await door.scan(other)).toMatchObject({ ...unknown, ticket: null });
  });

  it('names no ticket when its signature is wrong, even if the ticket is known', async () => {
    const forged = await sign(signedTicket(1), testKey(key.key.kid));
    expect(await door.scan(forged)).toMatchObject({ kind: 'unreadable', ticket: null });
    const none = `${btoa('{"alg":"none"}').replaceAll('=', '')}.${forged.split('.')[1]}.AAAA`;
    expect(await door.scan(none)).toMatchObject({ kind: 'unreadable', ticket: null });
    expect(door.state().counters.admitted_here).toBe(0);
  });

  it('is looked up at the server while the replica is damaged, which may have held an admission', async () => {
    vi.spyOn(door.replica, 'damaged', 'get').mockReturnValue(true);
    expect(await scan()).toMatchObject({ kind: 'unknown_ticket', ticket: numbered('ticket', 9) });
  });

  it('keeps its place in the queue', async () => {
    const code = await sign(signedTicket(9), key);
    const send = (text: string, id: string) =>
      door.station.handle({
        id,
        command: { kind: 'scan', code: text, symbology: null, source: 'keyboard' },
      });
    await Promise.all([
      send(numbered('ticket', 1), 'a'),
      send(code, 'b'),
      send(numbered('ticket', 2), 'c'),
      send(code, 'd'),
    ]);
    expect(door.outcomes().map(({ ticket, repeated }) => [ticket, repeated])).toEqual([
      [numbered('ticket', 1), false],
      [numbered('ticket', 9), false],
      [numbered('ticket', 2), false],
      [numbered('ticket', 9), true],
    ]);
  });
});

describe('a signed code of a ticket that this station has', () => {
  beforeEach(async () => {
    door = await openDoor({ setup });
  });
  afterEach(() => door.close());

  it("is judged by the station's data, whatever the code says", async () => {
    const admitted = await scan({ entry_points: [], session: 'unknwn' }, 1);
    expect(admitted).toMatchObject({ kind: 'admitted', holder: 'Amélie' });
    expect(admitted).not.toHaveProperty('note');
    await door.replica.writeTicket({ ...freeTicket(2), status: 'cancelled' });
    expect(await scan({}, 2)).toMatchObject({ reason: 'scanning.ticket_cancelled' });
  });

  it('is refused when a newer one was issued, with a message that says so', async () => {
    await door.replica.writeTicket({ ...freeTicket(1), code_issue: 2 });
    expect(await scan({ issue: 1 }, 1)).toMatchObject({
      kind: 'denied',
      reason: 'scanning.ticket_cancelled',
      note: 'code_replaced',
      message: 'This code was replaced by a newer one: ask for the newest code of the ticket.',
    });
    expect(await scan({ issue: 2 }, 1)).toMatchObject({ kind: 'admitted' });
  });

  it("may be newer than the station's data", async () => {
    expect(await scan({ issue: 5 }, 1)).toMatchObject({ kind: 'admitted' });
  });

  it('once replaced also invalidates the plain reference, except at the box office', async () => {
    await door.replica.writeTicket({ ...freeTicket(1), code_issue: 2 });
    const plain = numbered('ticket', 1);
    expect(await door.scan(plain)).toMatchObject({ kind: 'denied', note: 'code_replaced' });
    await door.send({ kind: 'select_entry_point', location: null });
    expect(await scan({ issue: 1 }, 1)).toMatchObject({ kind: 'denied', note: 'code_replaced' });
    expect(await door.scan(plain)).toMatchObject({ kind: 'admitted' });
  });
});
