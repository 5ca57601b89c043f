import { Type, type Static } from 'typebox';

/** Value at quantile `q` (0..1) of samples in any order, by nearest rank. Throws on an empty list. */
export function quantile(samples: readonly number[], q: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1))];
  if (value === undefined) throw new RangeError('no samples');
  return value;
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export const Spread = Type.Object({
  median: Type.Number(),
  min: Type.Number(),
  max: Type.Number(),
});
export type Spread = Static<typeof Spread>;

export function spreadOf(values: readonly number[]): Spread {
  return { median: quantile(values, 0.5), min: Math.min(...values), max: Math.max(...values) };
}
