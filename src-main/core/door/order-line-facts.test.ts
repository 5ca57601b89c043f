import { expect, it } from 'vitest';
import { instantFromMillis } from '../../../shared/instant.ts';
import { factsOfLine } from './order-line-facts.ts';

const line = { quantity: 1, redeemed: 0, updated_at: instantFromMillis(1) };
const updated_at = instantFromMillis(2);

it('leaves nothing of a line of which too much was handed out, until the list says how much', () => {
  const told = { remaining: 0, over_redeemed: true, updated_at };
  expect(factsOfLine(line, { unsent: -1, told }).remaining).toBe(0);
  const listed = { ...line, redeemed: 2, updated_at };
  expect(factsOfLine(listed, { unsent: -1, told }).remaining).toBe(0);
  expect(factsOfLine(listed, { unsent: -2, told }).remaining).toBe(1);
});

it('leaves again what was taken back of a line of which all was handed out', () => {
  const told = { remaining: 0, over_redeemed: false, updated_at };
  expect(factsOfLine(line, { unsent: -1, told })).toEqual({ redeemed: 0, remaining: 1 });
});

it('believes the newer one of an answer and the list, whichever came first', () => {
  const told = { remaining: 4, over_redeemed: false, updated_at };
  const bought = { ...line, quantity: 5 };
  expect(factsOfLine(bought, { unsent: 0, told }).remaining).toBe(4);
  // Others handed out more before the answer was here, and the list had it first.
  const listed = { ...bought, redeemed: 3, updated_at: instantFromMillis(3) };
  expect(factsOfLine(listed, { unsent: 0, told }).remaining).toBe(2);
});
