import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kinds, outcome } from '../../../../test/support/door-script.ts';
import {
  ADMIT_HOLD_MS,
  DIM_AFTER_MS,
  STOP_HOLD_MS,
  advance,
  arrive,
  emptyBoard,
  nextChange,
  nextStepOfEntry,
  signalOfEntry,
} from './verdict-board.ts';
import type { BoardEntry, VerdictBoard } from './verdict-board.ts';

const admit = (number: number): BoardEntry => ({ kind: 'outcome', outcome: outcome(number) });
const deny = (number: number): BoardEntry => ({
  kind: 'outcome',
  outcome: outcome(number, kinds.already),
});
const again = (number: number): BoardEntry => ({
  kind: 'outcome',
  outcome: outcome(number, { repeated: true, reference: 'scn_again' }),
});

/** Runs every due change, and returns which verdicts appeared when. */
function play(board: VerdictBoard): readonly { serial: number; at: number }[] {
  const shown: { serial: number; at: number }[] = [];
  let current = board;
  for (;;) {
    const { shown: verdict } = current;
    if (verdict !== null && verdict.serial !== shown.at(-1)?.serial) {
      shown.push({ serial: verdict.serial, at: verdict.since });
    }
    const next = nextChange(current);
    if (next === null) return shown;
    current = advance(current, next);
  }
}

describe('the verdict board', () => {
  it('shows a verdict at once when nothing is shown', () => {
    expect(arrive(emptyBoard, admit(1), 50).shown).toMatchObject({ serial: 1, since: 50 });
  });

  it('shows the next verdict at once if the previous one was shown long enough', () => {
    const board = arrive(emptyBoard, deny(1), 0);
    expect(arrive(board, admit(2), STOP_HOLD_MS).shown?.serial).toBe(2);
  });

  it('keeps a denial on the screen while the next verdict waits visibly', () => {
    const board = arrive(arrive(emptyBoard, deny(1), 0), admit(2), 100);
    expect(board.shown?.serial).toBe(1);
    expect(board.waiting).toHaveLength(1);
    expect(advance(board, STOP_HOLD_MS).shown?.serial).toBe(2);
  });

  it('gives an admission less time than a denial', () => {
    const board = arrive(arrive(emptyBoard, admit(1), 0), admit(2), 10);
    expect(nextChange(board)).toBe(ADMIT_HOLD_MS);
  });

  it('shows a repeated read on its verdict, without a new serial number', () => {
    const board = arrive(arrive(emptyBoard, admit(1), 0), again(1), 2_000);
    expect(board.shown).toMatchObject({ serial: 1, readAgain: 1, since: 2_000 });
    expect(board.waiting).toEqual([]);
  });

  it('marks a repeated read that comes after another verdict', () => {
    const board = arrive(arrive(emptyBoard, admit(2), 0), again(1), 5_000);
    expect(board.shown).toMatchObject({ serial: 2, readAgain: 1 });
  });

  it('dims after eight seconds and not before', () => {
    const board = arrive(emptyBoard, admit(1), 0);
    expect(advance(board, DIM_AFTER_MS - 1).shown?.dimmed).toBe(false);
    expect(advance(board, DIM_AFTER_MS).shown?.dimmed).toBe(true);
  });

  it('wakes a dimmed verdict that is read again', () => {
    const dimmed = advance(arrive(emptyBoard, admit(1), 0), DIM_AFTER_MS);
    expect(arrive(dimmed, again(1), 9_000).shown?.dimmed).toBe(false);
  });

  it('catches up with twenty verdicts in under five seconds', () => {
    let board = emptyBoard;
    for (let number = 1; number <= 20; number += 1) board = arrive(board, deny(number), number);
    expect(play(board).at(-1)?.at).toBeLessThan(5_000);
  });

  it('never flashes more than three times in a second, however many wait', () => {
    let board = emptyBoard;
    for (let number = 1; number <= 60; number += 1) {
      board = arrive(board, number % 2 === 0 ? admit(number) : deny(number), number);
    }
    const changes = play(board).map(({ at }) => at);
    // A flash is two changes.
    for (const [index, at] of changes.entries()) {
      const withinSecond = changes.slice(index).filter((other) => other - at < 1_000);
      expect(withinSecond.length).toBeLessThanOrEqual(6);
    }
  });

  it('shows every verdict, once, in the order of arrival', () => {
    const arrivals = fc.array(
      fc.record({ gap: fc.integer({ min: 0, max: 1_200 }), denied: fc.boolean() }),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(arrivals, (scans) => {
        let now = 0;
        let board = emptyBoard;
        const seen: number[] = [];
        const look = () => {
          const entry = board.shown?.entry;
          const number = entry?.kind === 'outcome' ? entry.outcome.number : 0;
          if (number !== seen.at(-1)) seen.push(number);
        };
        const passTo = (time: number) => {
          for (;;) {
            const due = nextChange(board);
            if (due === null || due > time) return;
            board = advance(board, due);
            look();
          }
        };
        scans.forEach(({ gap, denied }, index) => {
          now += gap;
          passTo(now);
          board = arrive(board, denied ? deny(index + 1) : admit(index + 1), now);
          look();
        });
        passTo(Number.POSITIVE_INFINITY);
        expect(seen).toEqual(scans.map((_, index) => index + 1));
      }),
    );
  });
});

it('an admission whose name has to be checked is no green until it was, or it was undone', () => {
  const flagged = outcome(1, { flags: ['vip', 'check_id'] });
  const entry = { kind: 'outcome', outcome: flagged } as const;
  expect([signalOfEntry(entry), nextStepOfEntry(entry)]).toEqual(['check_id', 'check_name']);
  const checked = { ...entry, outcome: { ...flagged, isChecked: true } };
  expect([signalOfEntry(checked), nextStepOfEntry(checked)]).toEqual(['admit', 'let_in']);
  const released = { reference: 'rel_1', kind: 'mistake', at: '' } as const;
  expect(signalOfEntry({ ...entry, outcome: { ...flagged, released } })).toBe('undone');
  const denied = outcome(2, { ...kinds.already, flags: ['check_id'] });
  expect(signalOfEntry({ ...entry, outcome: denied })).toBe('already_in');
});
