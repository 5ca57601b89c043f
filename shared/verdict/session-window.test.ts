import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyInstant } from '../../test/support/admission-facts.ts';
import { addMicros, instantFromMicros, MICROS_PER_DAY, MICROS_PER_HOUR } from '../instant.ts';
import { DEFAULT_OPENS_BEFORE_MINUTES, sessionWindow } from './session-window.ts';

const anyMinutes = () => fc.nat(7 * 24 * 60);
const nearInstant = () =>
  fc.integer({ min: 0, max: 4_000_000_000_000_000 }).map((micros) => instantFromMicros(micros));

describe('sessionWindow', () => {
  it('opens two hours before the start by default', () => {
    expect(DEFAULT_OPENS_BEFORE_MINUTES).toBe(120);
  });

  it('moves with its session and never changes its length', () => {
    const anyShift = fc.integer({ min: -400 * MICROS_PER_DAY, max: 400 * MICROS_PER_DAY });
    fc.assert(
      fc.property(nearInstant(), anyShift, anyMinutes(), (starts_at, shift, minutes) => {
        const policy = { opens_before_minutes: minutes };
        const here = sessionWindow({ starts_at, ends_at: null }, policy);
        const there = sessionWindow(
          { starts_at: addMicros(starts_at, shift), ends_at: null },
          policy,
        );
        expect(there.entry_from - here.entry_from).toBe(shift);
        expect(there.entry_until - here.entry_until).toBe(shift);
      }),
    );
  });

  it('closes twelve hours after the start if no end is known, otherwise at the end', () => {
    fc.assert(
      fc.property(nearInstant(), nearInstant(), anyMinutes(), (starts_at, ends_at, minutes) => {
        const policy = { opens_before_minutes: minutes };
        expect(sessionWindow({ starts_at, ends_at }, policy).entry_until).toBe(ends_at);
        expect(sessionWindow({ starts_at, ends_at: null }, policy).entry_until).toBe(
          starts_at + 12 * MICROS_PER_HOUR,
        );
      }),
    );
  });

  it('returns a window for any instant and any policy', () => {
    fc.assert(
      fc.property(anyInstant(), fc.double({ noNaN: true }), (starts_at, minutes) => {
        const window = sessionWindow(
          { starts_at, ends_at: null },
          { opens_before_minutes: minutes },
        );
        expect(Number.isSafeInteger(window.entry_from)).toBe(true);
        expect(Number.isSafeInteger(window.entry_until)).toBe(true);
      }),
    );
  });
});
