import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  freshBudget,
  LIMIT_PER_WINDOW,
  nextRequestAt,
  PROBES_PER_WINDOW,
  requestsLeft,
  completeRequest,
  spendRequest,
  type RequestBudget,
} from './request-budget.ts';

const answered = { requests: 1, left: null, retryAfterMs: null };

describe('the request budget', () => {
  it('never lets more than 120 requests be sent in any 60 seconds, however long after they were allowed', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            gapMs: fc.nat(900),
            requests: fc.constantFrom(0, 1, 1, 1, 2),
            // It waits for a token and a connection before it is sent; the time of its answer includes both.
            leavesInMs: fc.nat(8_000),
            answersInMs: fc.nat(3_000),
          }),
          { minLength: 150, maxLength: 400 },
        ),
        (wishes) => {
          let budget: RequestBudget = freshBudget;
          let now = 0;
          const left: number[] = [];
          let open: { readonly at: number; readonly requests: number }[] = [];
          for (const wish of wishes) {
            now += wish.gapMs;
            const due = open.filter(({ at }) => at <= now).sort((one, other) => one.at - other.at);
            open = open.filter(({ at }) => at > now);
            for (const { at, requests } of due) {
              budget = completeRequest(budget, at, 'scans', { ...answered, requests });
            }
            if (requestsLeft(budget, now, 'scans', {}) === 0) continue;
            budget = spendRequest(budget, now, 'scans');
            const leavesAt = now + wish.leavesInMs;
            const at = leavesAt + wish.answersInMs;
            if (wish.requests > 0) left.push(leavesAt);
            if (wish.requests > 1) left.push(at);
            open.push({ at, requests: wish.requests });
          }
          const ordered = left.sort((one, other) => one - other);
          ordered.forEach((at, index) => {
            const later = ordered[index + 120];
            if (later !== undefined) expect(later - at).toBeGreaterThanOrEqual(60_000);
          });
        },
      ),
      { numRuns: 50 },
    );
  });

  it('counts requests that waited for one token from their responses on', () => {
    let budget: RequestBudget = freshBudget;
    for (let request = 0; request < 10; request += 1) budget = spendRequest(budget, 0, 'scans');
    for (let request = 0; request < 10; request += 1) {
      budget = completeRequest(budget, 8_000, 'scans', answered);
    }
    expect(requestsLeft(budget, 68_000, 'scans', {})).toBe(LIMIT_PER_WINDOW - 10);
    expect(requestsLeft(budget, 69_000, 'scans', {})).toBe(LIMIT_PER_WINDOW);
  });

  it('always allows a request at the moment it names', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(70_000), { maxLength: 200 }),
        fc.record({ push: fc.nat(40), tickets: fc.nat(60) }),
        fc.option(fc.nat(30_000)),
        fc.option(fc.record({ remaining: fc.nat(5), reset_ms: fc.nat(40_000) })),
        (times, guarantees, retryAfterMs, left) => {
          let budget: RequestBudget = freshBudget;
          for (const at of times.sort((one, other) => one - other)) {
            if (requestsLeft(budget, at, 'push', {}) === 0) continue;
            budget = completeRequest(spendRequest(budget, at, 'push'), at, 'push', answered);
          }
          budget = completeRequest(spendRequest(budget, 70_000, 'push'), 70_000, 'push', {
            requests: 1,
            left,
            retryAfterMs,
          });
          // Several reasons to wait may follow one another; each wait ends, and after the last one a request may be sent.
          let at = nextRequestAt(budget, 70_001, 'lookup', guarantees);
          for (
            let waits = 0;
            waits < 4 && requestsLeft(budget, at, 'lookup', guarantees) === 0;
            waits += 1
          ) {
            at = nextRequestAt(budget, at, 'lookup', guarantees);
          }
          expect(requestsLeft(budget, at, 'lookup', guarantees)).toBeGreaterThan(0);
        },
      ),
    );
  });

  it('sends nothing before Retry-After is over', () => {
    const limited = completeRequest(spendRequest(freshBudget, 0, 'push'), 0, 'push', {
      ...answered,
      retryAfterMs: 7_000,
    });
    expect(requestsLeft(limited, 6_999, 'push', {})).toBe(0);
    expect(nextRequestAt(limited, 10, 'push', {})).toBe(7_000);
    expect(requestsLeft(limited, 7_000, 'push', {})).toBeGreaterThan(0);
  });

  it('respects the remaining budget that the server reports, while it is valid', () => {
    const left = { remaining: 2, reset_ms: 5_000 };
    const spent = spendRequest(freshBudget, 0, 'push');
    const told = completeRequest(spent, 0, 'push', { ...answered, left });
    expect(requestsLeft(told, 1, 'push', {})).toBe(2);
    const again = completeRequest(spendRequest(told, 1, 'push'), 1, 'push', answered);
    expect(requestsLeft(again, 1, 'push', {})).toBe(1);
    expect(requestsLeft(again, 5_000, 'push', {})).toBe(LIMIT_PER_WINDOW - 2);
  });

  it("reserves each spender's share, whatever the others take", () => {
    const guarantees = { push: 20, tickets: 59 };
    const spendAll = (budget: RequestBudget, by: 'lookup' | 'push' | 'tickets') => {
      let current = budget;
      let sent = 0;
      while (requestsLeft(current, 0, by, guarantees) > 0) {
        current = completeRequest(spendRequest(current, 0, by), 0, by, answered);
        sent += 1;
      }
      return { budget: current, sent };
    };
    const lookups = spendAll(freshBudget, 'lookup');
    expect(lookups.sent).toBe(LIMIT_PER_WINDOW - 79);
    const pushes = spendAll(lookups.budget, 'push');
    expect(pushes.sent).toBe(20);
    expect(spendAll(pushes.budget, 'tickets').sent).toBe(59);
  });

  it('does not count requests that were never sent', () => {
    let budget = freshBudget;
    for (let tries = 0; tries < 500; tries += 1) {
      const spent = spendRequest(budget, tries, 'identity');
      budget = completeRequest(spent, tries, 'identity', { ...answered, requests: 0 });
    }
    expect(requestsLeft(budget, 500, 'identity', {})).toBe(LIMIT_PER_WINDOW);
  });

  it('always lets a station probe its server, whatever was spent on others', () => {
    const guarantees = { identity: PROBES_PER_WINDOW, push: 16, scans: 13, tickets: 59 };
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), (lookups, pages) => {
        let budget: RequestBudget = freshBudget;
        const spend = (by: 'lookup' | 'tickets', wishes: number) => {
          for (let wish = 0; wish < wishes; wish += 1) {
            if (requestsLeft(budget, 1, by, guarantees) === 0) return;
            budget = completeRequest(spendRequest(budget, 1, by), 1, by, answered);
          }
        };
        spend('lookup', lookups);
        spend('tickets', pages);
        for (let probe = 0; probe < PROBES_PER_WINDOW; probe += 1) {
          expect(requestsLeft(budget, 2, 'identity', guarantees)).toBeGreaterThan(0);
          budget = completeRequest(spendRequest(budget, 2, 'identity'), 2, 'identity', answered);
        }
        expect(budget.sent.length).toBeLessThanOrEqual(LIMIT_PER_WINDOW);
      }),
    );
  });

  it('divides a smaller limit of the server in the same proportions, and blocks no spender', () => {
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 117 }), (remaining) => {
        const guarantees = { push: 20, tickets: 59, scans: 13 };
        const left = { remaining, reset_ms: 60_000 };
        const spent = spendRequest(freshBudget, 0, 'push');
        const budget = completeRequest(spent, 0, 'push', { ...answered, left });
        for (const by of ['push', 'tickets', 'scans', 'lookup'] as const) {
          expect(requestsLeft(budget, 1, by, guarantees)).toBeGreaterThan(0);
        }
      }),
    );
  });
});
