import { expect, it } from 'vitest';
import { paceFrom, remainingTime } from './remaining-time.ts';

const start = { applied: 100, total: 1_100, at: 0 };

it('the remaining time is estimated from the pace so far', () => {
  expect(remainingTime(start, { applied: 600, total: 1_100, at: 2_000 })).toBe(2_000);
});

it('no remaining time is estimated too early, without progress, or without a total', () => {
  expect(remainingTime(start, { applied: 600, total: 1_100, at: 999 })).toBeNull();
  expect(remainingTime(start, { applied: 100, total: 1_100, at: 5_000 })).toBeNull();
  expect(remainingTime(start, { applied: 600, total: null, at: 5_000 })).toBeNull();
});

it('an import that starts again is timed again', () => {
  const again = { applied: 0, total: 1_100, at: 9_000 };
  expect(paceFrom(start, again)).toBe(again);
  expect(paceFrom(start, { applied: 200, total: 1_100, at: 1 })).toBe(start);
  expect(paceFrom(null, again)).toBe(again);
});
