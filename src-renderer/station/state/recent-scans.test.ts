import { expect, it } from 'vitest';
import { outcome } from '../../../test/support/door-script.ts';
import { RECENT_LIMIT, addRecent, mergeRecent, unseenOutcomes } from './recent-scans.ts';

it('the list of recent scans has the newest first', () => {
  const recent = [outcome(1), outcome(2)].reduce(addRecent, []);
  expect(recent.map(({ number }) => number)).toEqual([2, 1]);
});

it('a repeated scan adds no line to the recent scans', () => {
  const again = outcome(1, { repeated: true, reference: 'scn_again' });
  expect(addRecent([outcome(1)], again)).toEqual([outcome(1)]);
});

it('scans that a returning station reports are not listed twice', () => {
  expect(mergeRecent([outcome(2)], [outcome(1), outcome(2)])).toHaveLength(2);
});

it('the list of recent scans has a maximum length', () => {
  const many = Array.from({ length: RECENT_LIMIT + 10 }, (_, index) => outcome(index + 1));
  expect(mergeRecent([], many)).toHaveLength(RECENT_LIMIT);
});

it('missed outcomes are listed in the order in which they happened', () => {
  const missed = unseenOutcomes([outcome(1)], [outcome(3), outcome(2), outcome(1)]);
  expect(missed.map(({ number }) => number)).toEqual([2, 3]);
});
