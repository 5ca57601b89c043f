import { describe, expect, it } from 'vitest';
import type { EventFigures } from '../../../shared/station/supervision.ts';
import { zoneOffsetMs } from '../../../shared/zone-offset.ts';
import { formatTime } from '../../station/i18n/format.ts';
import { arrivalsChart, arrivalsTable, ticksOf } from './arrivals.ts';

const DAY = 24 * 60;

/** Minutes from 18:00. */
function moment(minutes: number): string {
  return new Date(Date.UTC(2026, 11, 12, 18) + minutes * 60_000).toISOString();
}

type Arrival = readonly [minutes: number, place: string | null, admitted: number];

function figures(arrivals: readonly Arrival[], at = 12): EventFigures {
  return {
    at: moment(at),
    arrivals: arrivals.map(([minutes, entry_point, admitted]) => ({
      from: moment(minutes),
      entry_point,
      admitted,
    })),
    ticket_types: [],
    presence: [],
    entry_points: [],
    corrections: [],
    denials: [],
  };
}

describe('the chart of arrivals', () => {
  it('has no steps before the first arrival', () => {
    expect(arrivalsChart(figures([]))).toBeNull();
  });

  it('has every step up to the present one, with the arrivals of each entry point', () => {
    const chart = arrivalsChart(
      figures([
        [-5, 'South', 2],
        [-5, null, 1],
        [5, 'North', 4],
      ]),
    );
    expect(chart?.series).toEqual([
      { kind: 'entry_point', name: 'North', admitted: 4 },
      { kind: 'entry_point', name: 'South', admitted: 2 },
      { kind: 'box_office', admitted: 1 },
    ]);
    expect(chart?.steps.map(({ counts, total }) => [...counts, total])).toEqual([
      [0, 2, 1, 3],
      [0, 0, 0, 0],
      [4, 0, 0, 4],
      [0, 0, 0, 0],
    ]);
    expect(chart).toMatchObject({ isRunning: true, isCut: false });
  });

  it('of a past evening ends with its last arrivals', () => {
    const chart = arrivalsChart(figures([[0, 'North', 1]], 3 * DAY));
    expect(chart?.steps).toHaveLength(1);
    expect(chart?.isRunning).toBe(false);
  });

  it('stays at the evening even if one clock was years ahead', () => {
    const ahead = arrivalsChart(
      figures([
        [-5, 'North', 3],
        [0, 'North', 2],
        [900 * DAY, 'South', 1],
      ]),
    );
    expect(ahead?.steps.map(({ total }) => total)).toEqual([3, 2, 0, 0]);
    expect(ahead).toMatchObject({ isRunning: true });
    const alone = arrivalsChart(figures([[900 * DAY, 'South', 1]]));
    expect(alone?.steps.map(({ total }) => total)).toEqual([1]);
  });

  it('shows the last 24 hours, and that there was more', () => {
    const chart = arrivalsChart(
      figures([
        [-2 * DAY, 'North', 9],
        [10, 'North', 1],
      ]),
    );
    expect(chart?.steps).toHaveLength(DAY / 5);
    expect(chart?.steps.at(-1)).toMatchObject({ from: Date.parse(moment(10)), total: 1 });
    expect(chart?.isCut).toBe(true);
    expect(chart?.steps.reduce((all, { total }) => all + total, 0)).toBe(1);
  });

  it('combines the smallest of many entry points, and keeps the order of names whatever their numbers', () => {
    const gates = Array.from({ length: 40 }, (_, index): Arrival => [0, `Gate ${index + 1}`, 1]);
    const chart = arrivalsChart(figures([...gates, [5, 'Gate 12', 50], [5, 'Gate 2', 60]]));
    expect(chart?.series.map((series) => ('name' in series ? series.name : series))).toEqual([
      'Gate 1',
      'Gate 2',
      'Gate 3',
      'Gate 4',
      'Gate 12',
      { kind: 'others', places: 35, admitted: 35 },
    ]);
    expect(chart?.steps[0]?.counts).toEqual([1, 1, 1, 1, 1, 35]);
  });

  it('has an area for each of six entry points', () => {
    const gates = Array.from({ length: 6 }, (_, index): Arrival => [0, `Gate ${index + 1}`, 1]);
    expect(arrivalsChart(figures(gates))?.series.map(({ kind }) => kind)).not.toContain('others');
  });
});

it('has a table with every entry point and every step with arrivals, newest first', () => {
  expect(
    arrivalsTable(
      figures([
        [-2 * DAY, null, 3],
        [0, 'South', 2],
        [0, 'North', 1],
      ]),
    ),
  ).toEqual({
    places: ['North', 'South', null],
    rows: [
      { from: moment(0), total: 3, counts: [1, 2, 0] },
      { from: moment(-2 * DAY), total: 3, counts: [0, 0, 3] },
    ],
  });
});

it.each([
  [10, 6],
  [60, 6],
  [240, 8],
  [DAY - 5, 8],
  [DAY - 5, 3],
])('%i minutes are labelled at no more than %i round times', (minutes, most) => {
  const steps = arrivalsChart(
    figures(
      [
        [0, 'North', 1],
        [minutes, 'North', 1],
      ],
      minutes,
    ),
  )?.steps;
  const ticks = ticksOf(steps ?? [], most, () => 0);
  expect(ticks.length).toBeGreaterThan(0);
  expect(ticks.length).toBeLessThanOrEqual(most);
  const gaps = new Set(ticks.slice(1).map((tick, index) => tick - (ticks[index] ?? 0)));
  expect(gaps.size).toBeLessThanOrEqual(1);
});

it.each([
  ['Asia/Kathmandu', '2026-11-22T15:00:00Z'],
  ['Pacific/Chatham', '2026-04-04T14:00:00Z'],
  ['Europe/Berlin', '2026-10-25T00:30:00Z'],
  ['America/St_Johns', '2026-12-12T22:30:00Z'],
])('times under the chart are round in %s', (zone, first) => {
  const begin = Date.parse(first);
  const steps = Array.from({ length: 60 }, (_, index) => ({
    from: begin + index * 5 * 60_000,
    counts: [],
    total: 0,
  }));
  const ticks = ticksOf(steps, 6, (millis) => zoneOffsetMs(millis, zone));
  const shown = ticks.map((tick) =>
    formatTime(new Date(tick).toISOString(), { locale: 'en', zone }),
  );
  expect(shown.length).toBeGreaterThan(2);
  for (const time of shown) expect(time).toMatch(/:00$/);
});
