import { expect, it } from 'vitest';
import { simulate } from './run-program.ts';

// The other thousand of the 2,000 worlds: a file of its own, so that both workers of vitest run worlds.
it('worlds hold another 1,000 times', { tags: ['long'], timeout: 2_400_000 }, async () => {
  const { code, output } = await simulate('--seeds', '1000', '--from', '2000');
  expect(output).not.toContain('npm run simulate');
  expect(code).toBe(0);
});
