import fc from 'fast-check';
import { expect, it } from 'vitest';
import { reconnectDelay } from './socket-transport.ts';

it('coming back is tried soon at first and at most every four seconds', () => {
  expect(reconnectDelay(0, 0)).toBeLessThan(200);
  fc.assert(
    fc.property(fc.nat(), fc.double({ min: 0, max: 0.999, noNaN: true }), (attempt, random) => {
      const delay = reconnectDelay(attempt, random);
      return delay > 100 && delay < 4_000;
    }),
  );
});
