import { expect, it } from 'vitest';
import { readyState } from '../../../test/support/door-script.ts';
import { shareState } from './door-state.ts';

it('unchanged parts of the state stay the same objects, and changed ones are replaced', () => {
  const before = readyState();
  const after = {
    ...readyState(),
    revision: 2,
    counters: { ...before.counters, admitted_here: 129 },
  };
  const shared = shareState(before, after);
  expect(shared).toEqual(after);
  expect(shared.events).toBe(before.events);
  expect(shared.counters).toBe(after.counters);
});
