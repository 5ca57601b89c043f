import type { EventFigures } from '../../../shared/station/supervision.ts';

export const STEP_MS = 5 * 60_000;
export const DRAWN_MS = 24 * 60 * 60_000;
/** Arrivals further in the future come from a wrong clock and do not move the chart. */
const AHEAD_MS = 60 * 60_000;
/** The number of areas that can be distinguished. */
const MOST_SERIES = 6;

type Arrivals = EventFigures['arrivals'];
type Figures = Pick<EventFigures, 'arrivals' | 'at'>;

/** An entry point, the box office, or everything without an area of its own. */
export type ArrivalsSeries =
  | { readonly kind: 'entry_point'; readonly name: string; readonly admitted: number }
  | { readonly kind: 'box_office'; readonly admitted: number }
  | { readonly kind: 'others'; readonly places: number; readonly admitted: number };

export interface ArrivalsStep {
  /** Milliseconds since the epoch. */
  readonly from: number;
  /** In the order of the series. */
  readonly counts: readonly number[];
  readonly total: number;
}

export interface ArrivalsChart {
  readonly series: readonly ArrivalsSeries[];
  /** Consecutive steps without gaps; the last is still running if `isRunning`. */
  readonly steps: readonly ArrivalsStep[];
  readonly isRunning: boolean;
  /** Arrivals before the first step, or from clocks that are ahead, are not drawn. */
  readonly isCut: boolean;
}

/**
 * Returns the last 24 hours with arrivals. The entry points with most arrivals get an area each, ordered by name, so that no
 * colour changes when their ranking does. Null without arrivals.
 */
export function arrivalsChart({ arrivals, at }: Figures): ArrivalsChart | null {
  const moments = [...new Set(arrivals.map(({ from }) => Date.parse(from)))];
  const present = stepOf(Date.parse(at));
  const last = lastBefore(moments, present + AHEAD_MS) ?? lastBefore(moments);
  if (last === null) return null;
  const first = Math.min(...moments);
  const end = present >= last && present - last <= DRAWN_MS ? present : last;
  const begin = Math.max(first, end - DRAWN_MS + STEP_MS);
  const series = seriesOf(arrivals);
  const names = series.map((one) => (one.kind === 'others' ? undefined : placeOf(one)));
  const others = names.indexOf(undefined);
  const steps = Array.from({ length: Math.round((end - begin) / STEP_MS) + 1 }, (_, index) => ({
    from: begin + index * STEP_MS,
    counts: series.map(() => 0),
    total: 0,
  }));
  for (const { from, entry_point: place, admitted } of arrivals) {
    const step = steps[Math.round((Date.parse(from) - begin) / STEP_MS)];
    const named = names.indexOf(place);
    const index = named === -1 ? others : named;
    if (step === undefined) continue;
    step.counts[index] = (step.counts[index] ?? 0) + admitted;
    step.total += admitted;
  }
  return { series, steps, isRunning: end === present, isCut: begin > first };
}

export interface ArrivalsTable {
  /** Every entry point, by name; null is the box office. */
  readonly places: readonly (string | null)[];
  /** Newest first, without empty steps. */
  readonly rows: readonly {
    readonly from: string;
    readonly total: number;
    readonly counts: readonly number[];
  }[];
}

/** Totals of the whole evening. */
export function arrivalsTable({ arrivals }: Pick<Figures, 'arrivals'>): ArrivalsTable {
  const places = [...totalsOf(arrivals).keys()].toSorted(byName);
  const byStep = new Map<string, number[]>();
  for (const { from, entry_point: place, admitted } of arrivals) {
    const counts = byStep.get(from) ?? places.map(() => 0);
    const index = places.indexOf(place);
    counts[index] = (counts[index] ?? 0) + admitted;
    byStep.set(from, counts);
  }
  const rows = [...byStep].map(([from, counts]) => ({ from, total: sum(counts), counts }));
  return {
    places,
    rows: rows.toSorted((one, other) => Date.parse(other.from) - Date.parse(one.from)),
  };
}

/** Labels below the chart: at most this many, at round times in the zone whose offset `offsetAt` returns, in milliseconds. */
export function ticksOf(
  steps: readonly ArrivalsStep[],
  most: number,
  offsetAt: (millis: number) => number,
): readonly number[] {
  const first = steps[0]?.from ?? 0;
  const last = steps.at(-1)?.from ?? 0;
  const every =
    tickSteps.find((minutes) => (last - first) / (minutes * 60_000) < most) ?? LONGEST_TICK;
  return steps
    .map(({ from }) => from)
    .filter((from) => (from + offsetAt(from)) % (every * 60_000) === 0);
}

const LONGEST_TICK = 720;
const tickSteps = [5, 10, 15, 30, 60, 120, 180, 240, 360, LONGEST_TICK];

function seriesOf(arrivals: Arrivals): readonly ArrivalsSeries[] {
  const ranked = [...totalsOf(arrivals)].toSorted(
    ([one, most], [other, more]) => more - most || byName(one, other),
  );
  const shown = ranked.length > MOST_SERIES ? MOST_SERIES - 1 : MOST_SERIES;
  const rest = ranked.slice(shown);
  const named = ranked
    .slice(0, shown)
    .toSorted(([one], [other]) => byName(one, other))
    .map(([name, admitted]) =>
      name === null
        ? { kind: 'box_office' as const, admitted }
        : { kind: 'entry_point' as const, name, admitted },
    );
  if (rest.length === 0) return named;
  const admitted = sum(rest.map(([, count]) => count));
  return [...named, { kind: 'others', places: rest.length, admitted }];
}

function placeOf(series: Exclude<ArrivalsSeries, { kind: 'others' }>): string | null {
  return series.kind === 'box_office' ? null : series.name;
}

function totalsOf(arrivals: Arrivals): ReadonlyMap<string | null, number> {
  const totals = new Map<string | null, number>();
  for (const { entry_point: place, admitted } of arrivals) {
    totals.set(place, (totals.get(place) ?? 0) + admitted);
  }
  return totals;
}

/** The box office comes last. */
function byName(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one.localeCompare(other, undefined, { numeric: true });
}

function lastBefore(moments: readonly number[], end = Number.POSITIVE_INFINITY): number | null {
  const known = moments.filter((moment) => moment <= end);
  return known.length === 0 ? null : Math.max(...known);
}

/** Where the step of a moment begins. */
export function stepOf(millis: number): number {
  return Math.floor(millis / STEP_MS) * STEP_MS;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
