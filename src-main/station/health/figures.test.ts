import { describe, expect, it } from 'vitest';
import { openDoor } from '../../../test/support/station/open-door.ts';
import { instantAt, releaseRecord, scanRecord } from '../../../test/support/station/records.ts';
import { EVENT, NORTH_GATE, numbered } from '../../../test/support/station/rows.ts';
import { formatInstant } from '../../../shared/instant.ts';
import { stepOf } from '../../core/arrivals.ts';

type Door = Awaited<ReturnType<typeof openDoor>>;

async function figures(door: Door) {
  const result = await door.send({ kind: 'read_figures' });
  if (result.ok && 'figures' in result) return result.figures;
  throw new Error('expected figures');
}

const since = (seconds: number) => formatInstant(stepOf(instantAt(seconds)));

describe('the figures of an event', () => {
  it("combine the server's data and unsent scans, each person once", async () => {
    const door = await openDoor();
    const told = scanRecord(501, {
      ticket: numbered('ticket', 1),
      scanned_at: instantAt(-3_600),
      location: NORTH_GATE,
    });
    await door.replica.writeRows(EVENT, { scans: [told], releases: [] });
    await door.scan(numbered('ticket', 1));
    await door.scan(numbered('ticket', 2));
    const at = door.rows()[0]?.scanned_at ?? instantAt(0);
    const [ticketType] = (await figures(door)).ticket_types;
    expect(ticketType).toMatchObject({ name: 'Standard', expected: 3, admitted: 2 });
    expect((await figures(door)).arrivals).toEqual([
      { from: formatInstant(stepOf(told.scanned_at)), entry_point: 'North Gate', admitted: 1 },
      { from: formatInstant(stepOf(at)), entry_point: NORTH_GATE.reference, admitted: 1 },
    ]);
    expect((await figures(door)).denials).toEqual([
      { reason: 'scanning.already_scanned', scans: 1 },
    ]);
    // The feed brings the same admission back before the journal knows that it was sent.
    const own = door.rows().at(-1)?.reference ?? '';
    const back = scanRecord(9, { reference: own, ticket: numbered('ticket', 2) });
    await door.replica.writeRows(EVENT, { scans: [{ ...back, scanned_at: at }], releases: [] });
    expect((await figures(door)).ticket_types).toEqual([
      { name: 'Standard', expected: 3, admitted: 2 },
    ]);
    await door.close();
  });

  it('say who is inside since when, which way guests passed, and what was undone or overruled', async () => {
    const door = await openDoor();
    await door.send({ kind: 'set_change_lock', lock: 'pin', pin: '2468' });
    const other = { station: 'South 1', note: 'Knows the band' };
    const told = scanRecord(501, {
      ticket: numbered('ticket', 1),
      scanned_at: instantAt(-3_600),
      overruled: { reason: 'scanning.already_scanned', ...other },
    });
    const left = releaseRecord(501, {
      ticket: numbered('ticket', 1),
      scan: told.reference,
      kind: 'exit',
      place: 'South Gate',
      released_at: instantAt(-600),
    });
    await door.replica.writeRows(EVENT, { scans: [told], releases: [left] });
    const mine = await door.scan(numbered('ticket', 2));
    await door.send({ kind: 'undo', scan: mine.reference });
    await door.time.advance(120_000);
    const again = await door.scan(numbered('ticket', 2));
    await door.time.advance(120_000);
    const denied = await door.scan(numbered('ticket', 2));
    const overrule = {
      kind: 'overrule',
      scan: denied.reference,
      note: 'Lost it',
      pin: '2468',
    } as const;
    await door.send(overrule);
    const found = await figures(door);
    const own = { ticket: numbered('ticket', 2), is_here: true, station: null };
    expect(found.corrections).toMatchObject([
      { ...own, kind: 'overruled', reason: 'scanning.already_scanned', note: 'Lost it' },
      { ...own, kind: 'undone', reason: null, note: null },
      { ...other, kind: 'overruled', is_here: false, reason: 'scanning.already_scanned' },
    ]);
    expect(found.presence.map(({ inside }) => inside)).toEqual([1, 0, 1]);
    expect(found.presence.slice(0, 2).map(({ from }) => from)).toEqual([
      since(-3_600),
      since(-600),
    ]);
    expect(again.kind).toBe('admitted');
    expect(found.entry_points).toEqual([
      { name: NORTH_GATE.reference, admitted: 2, exits: 0 },
      { name: 'North Gate', admitted: 1, exits: 0 },
      { name: 'South Gate', admitted: 0, exits: 1 },
    ]);
    await door.close();
  });

  it('never count less than nobody where an admission was sent, is undone, and has not come back', async () => {
    const door = await openDoor();
    const ticket = numbered('ticket', 1);
    const { reference } = await door.scan(ticket);
    const sent = { kind: 'acknowledged', reference, answer: null } as const;
    door.journal.recordUploads([sent]);
    await door.send({ kind: 'undo', scan: reference });
    expect((await figures(door)).entry_points).toEqual([
      { name: NORTH_GATE.reference, admitted: 0, exits: 0 },
    ]);
    await door.close();
  });

  it('are those of the moment in which they were requested', async () => {
    const door = await openDoor();
    await door.time.advance(90_000);
    expect((await figures(door)).at).toBe(formatInstant(instantAt(90)));
    await door.close();
  });

  it('leave out what is still unsent of another event', async () => {
    const other = numbered('event', 2);
    const door = await openDoor();
    const first = await door.scan(numbered('ticket', 1));
    await door.send({ kind: 'undo', scan: first.reference });
    await door.scan(numbered('ticket', 2));
    await door.time.advance(90_000);
    await door.scan(numbered('ticket', 2));
    const seen = await figures(door);
    expect(seen).toMatchObject({ corrections: [{}], denials: [{}], entry_points: [{}] });
    await door.replica.replaceEvents([
      ...door.replica.events(),
      {
        reference: other,
        name: 'Late show',
        status: 'published',
        starts_at: null,
        ends_at: null,
        timezone: 'UTC',
        deleted_at: null,
      },
    ]);
    expect(await door.send({ kind: 'select_event', event: other })).toEqual({ ok: true });
    expect(await figures(door)).toMatchObject({
      arrivals: [],
      ticket_types: [],
      presence: [],
      entry_points: [],
      corrections: [],
      denials: [],
    });
    await door.close();
  });

  it('are counted once for concurrent requests', async () => {
    const door = await openDoor();
    let counted = 0;
    const count = door.replica.countEvent.bind(door.replica);
    door.replica.countEvent = (event) => {
      counted += 1;
      return count(event);
    };
    await Promise.all([figures(door), figures(door), figures(door)]);
    expect(counted).toBe(1);
    await door.close();
  });

  it('require an event', async () => {
    const door = await openDoor({ event: null });
    const result = await door.send({ kind: 'read_figures' });
    expect(result).toMatchObject({ ok: false, code: 'station.not_enrolled' });
    await door.close();
  });
});
