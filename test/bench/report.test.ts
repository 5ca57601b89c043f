import { expect, it } from 'vitest';
import { rowOf, type BenchRow, type Goal } from './bench-part.ts';
import type { BenchRun } from './bench-run.ts';
import { shortTableOf, tableOf } from './report.ts';

function sampled(name: string, wall: number, cpuMicros = 1) {
  return { name, samples: [{ wall, cpuMicros }] };
}

function rowWith(wall: number, goal: Goal, headline = false): BenchRow {
  const subject = sampled('ours', wall, 200_000);
  const of = { what: `work of ${wall}`, unit: 'event', measure: 'ms' } as const;
  return rowOf({ ...of, subject, baseline: sampled('bare', 1), goals: [goal], headline });
}

function runOf(rows: BenchRow[], load = 0, startedAt = '2026-11-23T23:00:00.000Z'): BenchRun {
  return {
    startedAt,
    commit: 'abc',
    machine: { cores: 2, processor: '', memoryGib: 8, platform: 'linux x64', node: '24', load },
    options: { repetitions: 5, size: null, quick: false },
    parts: [{ name: 'scan', seconds: 70, rows }],
  };
}

it('a goal that is missed by a thousandth is not shown as the figure of the goal', () => {
  const table = tableOf(runOf([rowWith(1.501, { of: 'ratio', most: 1.5 })]));
  expect(table).toContain('≤ 1.5×: **no** (1.501)');
});

it('a limit of many microseconds is given in milliseconds', () => {
  const table = tableOf(runOf([rowWith(1, { of: 'cpu', most: 150_000 })]));
  expect(table).toContain('≤ 150 ms of processor time');
});

it('the README shows only the rows of most interest, and counts the goals of all', () => {
  const goal: Goal = { of: 'ratio', most: 9 };
  const table = shortTableOf(runOf([rowWith(1, goal), rowWith(2, goal, true)]));
  expect(table).not.toContain('work of 1');
  expect(table).toContain('work of 2');
  expect(table).toContain('2 of 2 goals are met.');
});

it('what could not be measured is named under the table', () => {
  const run = runOf([]);
  const [part] = run.parts;
  const missing = [{ what: 'the textbook server', because: 'it is not installed' }];
  const parts = part === undefined ? [] : [{ ...part, notMeasured: missing }];
  expect(tableOf({ ...run, parts })).toContain(
    '- Not measured: the textbook server, because it is not installed.',
  );
});

it('a table of several runs gives the time and the load of all of them', () => {
  const first = runOf([], 0.42);
  const second = runOf([], 1.51, '2026-11-24T01:30:00.000Z');
  expect(tableOf(second, [first, second])).toContain(
    '2026-11-23 23:00 to 2026-11-24 01:30 UTC at abc',
  );
  expect(tableOf(second, [first, second])).toContain('load 0.4 to 1.5 before the first part');
});
