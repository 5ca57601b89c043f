export interface Axis {
  /** Includes the unit. */
  readonly label: string;
  readonly scale: 'linear' | 'log';
  /** Values that the axis includes whatever the data. */
  readonly includes?: readonly number[];
  /** The ticks; by default suitable round values. */
  readonly ticks?: readonly number[];
}

export interface FittedAxis {
  readonly ticks: readonly number[];
  /** Maps a value to 0 at the start of the axis up to 1 at its end; null if it cannot be shown. */
  readonly place: (value: number) => number | null;
}

const TICKS = 4;

/** An axis that covers all finite values (only positive ones if logarithmic), with round ticks at its ends. */
export function fitAxis(
  { scale, includes = [], ticks }: Axis,
  values: readonly number[],
): FittedAxis {
  const canStand = (value: number) => Number.isFinite(value) && (scale === 'linear' || value > 0);
  const held = [...values, ...includes, ...(ticks ?? [])].filter(canStand);
  const low = held.length === 0 ? 1 : Math.min(...held);
  const high = held.length === 0 ? 1 : Math.max(...held);
  const chosen =
    ticks?.filter(canStand) ?? (scale === 'log' ? decades(low, high) : steps(low, high));
  const from = Math.min(low, ...chosen);
  const to = Math.max(high, ...chosen);
  const position = scale === 'log' ? Math.log10 : (value: number) => value;
  const width = position(to) - position(from);
  return {
    ticks: chosen,
    place: (value) => {
      if (!canStand(value)) return null;
      return width === 0 ? 0.5 : (position(value) - position(from)) / width;
    },
  };
}

/** Such as `1,200`, `0.25` or `1M`: at most three significant digits. */
export function formatTick(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e6) return `${Number((value / 1e6).toPrecision(3))}M`;
  if (size >= 1e4) return `${Number((value / 1e3).toPrecision(3))}k`;
  return Number(value.toPrecision(size >= 1000 ? 4 : 3)).toLocaleString('en');
}

function steps(low: number, high: number): readonly number[] {
  const width = high - low || Math.abs(high) || 1;
  const rough = width / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
}

function decades(low: number, high: number): readonly number[] {
  const first = Math.floor(Math.log10(low));
  const last = Math.ceil(Math.log10(high));
  return Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index));
}
