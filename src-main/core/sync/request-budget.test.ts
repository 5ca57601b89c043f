import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assumeLimit,
  completeRequest,
  forgetServer,
  freshBudget,
  mayRequest,
  nextRequestAt,
  spendRequest,
  type RequestBudget,
  type RequestClass,
} from './request-budget.ts';

const answered = { requests: 1, left: null, retryAfterMs: null };
const classes = ['urgent', 'routine'] as const;

/** Sends and answers as many requests as are allowed at once. */
function spendAll(budget: RequestBudget, now: number, by: RequestClass) {
  let sent = 0;
  for (; mayRequest(budget, now, by); sent += 1) {
    budget = completeRequest(spendRequest(budget, now, by), now, by, answered);
  }
  return { budget, sent };
}

/** What matters is the last request that a full window lets through. */
const atOnceOr = (most: number) => fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.nat(most));

describe('the request budget', () => {
  it.each([120, 1_200])(
    'never lets more than %i requests be sent in any 60 seconds, or, but for one, a sixth in any 10, however long after they were allowed',
    (limit) => {
      const wish = fc.record({
        by: fc.constantFrom(...classes),
        gapMs: atOnceOr(324_000 / limit),
        requests: fc.constantFrom(0, 1, 1, 1, 2),
        // It waits for a token and a connection before it is sent; the time of its answer includes both.
        leavesInMs: atOnceOr(8_000),
        answersInMs: atOnceOr(3_000),
      });
      const wishes = fc.array(wish, { minLength: limit * 1.3, maxLength: limit * 3, size: 'max' });
      fc.assert(
        fc.property(wishes, (all) => {
          let budget: RequestBudget = { ...freshBudget, limit };
          let now = 0;
          const left: number[] = [];
          let open: {
            readonly at: number;
            readonly requests: number;
            readonly by: RequestClass;
          }[] = [];
          for (const { by, ...one } of all) {
            now += one.gapMs;
            const due = open.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
            open = open.filter(({ at }) => at > now);
            for (const { at, requests, by: sender } of due) {
              budget = completeRequest(budget, at, sender, { ...answered, requests });
            }
            if (!mayRequest(budget, now, by)) continue;
            budget = spendRequest(budget, now, by);
            const leavesAt = now + one.leavesInMs;
            const at = leavesAt + one.answersInMs;
            if (one.requests > 0) left.push(leavesAt);
            if (one.requests > 1) left.push(at);
            open.push({ at, requests: one.requests, by });
          }
          const ordered = left.sort((a, b) => a - b);
          ordered.forEach((at, index) => {
            for (const [most, inMs] of [
              [limit, 60_000],
              // The last that a full window lets through becomes two if its token has expired.
              [limit / 6 + 1, 10_000],
            ] as const)
              expect((ordered[index + most] ?? Infinity) - at).toBeGreaterThanOrEqual(inMs);
          });
        }),
        { numRuns: limit > 120 ? 5 : 50 },
      );
    },
  );

  it.each([30, 120, 1_200])(
    'leaves scans half of the window and the rest a third, whatever the other takes, with a limit of %i',
    (limit) => {
      const size = limit / 6;
      for (const [greedy, other, kept] of [
        ['urgent', 'routine', Math.floor(size / 3)],
        ['routine', 'urgent', Math.floor(size / 2)],
      ] as const) {
        const first = spendAll({ ...freshBudget, limit }, 0, greedy);
        expect(first.sent).toBe(size - kept);
        expect(spendAll(first.budget, 0, other).sent).toBe(kept);
      }
    },
  );

  it('lets nobody wait for longer than ten seconds because of a burst', () => {
    const urgent = spendAll(freshBudget, 0, 'urgent').budget;
    const full = spendAll(urgent, 0, 'routine').budget;
    for (const by of classes) expect(nextRequestAt(full, 0, by)).toBeLessThan(10_500);
  });

  it('counts requests that waited for one token from their responses on', () => {
    let budget: RequestBudget = freshBudget;
    for (let request = 0; request < 10; request += 1) budget = spendRequest(budget, 0, 'urgent');
    for (let request = 0; request < 10; request += 1) {
      budget = completeRequest(budget, 8_000, 'urgent', answered);
    }
    expect(spendAll(budget, 18_000, 'urgent').sent).toBe(4);
    expect(spendAll(budget, 18_200, 'urgent').sent).toBe(14);
  });

  it('always allows a request at the moment it names', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(70_000), fc.constantFrom(...classes)), { maxLength: 200 }),
        fc.constantFrom(...classes),
        fc.option(fc.nat(30_000)),
        fc.option(
          fc.record({
            limit: fc.option(fc.nat(90)),
            remaining: fc.nat(5),
            reset_ms: fc.nat(40_000),
          }),
        ),
        (sent, by, retryAfterMs, left) => {
          let budget: RequestBudget = freshBudget;
          for (const [at, sender] of sent.sort(([one], [other]) => one - other)) {
            if (!mayRequest(budget, at, sender)) continue;
            budget = completeRequest(spendRequest(budget, at, sender), at, sender, answered);
          }
          const cost = { requests: 1, left, retryAfterMs };
          budget = completeRequest(spendRequest(budget, 70_000, 'urgent'), 70_000, 'urgent', cost);
          const at = nextRequestAt(budget, 70_001, by);
          expect(mayRequest(budget, at, by)).toBe(true);
          if (at > 70_001) expect(mayRequest(budget, at - 1, by)).toBe(false);
        },
      ),
    );
  });

  it('sends nothing before Retry-After is over', () => {
    const cost = { ...answered, retryAfterMs: 7_000 };
    const limited = completeRequest(spendRequest(freshBudget, 0, 'urgent'), 0, 'urgent', cost);
    for (const by of classes) {
      expect(mayRequest(limited, 6_999, by)).toBe(false);
      expect(nextRequestAt(limited, 10, by)).toBe(7_000);
    }
    expect(mayRequest(forgetServer(limited), 1, 'urgent')).toBe(true);
  });

  it('respects the remaining budget that the server reports, while it is valid', () => {
    const left = { limit: 120, remaining: 2, reset_ms: 5_000 };
    const spent = spendRequest(freshBudget, 0, 'urgent');
    const budget = completeRequest(spent, 0, 'urgent', { ...answered, left });
    expect(spendAll(budget, 1, 'urgent').sent).toBe(1);
    expect(spendAll(budget, 5_000, 'urgent').sent).toBe(13);
  });

  it('takes its size from the server, and assumes one until the server has reported it', () => {
    const assumed = assumeLimit(freshBudget, 1_200);
    expect(spendAll(assumed, 0, 'urgent').sent).toBe(134);
    const left = { limit: 60, remaining: 59, reset_ms: 60_000 };
    const spent = spendRequest(assumed, 0, 'urgent');
    const reported = completeRequest(spent, 0, 'urgent', { ...answered, left });
    expect(assumeLimit(reported, 1_200)).toBe(reported);
    expect(spendAll(reported, 0, 'urgent').sent).toBe(6);
    expect(forgetServer(reported).limit).toBe(120);
  });

  it('does not count requests that were never sent', () => {
    let budget: RequestBudget = freshBudget;
    for (let tries = 0; tries < 500; tries += 1) {
      const spent = spendRequest(budget, tries, 'urgent');
      budget = completeRequest(spent, tries, 'urgent', { ...answered, requests: 0 });
    }
    expect(spendAll(budget, 500, 'urgent').sent).toBe(14);
  });
});
