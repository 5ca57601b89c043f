import { expect, it } from 'vitest';
import { seedsOf } from '../support/test-seed.ts';
import { simulateRange } from './run-program.ts';

// The second half of the 2,000 worlds, in its own file so that both of vitest's workers run worlds.
it('another 1,000 worlds hold', { tags: ['long'] }, async () => {
  const { code, output } = await simulateRange(seedsOf({ from: 2_000, count: 1_000 }, 60));
  expect(output).not.toContain('npm run simulate');
  expect(code).toBe(0);
});
