import { describe, expect, it } from 'vitest';
import { shortName } from '../../../shared/ticket-code/code-payload.ts';
import { instantAt } from '../../../test/support/station/records.ts';
import { EVENT, NORTH_GATE, numbered, SOUTH_GATE } from '../../../test/support/station/rows.ts';
import { signedTicket } from '../../../test/support/signed-codes.ts';
import { byShortName, ticketOfCode, type CodeBook } from './code-facts.ts';

const saturday = {
  reference: numbered('session', 1),
  name: 'Saturday',
  starts_at: instantAt(0),
  cancelled_at: instantAt(-5),
  entry_from: null,
  entry_until: null,
};

const book: CodeBook = {
  keys: [],
  event: shortName('event', EVENT),
  sessions: byShortName('session', [saturday]),
  ticketTypes: byShortName('ticketType', [
    { reference: numbered('ticketType', 1), name: 'Standard' },
  ]),
  locations: byShortName('location', [NORTH_GATE, SOUTH_GATE]),
};

const short = {
  saturday: shortName('session', saturday.reference),
  sunday: shortName('session', numbered('session', 2)),
  north: shortName('location', NORTH_GATE.reference),
  elsewhere: shortName('location', numbered('location', 99)),
};

function entryPoints(entry_points: readonly string[] | null) {
  return ticketOfCode(signedTicket(1, { entry_points }), book)?.entry_points;
}

describe('a ticket known only from its code', () => {
  it("has the code's data, with names from the setup", () => {
    const said = {
      seat_label: 'C 14',
      valid_from: instantAt(1),
      valid_until: instantAt(2),
      issue: 3,
    };
    const signed = signedTicket(1, {
      ...said,
      session: short.saturday,
      entry_points: [short.north],
    });
    expect(ticketOfCode(signed, book)).toMatchObject({
      reference: numbered('ticket', 1),
      status: 'valid',
      ticket_type: { name: 'Standard' },
      session: saturday,
      seat_label: 'C 14',
      valid_from: instantAt(1),
      valid_until: instantAt(2),
      entry_points: [NORTH_GATE.reference],
      code_issue: 3,
    });
  });

  it('is null for another event, or a session that the setup does not have', () => {
    const other = shortName('event', numbered('event', 2));
    expect(ticketOfCode(signedTicket(1, { event: other }), book)).toBeNull();
    expect(ticketOfCode(signedTicket(1, { session: short.sunday }), book)).toBeNull();
  });

  it('is admitted at no entry point that the setup does not have', () => {
    expect(entryPoints([short.north, short.elsewhere])).toEqual([NORTH_GATE.reference]);
    expect(entryPoints([short.elsewhere])).toEqual([]);
    expect(entryPoints([])).toEqual([]);
    expect(entryPoints(null)).toBeNull();
  });

  it('is admitted at neither of two entry points whose short names are the same', () => {
    const twin = { reference: `loc_7${NORTH_GATE.reference.slice(5)}`, name: 'Twin' };
    expect(shortName('location', twin.reference)).toBe(short.north);
    const locations = byShortName('location', [NORTH_GATE, twin, SOUTH_GATE]);
    expect([...locations.values()]).toEqual([SOUTH_GATE]);
    expect(byShortName('location', [NORTH_GATE, NORTH_GATE]).size).toBe(1);
  });
});
