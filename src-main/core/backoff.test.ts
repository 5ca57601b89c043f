import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { doublingDelay, jitter, nextDelay } from './backoff.ts';

const shape = { firstMs: 500, capMs: 3_000 };

describe('backoff', () => {
  it('waits between half and all of a doubling delay, never beyond the cap', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (failures, chance) => {
          const full = Math.min(500 * 2 ** (failures - 1), 3_000);
          const delay = nextDelay(shape, failures, chance);
          expect(delay).toBeGreaterThanOrEqual(full / 2);
          expect(delay).toBeLessThanOrEqual(full);
        },
      ),
    );
  });

  it('doubles from the first delay to the last', () => {
    expect([1, 2, 3, 4, 1_000_000].map((failures) => doublingDelay(shape, failures))).toEqual([
      500, 1_000, 2_000, 3_000, 3_000,
    ]);
  });

  it('spreads stations apart', () => {
    expect(nextDelay(shape, 3, 0)).not.toBe(nextDelay(shape, 3, 0.5));
    expect([jitter(1_000, 0), jitter(1_000, 0.5), jitter(1_000, 0.999)]).toEqual([
      900, 1_000, 1_100,
    ]);
  });
});
