export interface BackoffShape {
  readonly firstMs: number;
  readonly capMs: number;
}

/** The delay after failure number `failures`, counted from 1: doubles from `firstMs` to `capMs`. */
export function doublingDelay({ firstMs, capMs }: BackoffShape, failures: number): number {
  return Math.min(firstMs * 2 ** Math.min(Math.max(failures - 1, 0), 30), capMs);
}

/**
 * The delay before attempt `failures + 1`: between half and all of a value that doubles from `firstMs` to `capMs`, so that stations that
 * lost the server together do not return together. `chance` is uniform in [0, 1).
 */
export function nextDelay(shape: BackoffShape, failures: number, chance: number): number {
  const full = doublingDelay(shape, failures);
  return Math.round(full / 2 + (full / 2) * chance);
}

/** A polling interval, randomly up to a tenth longer or shorter. */
export function jitter(intervalMs: number, chance: number): number {
  return Math.round(intervalMs * (0.9 + 0.2 * chance));
}
