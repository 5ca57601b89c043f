import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../shared/verdict/evaluate.ts';
import { instantAt, ticketRecord } from '../../../test/support/station/records.ts';
import { outcomeOfVerdict, outcomeOverruled } from './scan-outcome.ts';
import { ticketFacts } from './ticket-facts.ts';

const event = {
  timezone: 'Europe/Berlin',
  sessions: new Map(),
  locations: new Map(),
  reEntry: new Set<string>(),
  opens_before_minutes: 30,
};

function outcomeOf(change: Partial<ReturnType<typeof ticketRecord>>) {
  const ticket = ticketRecord(1, change);
  const given = { admission: null, location: null, code_issue: 1, locale: 'en' } as const;
  const facts = ticketFacts({ ticket, event, ...given });
  return outcomeOfVerdict(evaluate(facts, instantAt(0)), ticket, read);
}

const read = {
  reference: 'scn_1',
  scanned_at: instantAt(0),
  source: 'keyboard',
  entry_point: null,
} as const;

describe('the outcome of a verdict', () => {
  it('that was overruled has the window that the guest missed', () => {
    const denied = outcomeOf({ valid_from: instantAt(60) });
    const overruled = { reason: 'scanning.outside_validity_window', note: 'The manager' } as const;
    const admitted = outcomeOverruled(denied, overruled, 'en', read);
    expect(admitted).toMatchObject({ kind: 'admitted', overruled, window: denied.window });
    expect(denied.window).not.toBeNull();
  });

  it('says that a cancelled ticket was replaced, only if another one replaced it', () => {
    const cancelled = { reason: 'scanning.ticket_cancelled' };
    const replaced = outcomeOf({ status: 'cancelled', deleted_at: instantAt(-5) });
    expect(replaced).toMatchObject({ ...cancelled, note: 'replaced' });
    expect(outcomeOf({ status: 'cancelled' })).toMatchObject(cancelled);
    expect(outcomeOf({ status: 'cancelled' })).not.toHaveProperty('note');
    expect(outcomeOf({ status: 'refunded', deleted_at: instantAt(-5) })).not.toHaveProperty('note');
  });

  it('says that the code was replaced, unless the ticket itself is void', () => {
    const cancelled = { reason: 'scanning.ticket_cancelled' };
    expect(outcomeOf({ code_issue: 2 })).toMatchObject({ ...cancelled, note: 'code_replaced' });
    const gone = outcomeOf({ code_issue: 2, status: 'cancelled' });
    expect(gone).toMatchObject(cancelled);
    expect(gone).not.toHaveProperty('note');
  });
});
