import { describe, expect, it } from 'vitest';
import { addMicros, MICROS_PER_HOUR, MICROS_PER_MINUTE } from '../../../shared/instant.ts';
import { instantAt, ticketRecord } from '../../../test/support/station/records.ts';
import { NORTH_GATE, numbered, SOUTH_GATE } from '../../../test/support/station/rows.ts';
import { ticketFacts, type KnownEvent } from './ticket-facts.ts';

const event: KnownEvent = {
  timezone: 'Europe/Berlin',
  sessions: new Map(),
  locations: new Map([[NORTH_GATE.reference, NORTH_GATE]]),
  reEntry: new Set(),
  opens_before_minutes: 30,
};

const facts = (of: Partial<Parameters<typeof ticketFacts>[0]>) =>
  ticketFacts({
    ticket: ticketRecord(1),
    event,
    admission: null,
    location: null,
    code_issue: null,
    locale: 'en',
    ...of,
  });

const admittedAt = (entry_points: readonly string[] | null) =>
  facts({ ticket: ticketRecord(1, { entry_points }) }).ticket.entry_points;

describe('facts of a ticket', () => {
  it('take the session from the setup if it is there, cancelled or not', () => {
    const session = {
      reference: numbered('session', 1),
      name: 'Saturday',
      starts_at: instantAt(0),
      cancelled_at: instantAt(5),
      entry_from: null,
      entry_until: instantAt(9),
    };
    const known = { ...event, sessions: new Map([[session.reference, session]]) };
    expect(facts({ event: known }).session).toEqual(session);
  });

  it('compute the window of a session that only the ticket describes', () => {
    const starts = instantAt(3_600);
    expect(facts({}).session).toMatchObject({
      starts_at: starts,
      cancelled_at: null,
      entry_from: addMicros(starts, -30 * MICROS_PER_MINUTE),
      entry_until: addMicros(starts, 12 * MICROS_PER_HOUR),
    });
    expect(facts({ ticket: ticketRecord(1, { session: null }) }).session).toBeNull();
  });

  it('keep entry points without a name, and distinguish an empty list from no list', () => {
    expect(admittedAt([NORTH_GATE.reference, SOUTH_GATE.reference])).toEqual([
      NORTH_GATE,
      { reference: SOUTH_GATE.reference, name: '' },
    ]);
    expect(admittedAt([])).toEqual([]);
    expect(admittedAt(null)).toBeNull();
  });
});
