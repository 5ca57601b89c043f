import { describe, expect, it } from 'vitest';
import { instantOf } from '../../../test/support/verdict-vectors.ts';
import { locales } from '../locale.ts';
import { formatDoorDay, formatDoorDayTime, formatDoorMoment, formatDoorTime } from './door-time.ts';

const instant = instantOf('2026-12-12T19:04:59.999999Z');
const zone = 'Europe/Berlin';

describe('times at the door', () => {
  it('are on a clock of 24 hours in every language, cut to the minute', () => {
    for (const locale of locales) expect(formatDoorTime(instant, zone, locale)).toBe('20:04');
    expect(formatDoorTime(instantOf('2026-12-12T23:04:00Z'), zone, 'en')).toBe('00:04');
  });

  it('say that they are UTC where the zone is not known', () => {
    expect(formatDoorTime(instant, 'Mars/Olympus_Mons', 'en')).toBe('19:04 UTC');
    expect(formatDoorDayTime(instant, '', 'fr')).toBe('sam. 12 déc., 19:04 UTC');
  });

  it('carry the day in the words of the language', () => {
    expect(locales.map((locale) => formatDoorDayTime(instant, zone, locale))).toEqual([
      'Sat 12 Dec, 20:04',
      'Sa., 12. Dez., 20:04',
      'sam. 12 déc., 20:04',
      'sáb 12 dic, 20:04',
    ]);
  });

  it('carry the year only where it is not the year of now', () => {
    const nextYear = instantOf('2027-01-02T12:00:00Z');
    expect(formatDoorDay(instant, zone, 'en', instant)).toBe('Sat 12 Dec');
    expect(formatDoorDay(instant, zone, 'en', nextYear)).toBe('Sat 12 Dec 2026');
    const newYearInBerlin = instantOf('2026-12-31T23:30:00Z');
    expect(formatDoorDay(newYearInBerlin, zone, 'en', nextYear)).toBe('Fri 1 Jan');
  });

  it('leave the day out on the same local day', () => {
    const sameNight = instantOf('2026-12-12T22:59:59Z');
    const afterMidnight = instantOf('2026-12-12T23:00:00Z');
    const nextYear = instantOf('2027-12-12T19:04:00Z');
    expect(formatDoorMoment(instant, zone, 'de', sameNight)).toBe('20:04');
    expect(formatDoorMoment(instant, zone, 'de', afterMidnight)).toBe('Sa., 12. Dez., 20:04');
    expect(formatDoorMoment(instant, zone, 'de', nextYear)).toBe('Sa., 12. Dez. 2026, 20:04');
  });
});
