import { expect, it } from 'vitest';
import { copiedBytes, progressText, type Step } from './progress.ts';

const step = (done: number, total: number | null): Step => ({ done, total, what: 'rows copied' });

it.each([
  ['nothing was done yet', step(0, 1_204), 5_000, '0 of 1,204 rows copied'],
  ['there is no pace yet', step(10, 1_204), 999, '10 of 1,204 rows copied'],
  ['nobody knows how many there are', step(12_000, null), 5_000, '12,000 rows copied'],
  ['all is done', step(5, 5), 5_000, '5 of 5 rows copied'],
  [
    'it is nearly done',
    step(1_100, 1_204),
    5_000,
    '1,100 of 1,204 rows copied, a few seconds left',
  ],
  ['seconds are left', step(1, 5), 8_000, '1 of 5 rows copied, about 30 seconds left'],
  ['a minute is left', step(1, 2), 61_000, '1 of 2 rows copied, about a minute left'],
  ['minutes are left', step(1, 10), 20_000, '1 of 10 rows copied, about 3 minutes left'],
  ['hours are left', step(1, 10), 3_600_000, '1 of 10 rows copied, about 9 hours left'],
])('where %s, it says what it knows', (_, given, elapsedMs, text) => {
  expect(progressText(given, elapsedMs)).toBe(text);
});

it('copied bytes are said in megabytes, and the last one only once it is there', () => {
  const step = copiedBytes({ bytes: 41_900_000, of: 120_300_000 });
  expect(progressText(step, 0)).toBe('41 of 121 MB copied');
});
