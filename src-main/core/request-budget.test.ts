import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  freshBudget,
  LIMIT_PER_WINDOW,
  nextRequestAt,
  requestsLeft,
  settleRequest,
  spendRequest,
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
          const open: { readonly at: number; readonly requests: number }[] = [];
          for (const wish of wishes) {
            now += wish.gapMs;
            for (const done of open.splice(0).sort((one, other) => one.at - other.at)) {
              if (done.at > now) open.push(done);
              else {
                if (done.requests === 2) sent.push(done.at);
                budget = settleRequest(budget, done.at, { ...answered, requests: done.requests });
              }
            }
            if (requestsLeft(budget, now) === 0) continue;
            budget = spendRequest(budget, now);
            sent.push(now);
            open.push({ at: now + wish.answerInMs, requests: wish.requests });
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
        fc.nat(20),
        fc.option(fc.nat(30_000)),
        fc.option(fc.record({ remaining: fc.nat(5), reset_ms: fc.nat(40_000) })),
        (times, keep, retryAfterMs, left) => {
          let budget: RequestBudget = freshBudget;
          for (const at of times.sort((one, other) => one - other)) {
            if (requestsLeft(budget, at) === 0) continue;
            budget = settleRequest(spendRequest(budget, at), at, answered);
          }
          budget = settleRequest(spendRequest(budget, 70_000), 70_000, {
            requests: 1,
            left,
            retryAfterMs,
          });
          // Several reasons to wait may follow one another; each wait ends, and after the last one a request may leave.
          let at = nextRequestAt(budget, 70_001, keep);
          for (let waits = 0; waits < 4 && requestsLeft(budget, at, keep) === 0; waits += 1) {
            at = nextRequestAt(budget, at, keep);
          }
          expect(requestsLeft(budget, at, keep)).toBeGreaterThan(0);
        },
      ),
    );
  });

  it('sends nothing before Retry-After is over', () => {
    const limited = settleRequest(spendRequest(freshBudget, 0), 0, {
      ...answered,
      retryAfterMs: 7_000,
    });
    expect(requestsLeft(limited, 6_999)).toBe(0);
    expect(nextRequestAt(limited, 10)).toBe(7_000);
    expect(requestsLeft(limited, 7_000)).toBeGreaterThan(0);
  });

  it('gives way to what the server says is left, as long as that holds', () => {
    const left = { remaining: 2, reset_ms: 5_000 };
    const told = settleRequest(spendRequest(freshBudget, 0), 0, { ...answered, left });
    expect(requestsLeft(told, 1)).toBe(2);
    const spent = settleRequest(spendRequest(told, 1), 1, answered);
    expect(requestsLeft(spent, 1)).toBe(1);
    expect(requestsLeft(spent, 5_000)).toBe(LIMIT_PER_WINDOW - 2);
  });

  it('leaves what it is asked to keep free', () => {
    let budget: RequestBudget = freshBudget;
    let sent = 0;
    while (requestsLeft(budget, 0, 16) > 0) {
      budget = settleRequest(spendRequest(budget, 0), 0, answered);
      sent += 1;
    }
    expect(sent).toBe(LIMIT_PER_WINDOW - 16);
    expect(requestsLeft(budget, 0)).toBe(16);
  });
});
