import { expect, it } from 'vitest';
import { rowOf, type BenchRow, type Curve } from './bench-part.ts';
import type { BenchRun } from './bench-run.ts';
import { drawGrowth } from './draw-growth.ts';

function sampled(name: string, value: number) {
  return { name, samples: [{ wall: value, cpuMicros: value * 1_000 }] };
}

function rowAt(curve: Curve, wall: number, baseline: number): BenchRow {
  return rowOf({
    what: curve.name,
    unit: 'scan',
    measure: 'ms',
    subject: sampled('ours', wall),
    baseline: sampled('bare', baseline),
    goals: [],
    curve,
  });
}

function runOf(rows: BenchRow[]): BenchRun {
  return {
    startedAt: '2026-11-23T23:00:00.000Z',
    commit: 'abc',
    machine: { cores: 2, processor: '', memoryGib: 8, platform: 'linux x64', node: '24', load: 0 },
    options: { repetitions: 5, size: null, quick: false },
    parts: [{ name: 'growth', seconds: 1, rows }],
  };
}

const grown = (name: string) => rowAt({ name, x: 100_000, baselineX: 10_000 }, 1.2, 1);

const dotsOf = (svg = '') =>
  Array.from(svg.matchAll(/<circle class="dot" cx="([\d.]+)"/g), ([, x]) => Number(x));

it('a curve begins where the baseline of its rows stands, and has a point for each row', () => {
  const rows = [5, 20].map((x) => rowAt({ name: 'known', x, baselineX: 1 }, x, 1));
  const charts = drawGrowth(runOf(rows));
  expect([...charts.keys()]).toEqual(['growth-stations.svg']);
  const [first = 0, second = 0, third = 0, ...more] = dotsOf(charts.get('growth-stations.svg'));
  expect(first).toBeLessThan(second);
  expect(second).toBeLessThan(third);
  expect(more).toEqual([]);
});

it('only what was measured has a tick, and the goal is a line', () => {
  const rows = [5, 20].map((x) => rowAt({ name: 'known', x, baselineX: 1 }, x, 1));
  const svg = drawGrowth(runOf(rows)).get('growth-stations.svg') ?? '';
  const ticks = Array.from(svg.matchAll(/text-anchor="middle">(\d+)</g), ([, tick]) => tick);
  expect(ticks).toEqual(['1', '5', '20']);
  expect(svg).toContain('at most 250 ms');
  expect(svg.match(/class="limit"/g)).toHaveLength(1);
});

it('a search stands beside the bare query where the run has one', () => {
  const curves = ['scan', 'search', 'page'];
  const without = drawGrowth(runOf(curves.map(grown))).get('growth-tickets.svg') ?? '';
  const beside = drawGrowth(runOf([...curves, 'query'].map(grown))).get('growth-tickets.svg') ?? '';
  expect(dotsOf(without)).toHaveLength(6);
  expect(dotsOf(beside)).toHaveLength(8);
  expect(beside).toContain('FTS5 alone');
});

it('a chart of which the run has not every panel is left as it was', () => {
  const rows = [rowAt({ name: 'scan', x: 100_000, baselineX: 10_000 }, 1, 1)];
  expect([...drawGrowth(runOf(rows)).keys()]).toEqual([]);
});
