const FIRST_MS = 250;
const LONGEST_MS = 15_000;

/** Milliseconds before the restart that follows crash number `crashes` (from 1): doubles up to 15 s. */
export function restartDelay(crashes: number): number {
  return Math.min(FIRST_MS * 2 ** Math.min(crashes - 1, 16), LONGEST_MS);
}
