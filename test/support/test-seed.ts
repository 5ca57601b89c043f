import { randomInt } from 'node:crypto';
import { onTestFailed } from 'vitest';

/** The seed of a randomised test: GATEHOUSE_TEST_SEED, or a new one each time. A failure prints it. */
export function testSeed(): number {
  const given = process.env['GATEHOUSE_TEST_SEED'];
  const seed = given === undefined ? randomInt(2 ** 31) : Number(given);
  onTestFailed(() => console.error(`Run again with GATEHOUSE_TEST_SEED=${seed}.`));
  return seed;
}

export interface SeedRange {
  readonly from: number;
  readonly count: number;
}

/** The seeds of a long test: the whole range, or in a day's sample (`run-sample.ts`) so many that no other day takes. */
export function seedsOf(whole: SeedRange, sampled: number): SeedRange {
  const day = process.env['GATEHOUSE_TEST_DAY'];
  return day === undefined ? whole : { from: Number(day) * 10_000 + whole.from, count: sampled };
}
