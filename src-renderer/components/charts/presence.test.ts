import { describe, expect, it } from 'vitest';
import { presenceChart } from './presence.ts';

const DAY = 24 * 60;

/** Minutes from 18:00. */
function moment(minutes: number): string {
  return new Date(Date.UTC(2026, 11, 12, 18) + minutes * 60_000).toISOString();
}

const changes = (...given: readonly (readonly [minutes: number, inside: number])[]) =>
  given.map(([minutes, inside]) => ({ from: moment(minutes), inside }));

const totals = (chart: ReturnType<typeof presenceChart>) => chart?.steps.map(({ total }) => total);

describe('the chart of who is inside', () => {
  it('has no steps before the first admission', () => {
    expect(presenceChart([], moment(0))).toBeNull();
  });

  it('keeps the number from each change to the next, up to the present step', () => {
    const chart = presenceChart(changes([0, 4], [10, 9], [15, 7]), moment(27));
    expect(totals(chart)).toEqual([4, 4, 9, 7, 7, 7]);
    expect(chart?.most).toEqual({ from: Date.parse(moment(10)), inside: 9 });
  });

  it('of a past evening ends with its last change', () => {
    expect(totals(presenceChart(changes([0, 4], [5, 0]), moment(3 * DAY)))).toEqual([4, 0]);
  });

  it('begins with who was inside already, where it shows the last 24 hours', () => {
    const chart = presenceChart(changes([-2 * DAY, 30], [0, 31]), moment(0));
    expect(chart?.steps).toHaveLength(DAY / 5);
    expect(totals(chart)?.at(0)).toBe(30);
    expect(chart?.most.inside).toBe(31);
  });
});
