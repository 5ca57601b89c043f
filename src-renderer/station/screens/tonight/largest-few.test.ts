import { expect, it } from 'vitest';
import { largestFew } from './largest-few.ts';

const itself = (size: number) => size;

it('all items are shown if they fit', () => {
  expect(largestFew([1, 3, 2], itself, 3)).toEqual({ few: [3, 2, 1], rest: [] });
});

it('the smallest items are combined, at least two of them', () => {
  expect(largestFew([1, 3, 2, 4], itself, 3)).toEqual({ few: [4, 3], rest: [2, 1] });
});
