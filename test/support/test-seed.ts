import { randomInt } from 'node:crypto';
import { onTestFailed } from 'vitest';

/** The seed of a randomised test: GATEHOUSE_TEST_SEED, or a new one each time. A failure prints it. */
export function testSeed(): number {
  const given = process.env['GATEHOUSE_TEST_SEED'];
  const seed = given === undefined ? randomInt(2 ** 31) : Number(given);
  onTestFailed(() => console.error(`Run again with GATEHOUSE_TEST_SEED=${seed}.`));
  return seed;
}
