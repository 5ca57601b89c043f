import { describe, expect, it } from 'vitest';
import { RepeatGuard } from './repeat-guard.ts';

/** One that remembers what `a` showed at 0. */
function guardOfA(): RepeatGuard<string> {
  const guard = new RepeatGuard<string>();
  guard.remember('a', 0, 'admit');
  return guard;
}

/** Reads the code at each time; gives what was shown again. */
function reads(times: readonly number[]): readonly (string | null)[] {
  const guard = guardOfA();
  return times.map((at) => guard.readAgain('a', at).held);
}

describe('the repeat guard', () => {
  it('shows a verdict again for three seconds, counted from the reading that was judged', () => {
    expect(reads([0, 2_999])).toEqual(['admit', 'admit']);
    expect(reads([3_000])).toEqual([null]);
    expect(reads([1_000, 3_000])).toEqual(['admit', null]);
  });

  it('shows it as long as the code stays in sight, at most 15 seconds', () => {
    const everySecond = Array.from({ length: 16 }, (_, second) => second * 1_000);
    expect(reads(everySecond)).toEqual([...Array<string>(15).fill('admit'), null]);
    expect(reads([1_400, 2_800, 4_299])).toEqual(['admit', 'admit', 'admit']);
    expect(reads([1_400, 2_800, 4_300])).toEqual(['admit', 'admit', null]);
  });

  it('knows for a minute what a code has shown', () => {
    const guard = guardOfA();
    expect(guard.readAgain('a', 59_999)).toEqual({ held: null, recent: 'admit' });
    expect(guard.readAgain('a', 60_000)).toEqual({ held: null, recent: null });
    expect(guard.readAgain('b', 1)).toEqual({ held: null, recent: null });
  });

  it('remembers no more than it needs', () => {
    const guard = new RepeatGuard<string>();
    for (let place = 0; place < 2_000; place += 1) guard.remember(`code ${place}`, place, 'x');
    expect(guard.size).toBe(500);
    guard.remember('later', 100_000, 'x');
    expect(guard.size).toBe(1);
  });
});
