const FIRST_MS = 150;
const LONGEST_MS = 3_000;

/**
 * Milliseconds to wait before attempt number `attempt` (from 0) to reach the station again. Doubles up to three seconds;
 * `random` in [0, 1) spreads it by a quarter, so that several screens of one station do not come back in step.
 */
export function reconnectDelay(attempt: number, random: number): number {
  const base = Math.min(FIRST_MS * 2 ** Math.min(attempt, 10), LONGEST_MS);
  return Math.round(base * (0.75 + random / 2));
}
