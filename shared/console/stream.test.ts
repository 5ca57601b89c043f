import { expect, it } from 'vitest';
import { CHANGE_WAITS_MS } from './stream.ts';

/** From a scan at a door to Home. */
const GOAL_MS = 2_000;

it('half of the time in which an admission has to be on Home is left for the work', () => {
  const waits = Object.values(CHANGE_WAITS_MS);
  expect(waits.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(GOAL_MS / 2);
});
