import { expect, it } from 'vitest';
import { evening, kinds, outcome } from '../../../test/support/door-script.ts';
import {
  RECENT_LIMIT,
  addRecent,
  keepChecked,
  markChecked,
  mergeRecent,
  unseenOutcomes,
} from './recent-scans.ts';
import { arrive, awaitsCheck, emptyBoard } from './verdict/verdict-board.ts';

it('the list of recent scans has the newest first', () => {
  const recent = [outcome(1), outcome(2)].reduce(addRecent, []);
  expect(recent.map(({ number }) => number)).toEqual([2, 1]);
});

it('a scan that could not be recorded is listed when it happened, although it has no number', () => {
  const [one, two, three] = [1, 2, 3].map((at) => outcome(at, { scanned_at: evening(at) }));
  if (one === undefined || two === undefined || three === undefined) throw new Error('expected 3');
  const unrecorded = { ...two, ...kinds.unrecorded, number: 0 };
  const recent = [one, unrecorded, three].reduce(addRecent, []);
  expect(recent.map(({ number }) => number)).toEqual([3, 0, 1]);
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

it('a name that was checked is not asked for again, and one that was not stays asked for', () => {
  const [one, two] = [1, 2].map((number) => outcome(number, { flags: ['check_id'] }));
  if (one === undefined || two === undefined) throw new Error('expected two');
  const board = arrive(emptyBoard, { kind: 'outcome', outcome: two }, 0);
  const after = markChecked({ recent: [two, one], board }, two.reference);
  expect(after.recent.map(awaitsCheck)).toEqual([false, true]);
  expect(after.board.shown).toMatchObject({ entry: { outcome: { isChecked: true } } });
  const again = { ...two, repeated: true, reference: 'scn_again' };
  expect(awaitsCheck(keepChecked(after.recent, again))).toBe(false);
  expect(mergeRecent(after.recent, [two, one]).map(awaitsCheck)).toEqual([false, true]);
});

it('missed outcomes are listed in the order in which they happened', () => {
  const missed = unseenOutcomes([outcome(1)], [outcome(3), outcome(2), outcome(1)]);
  expect(missed.map(({ number }) => number)).toEqual([2, 3]);
});
