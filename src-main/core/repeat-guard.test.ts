import { describe, expect, it } from 'vitest';
import { emptyGuard, readAgain, rememberRead, type RepeatGuard } from './repeat-guard.ts';

const remember = (guard: RepeatGuard<string>, code: string, readAtMs: number, shown: string) =>
  rememberRead(guard, { code, readAtMs, shown });

/** Reads the code at each time; gives what was shown again. */
function reads(times: readonly number[]): readonly (string | null)[] {
  let guard = remember(emptyGuard<string>(), 'a', 0, 'admit');
  return times.map((at) => {
    const again = readAgain(guard, 'a', at);
    ({ guard } = again);
    return again.held;
  });
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
    const guard = remember(emptyGuard<string>(), 'a', 0, 'admit');
    expect(readAgain(guard, 'a', 59_999)).toMatchObject({ held: null, recent: 'admit' });
    expect(readAgain(guard, 'a', 60_000)).toMatchObject({ held: null, recent: null });
    expect(readAgain(guard, 'b', 1)).toMatchObject({ held: null, recent: null });
  });

  it('remembers no more than it needs', () => {
    let guard = emptyGuard<string>();
    for (let place = 0; place < 2_000; place += 1)
      guard = remember(guard, `code ${place}`, place, 'x');
    expect(guard.reads.size).toBe(500);
    expect(remember(guard, 'later', 100_000, 'x').reads.size).toBe(1);
  });
});
