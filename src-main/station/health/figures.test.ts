import { describe, expect, it } from 'vitest';
import { openDoor } from '../../../test/support/station/open-door.ts';
import { instantAt, scanRecord } from '../../../test/support/station/records.ts';
import { EVENT, NORTH_GATE, numbered } from '../../../test/support/station/rows.ts';
import { formatInstant } from '../../../shared/instant.ts';
import { stepOf } from '../../core/arrivals.ts';

type Door = Awaited<ReturnType<typeof openDoor>>;

async function figures(door: Door) {
  const result = await door.send({ kind: 'read_figures' });
  if (result.ok && 'figures' in result) return result.figures;
  throw new Error('expected figures');
}

describe('the figures of an event', () => {
  it("combine the server's data and unsent scans, each person once", async () => {
    const door = await openDoor();
    const told = scanRecord(1, { scanned_at: instantAt(-3_600), location: NORTH_GATE });
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

  it('are those of the moment in which they were requested', async () => {
    const door = await openDoor();
    await door.time.advance(90_000);
    expect((await figures(door)).at).toBe(formatInstant(instantAt(90)));
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
