import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyInstant, anyTimezone } from '../../../test/support/admission-facts.ts';
import { instantOf } from '../../../test/support/verdict-vectors.ts';
import { type Instant, millisOf } from '../../instant.ts';
import { wallClock } from './wall-clock.ts';

describe('wallClock', () => {
  it('reads the clock of the zone, not of the machine', () => {
    const instant = instantOf('2026-12-12T19:04:07.999999Z');
    expect(wallClock(instant, 'Europe/Berlin')).toEqual({
      year: 2026,
      month: 12,
      day: 12,
      weekday: 6,
      hour: 20,
      minute: 4,
      second: 7,
      zoneKnown: true,
    });
    expect(wallClock(instant, 'Pacific/Kiritimati')).toMatchObject({ day: 13, hour: 9 });
    expect(wallClock(instant, 'Asia/Kathmandu')).toMatchObject({ day: 13, hour: 0, minute: 49 });
  });

  it('shows midnight as hour 0 of the new day', () => {
    const clock = wallClock(instantOf('2026-12-12T23:00:00Z'), 'Europe/Berlin');
    expect(clock).toMatchObject({ day: 13, weekday: 0, hour: 0, minute: 0 });
  });

  it('counts in UTC as Date does, at any instant', () => {
    fc.assert(
      fc.property(anyInstant(), (instant) => {
        const date = new Date(millisOf(instant));
        expect(wallClock(instant, 'UTC')).toEqual({
          year: date.getUTCFullYear(),
          month: date.getUTCMonth() + 1,
          day: date.getUTCDate(),
          weekday: date.getUTCDay(),
          hour: date.getUTCHours(),
          minute: date.getUTCMinutes(),
          second: date.getUTCSeconds(),
          zoneKnown: true,
        });
      }),
    );
  });

  it('reads UTC, and says so, where the zone is not known', () => {
    const instant = instantOf('2026-12-12T19:04:07Z');
    for (const zone of ['', 'Mars/Olympus_Mons', 'Europe/Berlin\0']) {
      expect(wallClock(instant, zone)).toEqual({ ...wallClock(instant, 'UTC'), zoneKnown: false });
    }
  });

  it('answers for any zone name and any number, however many there are', () => {
    const anyNumber = fc.oneof(
      anyInstant(),
      fc.double().map((number): Instant => JSON.parse(toJson(number))),
    );
    fc.assert(
      fc.property(anyNumber, anyTimezone(), (instant, zone) => {
        const { zoneKnown, ...numbers } = wallClock(instant, zone);
        expect(zoneKnown).toBeTypeOf('boolean');
        for (const number of Object.values(numbers)) expect(Number.isInteger(number)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

function toJson(number: number): string {
  return Number.isFinite(number) ? String(number) : '-1e999';
}
