import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyInstant, anyTimezone } from '../../../test/support/admission-facts.ts';
import { instantOf } from '../../../test/support/verdict-vectors.ts';
import { type Instant, millisOf } from '../../instant.ts';
import { locales } from '../../languages.ts';
import { catalogues } from './catalogues.ts';
import { momentOf } from './moment-of.ts';
import { wallClock } from './wall-clock.ts';

describe('wallClock', () => {
  it('uses the clock of the zone, not of the machine', () => {
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

  it('uses UTC, marked as such, if the zone is unknown', () => {
    const instant = instantOf('2026-12-12T19:04:07Z');
    for (const zone of ['', 'Mars/Olympus_Mons', 'Europe/Berlin\0']) {
      expect(wallClock(instant, zone)).toEqual({ ...wallClock(instant, 'UTC'), zoneKnown: false });
    }
  });

  it('answers for any zone name and any number, whatever their count', () => {
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

const instant = instantOf('2026-12-12T19:04:59.999999Z');
const nextYear = instantOf('2027-01-02T12:00:00Z');
const zone = 'Europe/Berlin';

const isOtherDay = (now: string) => momentOf(instant, zone, catalogues.de, instantOf(now)).otherDay;

describe('A time at the door', () => {
  it('uses a 24-hour clock in every language, cut to the minute', () => {
    const midnight = instantOf('2026-12-12T23:04:00Z');
    for (const locale of locales) {
      expect(momentOf(instant, zone, catalogues[locale], instant).time).toBe('20:04');
      expect(momentOf(midnight, zone, catalogues[locale], instant).time).toBe('00:04');
    }
  });

  it('is marked as UTC if the zone is unknown', () => {
    for (const unknown of ['Mars/Olympus_Mons', '']) {
      const moment = momentOf(instant, unknown, catalogues.en, instant);
      expect(moment).toMatchObject({ time: '19:04', zone: ' UTC' });
    }
    expect(momentOf(instant, zone, catalogues.en, instant).zone).toBe('');
  });

  it('carries the day in the words of the language', () => {
    expect(
      locales.map((locale) => momentOf(instant, zone, catalogues[locale], instant).day),
    ).toEqual(['Sat 12 Dec', 'Sa., 12. Dez.', 'sam. 12 déc.', 'sáb 12 dic']);
  });

  it('has the year only if it is not the present one', () => {
    expect(momentOf(instant, zone, catalogues.en, nextYear).day).toBe('Sat 12 Dec 2026');
    const newYearInBerlin = instantOf('2026-12-31T23:30:00Z');
    expect(momentOf(newYearInBerlin, zone, catalogues.en, nextYear).day).toBe('Fri 1 Jan');
  });

  it('belongs to another day only after local midnight', () => {
    expect(isOtherDay('2026-12-12T22:59:59Z')).toBe(false);
    expect(isOtherDay('2026-12-12T23:00:00Z')).toBe(true);
    expect(isOtherDay('2027-12-12T19:04:00Z')).toBe(true);
  });
});
