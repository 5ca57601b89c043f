import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MICROS_PER_SECOND } from '../../shared/instant.ts';
import { nextGap, parseRetryAfter, parseSchedule, scheduleA, scheduleB } from './retry-schedule.ts';

/** Gaps in seconds until the schedule is exhausted. */
function gapsOf(schedule: readonly number[], random: () => number): number[] {
  const gaps: number[] = [];
  for (let attempts = 1; ; attempts += 1) {
    const gap = nextGap(schedule, { attempts, random: random(), retryAfterSeconds: null });
    if (gap === null) return gaps;
    gaps.push(gap / MICROS_PER_SECOND);
  }
}

describe('the retry schedules', () => {
  it('are those of the specification, down to the last attempt', () => {
    expect(gapsOf(scheduleA, () => 0)).toEqual([10, 30, 120, 300, 900, 3600, 7200]);
    expect(gapsOf(scheduleB, () => 0)).toEqual([10, 60, 300, 900, 1800, 3600, 7200, 14400]);
  });

  it('grow whatever the jitter, which lengthens by 15 % at most and never shortens', () => {
    const draws = fc.array(fc.double({ min: 0, max: 0.999999, noNaN: true }), { minLength: 9 });
    fc.assert(
      fc.property(fc.constantFrom(scheduleA, scheduleB), draws, (schedule, random) => {
        let draw = 0;
        const gaps = gapsOf(schedule, () => random[draw++ % random.length] ?? 0);
        expect(gaps).toHaveLength(schedule.length);
        gaps.forEach((gap, index) => {
          const plain = schedule[index] ?? 0;
          expect(gap).toBeGreaterThanOrEqual(plain);
          expect(gap).toBeLessThanOrEqual(plain * 1.15 + 0.000001);
          expect(gap).toBeGreaterThan(gaps[index - 1] ?? 0);
        });
      }),
    );
  });

  it('wait as long as the endpoint asks, up to twice the gap', () => {
    const gaps = [5, 150, 200, 86_400, Infinity].map((retryAfterSeconds) =>
      nextGap([100], { attempts: 1, random: 0, retryAfterSeconds }),
    );
    expect(gaps).toEqual([100, 150, 200, 200, 200].map((seconds) => seconds * MICROS_PER_SECOND));
  });

  it('are parsed from A, B or a list of seconds', () => {
    expect(parseSchedule('A')).toBe(scheduleA);
    expect(parseSchedule('b')).toBe(scheduleB);
    expect(parseSchedule('1, 2,0.5')).toEqual([1, 2, 0.5]);
    const refused = ['', 'C', '1,,2', '-1', '0', '1e3', '1;2', 'Infinity', '9'.repeat(9)];
    expect(refused.map(parseSchedule)).toEqual(refused.map(() => null));
  });
});

describe('Retry-After', () => {
  it('is parsed as seconds or as a date', () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    expect(parseRetryAfter('120', now)).toBe(120);
    expect(parseRetryAfter('9'.repeat(400), now)).toBe(Infinity);
    expect(parseRetryAfter('Thu, 01 Jan 2026 00:01:00 GMT', now)).toBe(60);
    expect(parseRetryAfter('Wed, 31 Dec 2025 00:01:00 GMT', now)).toBe(0);
    expect(parseRetryAfter('soon', now)).toBeNull();
    expect(parseRetryAfter('-5', now)).toBeNull();
  });
});
