import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  freshBudget,
  LIMIT_PER_WINDOW,
  nextRequestAt,
  PROBES_PER_WINDOW,
  requestsLeft,
  settleRequest,
  spendRequest,
  spentBefore,
  type RequestBudget,
} from './request-budget.ts';

const answered = { requests: 1, left: null, retryAfterMs: null };

describe('the request budget', () => {
  it('never lets more than 120 requests leave in any 60 seconds, retries after a 401 included', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            gapMs: fc.nat(900),
            requests: fc.constantFrom(0, 1, 1, 1, 2),
            answerInMs: fc.nat(3_000),
          }),
          { minLength: 150, maxLength: 400 },
        ),
        (wishes) => {
          let budget: RequestBudget = freshBudget;
          let now = 0;
          const sent: number[] = [];
          const open: { sentAt: number; at: number; requests: number }[] = [];
          for (const wish of wishes) {
            now += wish.gapMs;
            for (const done of open.splice(0).sort((one, other) => one.at - other.at)) {
              if (done.at > now) open.push(done);
              else {
                if (done.requests === 2) sent.push(done.at);
                // It never left.
                if (done.requests === 0) sent.splice(sent.indexOf(done.sentAt), 1);
                budget = settleRequest(budget, done.at, 'scans', {
                  ...answered,
                  requests: done.requests,
                });
              }
            }
            if (requestsLeft(budget, now, 'scans', {}) === 0) continue;
            budget = spendRequest(budget, now, 'scans');
            sent.push(now);
            open.push({ sentAt: now, at: now + wish.answerInMs, requests: wish.requests });
          }
          const ordered = sent.sort((one, other) => one - other);
          ordered.forEach((at, index) => {
            const later = ordered[index + 120];
            if (later !== undefined) expect(later - at).toBeGreaterThanOrEqual(60_000);
          });
        },
      ),
      { numRuns: 50 },
    );
  });

  it('is never asked in vain at the moment it names', () => {
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
            budget = settleRequest(spendRequest(budget, at, 'push'), at, 'push', answered);
          }
          budget = settleRequest(spendRequest(budget, 70_000, 'push'), 70_000, 'push', {
            requests: 1,
            left,
            retryAfterMs,
          });
          // Several reasons to wait may follow one another; each wait ends, and after the last one a request may leave.
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
    const limited = settleRequest(spendRequest(freshBudget, 0, 'push'), 0, 'push', {
      ...answered,
      retryAfterMs: 7_000,
    });
    expect(requestsLeft(limited, 6_999, 'push', {})).toBe(0);
    expect(nextRequestAt(limited, 10, 'push', {})).toBe(7_000);
    expect(requestsLeft(limited, 7_000, 'push', {})).toBeGreaterThan(0);
  });

  it('gives way to what the server says is left, as long as that holds', () => {
    const left = { remaining: 2, reset_ms: 5_000 };
    const spent = spendRequest(freshBudget, 0, 'push');
    const told = settleRequest(spent, 0, 'push', { ...answered, left });
    expect(requestsLeft(told, 1, 'push', {})).toBe(2);
    const again = settleRequest(spendRequest(told, 1, 'push'), 1, 'push', answered);
    expect(requestsLeft(again, 1, 'push', {})).toBe(1);
    expect(requestsLeft(again, 5_000, 'push', {})).toBe(LIMIT_PER_WINDOW - 2);
  });

  it('keeps for each spender what it was promised, whatever the others take', () => {
    const guarantees = { push: 20, tickets: 59 };
    const spendAll = (budget: RequestBudget, by: 'lookup' | 'push' | 'tickets') => {
      let current = budget;
      let sent = 0;
      while (requestsLeft(current, 0, by, guarantees) > 0) {
        current = settleRequest(spendRequest(current, 0, by), 0, by, answered);
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

  it('does not count what never left', () => {
    let budget = freshBudget;
    for (let tries = 0; tries < 500; tries += 1) {
      const spent = spendRequest(budget, tries, 'identity');
      budget = settleRequest(spent, tries, 'identity', { ...answered, requests: 0 });
    }
    expect(requestsLeft(budget, 500, 'identity', {})).toBe(LIMIT_PER_WINDOW);
  });

  it('always lets a station ask whether its server is there, whatever was spent before or on others', () => {
    const guarantees = { identity: PROBES_PER_WINDOW, push: 16, scans: 13, tickets: 59 };
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), (earlier, wishes) => {
        let budget = spentBefore(earlier, 0);
        for (let wish = 0; wish < wishes; wish += 1) {
          if (requestsLeft(budget, 1, 'tickets', guarantees) === 0) break;
          budget = settleRequest(spendRequest(budget, 1, 'tickets'), 1, 'tickets', answered);
        }
        for (let probe = 0; probe < PROBES_PER_WINDOW; probe += 1) {
          expect(requestsLeft(budget, 2, 'identity', guarantees)).toBeGreaterThan(0);
          budget = settleRequest(spendRequest(budget, 2, 'identity'), 2, 'identity', answered);
        }
        expect(budget.sent.length).toBeLessThanOrEqual(LIMIT_PER_WINDOW);
      }),
    );
  });

  it('shares a smaller limit of the server in the same parts, and stops nobody', () => {
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 117 }), (remaining) => {
        const guarantees = { push: 20, tickets: 59, scans: 13 };
        const left = { remaining, reset_ms: 60_000 };
        const spent = spendRequest(freshBudget, 0, 'push');
        const budget = settleRequest(spent, 0, 'push', { ...answered, left });
        for (const by of ['push', 'tickets', 'scans', 'lookup'] as const) {
          expect(requestsLeft(budget, 1, by, guarantees)).toBeGreaterThan(0);
        }
      }),
    );
  });
});
