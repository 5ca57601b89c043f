import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anyAdmissionFacts,
  anyEntryPoint,
  anyInstant,
  anyTimezone,
} from '../../test/support/admission-facts.ts';
import { deepFreeze } from '../../test/support/deep-freeze.ts';
import type { Instant } from '../instant.ts';
import { evaluate } from './evaluate.ts';
import type { AdmissionFacts } from './terms/facts.ts';
import { locales } from '../languages.ts';
import { reasons } from './terms/reason.ts';

const runs = { numRuns: 2_000 };

function check(holds: (facts: AdmissionFacts, now: Instant) => void): void {
  fc.assert(fc.property(anyAdmissionFacts(), anyInstant(), holds), runs);
}

/** Chance alone hardly ever makes a ticket that every rule lets in. */
function withoutObjection(facts: AdmissionFacts): AdmissionFacts {
  const open = { status: 'valid', deleted_at: null, valid_from: null, valid_until: null } as const;
  const ticket = { ...facts.ticket, ...open, entry_points: null };
  return { ...facts, ticket, session: null, admission: null, code_issue: null };
}

/** A denial of the facts must stay one of the facts with less allowed. */
function checkNeverOpens(
  less: (facts: AdmissionFacts, cut: { at: Instant; place: number }) => AdmissionFacts,
): void {
  let opened = 0;
  fc.assert(
    fc.property(
      fc.oneof(anyAdmissionFacts(), anyAdmissionFacts().map(withoutObjection)),
      anyInstant(),
      fc.record({ at: anyInstant(), place: fc.nat(6) }),
      (facts, now, cut) => {
        const before = evaluate(facts, now).allowed;
        if (before) opened += 1;
        if (!before) expect(evaluate(less(facts, cut), now).allowed).toBe(false);
      },
    ),
    runs,
  );
  expect(opened).toBeGreaterThan(0);
}

describe('evaluate', () => {
  it('answers any facts with one reason and one sentence on one line', () => {
    check((facts, now) => {
      const verdict = evaluate(facts, now);
      expect(reasons).toContain(verdict.reason);
      expect(verdict.allowed).toBe(verdict.reason === 'scanning.allowed');
      expect(verdict.message).toMatch(/^\P{Cc}+\.$/u);
      expect(verdict.session === null).toBe(facts.session === null);
    });
  });

  it('writes every time and date completely', () => {
    const plain = { reference: 'loc_north', name: 'North Gate' };
    check((facts, now) => {
      const named: AdmissionFacts = {
        ...facts,
        ticket: { ...facts.ticket, entry_points: facts.ticket.entry_points && [plain] },
        session: facts.session && { ...facts.session, name: 'Late show' },
        admission: facts.admission && { ...facts.admission, location: plain },
      };
      expect(evaluate(named, now).message).not.toMatch(/undefined|null|NaN|\s{2}|\(\)|\bat \./);
    });
  });

  it('gives the same verdict again', () => {
    check((facts, now) => {
      expect(evaluate(structuredClone(facts), now)).toEqual(evaluate(facts, now));
    });
  });

  it('leaves its facts as they were', () => {
    check((facts, now) => {
      const before = structuredClone(facts);
      evaluate(deepFreeze(facts), now);
      expect(facts).toEqual(before);
    });
  });

  it('decides alike in every language, zone and seat', () => {
    fc.assert(
      fc.property(
        anyAdmissionFacts(),
        anyInstant(),
        fc.constantFrom(...locales),
        anyTimezone(),
        (facts, now, locale, timezone) => {
          const ticket = { ...facts.ticket, seat_label: 'A1' };
          const { reason, details } = evaluate({ ...facts, ticket, locale, timezone }, now);
          expect({ reason, details }).toEqual(
            (({ reason, details }) => ({ reason, details }))(evaluate(facts, now)),
          );
        },
      ),
      runs,
    );
  });

  it('never allows a ticket after its admission became known', () => {
    check((facts, now) => {
      const admission = facts.admission ?? { scanned_at: now, location: null };
      expect(evaluate({ ...facts, admission }, now).allowed).toBe(false);
    });
  });

  it('never turns a denial into an allow by one more admission', () => {
    checkNeverOpens((facts, { at }) => ({
      ...facts,
      admission: { scanned_at: at, location: null },
    }));
  });

  it('never turns a denial into an allow by narrowing the session window', () => {
    checkNeverOpens((facts, { at }) => {
      const { session } = facts;
      if (session === null) return facts;
      return { ...facts, session: { ...session, entry_from: later(session.entry_from, at) } };
    });
    checkNeverOpens((facts, { at }) => {
      const { session } = facts;
      if (session === null) return facts;
      return { ...facts, session: { ...session, entry_until: earlier(session.entry_until, at) } };
    });
  });

  it('never turns a denial into an allow by narrowing the validity window', () => {
    checkNeverOpens((facts, { at }) => {
      const { ticket } = facts;
      return { ...facts, ticket: { ...ticket, valid_from: later(ticket.valid_from, at) } };
    });
    checkNeverOpens((facts, { at }) => {
      const { ticket } = facts;
      return { ...facts, ticket: { ...ticket, valid_until: earlier(ticket.valid_until, at) } };
    });
  });

  it('never turns a denial into an allow by taking an entry point away', () => {
    checkNeverOpens((facts, { place }) => {
      const { ticket } = facts;
      const entry_points = ticket.entry_points?.filter((_, index) => index !== place) ?? [];
      return { ...facts, ticket: { ...ticket, entry_points } };
    });
  });

  it('never turns a denial into an allow by a cancellation', () => {
    checkNeverOpens((facts, { at }) => ({ ...facts, ticket: { ...facts.ticket, deleted_at: at } }));
    checkNeverOpens((facts, { at }) => ({
      ...facts,
      session: facts.session && { ...facts.session, cancelled_at: at },
    }));
  });

  it('never turns a denial into an allow by a newer code, or by an older one that is read', () => {
    checkNeverOpens((facts) => ({
      ...facts,
      ticket: { ...facts.ticket, code_issue: facts.ticket.code_issue + 1 },
    }));
    checkNeverOpens((facts) => ({ ...facts, code_issue: 1 }));
  });

  it('skips the entry-point rule if there is no entry point', () => {
    fc.assert(
      fc.property(
        anyAdmissionFacts(),
        anyInstant(),
        fc.array(anyEntryPoint()),
        (facts, now, entry_points) => {
          const ticket = { ...facts.ticket, entry_points };
          const { reason } = evaluate({ ...facts, ticket, location: null }, now);
          expect(reason).not.toBe('scanning.wrong_entry_point');
        },
      ),
      runs,
    );
  });

  it('refuses an invalid time if a window is set', () => {
    const noTime: Instant = JSON.parse('1e999');
    check((facts) => {
      const ticket = { ...facts.ticket, valid_from: null, valid_until: facts.ticket.valid_until };
      const verdict = evaluate({ ...facts, ticket }, noTime);
      if (ticket.valid_until !== null) expect(verdict.allowed).toBe(false);
      expect(verdict.message).not.toBe('');
    });
  });
});

function later(bound: Instant | null, at: Instant): Instant {
  return bound !== null && bound > at ? bound : at;
}

function earlier(bound: Instant | null, at: Instant): Instant {
  return bound !== null && bound < at ? bound : at;
}
