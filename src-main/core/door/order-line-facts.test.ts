import { expect, it } from 'vitest';
import { instantFromMillis } from '../../../shared/instant.ts';
import { factsOfLine } from './order-line-facts.ts';

const seen = instantFromMillis(1);
const line = { quantity: 1, redeemed: 0, updated_at: seen };

it('leaves nothing of a line of which too much was handed out, until the list says how much', () => {
  const told = { remaining: 0, over_redeemed: true, seen };
  expect(factsOfLine(line, { unsent: -1, told }).remaining).toBe(0);
  const listed = { ...line, redeemed: 2, updated_at: instantFromMillis(2) };
  expect(factsOfLine(listed, { unsent: -1, told }).remaining).toBe(0);
  expect(factsOfLine(listed, { unsent: -2, told }).remaining).toBe(1);
});

it('leaves again what was taken back of a line of which all was handed out', () => {
  const told = { remaining: 0, over_redeemed: false, seen };
  expect(factsOfLine(line, { unsent: -1, told })).toEqual({ redeemed: 0, remaining: 1 });
});
