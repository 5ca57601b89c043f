import { expect, it } from 'vitest';
import { instantFromMillis } from '../../../shared/instant.ts';
import { factsOfLine } from './order-line-facts.ts';

const line = { quantity: 1, redeemed: 0, updated_at: instantFromMillis(1) };
const updated_at = instantFromMillis(2);

it('nothing is left of an over-redeemed line until the list says by how much', () => {
  const reported = { remaining: 0, over_redeemed: true, updated_at };
  expect(factsOfLine(line, { unsent: -1, reported }).remaining).toBe(0);
  const listed = { ...line, redeemed: 2, updated_at };
  expect(factsOfLine(listed, { unsent: -1, reported }).remaining).toBe(0);
  expect(factsOfLine(listed, { unsent: -2, reported }).remaining).toBe(1);
});

it('units taken back from a fully redeemed line are available again', () => {
  const reported = { remaining: 0, over_redeemed: false, updated_at };
  expect(factsOfLine(line, { unsent: -1, reported })).toEqual({ redeemed: 0, remaining: 1 });
});

it('the newer of a reply and the list counts, whichever came first', () => {
  const reported = { remaining: 4, over_redeemed: false, updated_at };
  const bought = { ...line, quantity: 5 };
  expect(factsOfLine(bought, { unsent: 0, reported }).remaining).toBe(4);
  // Other stations handed out more before the reply arrived, and the list reported it first.
  const listed = { ...bought, redeemed: 3, updated_at: instantFromMillis(3) };
  expect(factsOfLine(listed, { unsent: 0, reported }).remaining).toBe(2);
});
