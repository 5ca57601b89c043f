import { describe, expect, it } from 'vitest';
import { emptyGuard, rememberRead, shownBefore } from './repeat-guard.ts';

const read = (code: string, readAtMs: number, shown: string) => ({ code, readAtMs, shown });

describe('the repeat guard', () => {
  it('shows a code’s verdict again for three seconds, counted from the scan that was judged', () => {
    const guard = rememberRead(emptyGuard<string>(), read('a', 1_000, 'admit'));
    expect(shownBefore(guard, 'a', 1_000)).toBe('admit');
    expect(shownBefore(guard, 'a', 3_999)).toBe('admit');
    expect(shownBefore(guard, 'a', 4_000)).toBeNull();
  });

  it('distinguishes codes and keeps each', () => {
    const one = rememberRead(emptyGuard<string>(), read('a', 0, 'admit'));
    const both = rememberRead(one, read('b', 1_000, 'refuse'));
    expect(shownBefore(both, 'a', 2_000)).toBe('admit');
    expect(shownBefore(both, 'b', 2_000)).toBe('refuse');
    expect(shownBefore(both, 'c', 2_000)).toBeNull();
  });

  it('drops expired verdicts', () => {
    const old = rememberRead(emptyGuard<string>(), read('a', 0, 'admit'));
    expect(rememberRead(old, read('b', 3_000, 'admit')).reads.size).toBe(1);
  });
});
