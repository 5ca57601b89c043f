import { describe, expect, it } from 'vitest';
import { instantOf } from '../../../test/support/verdict-vectors.ts';
import { locales } from '../locale.ts';
import { catalogues } from './catalogues.ts';
import { momentOf } from './door-time.ts';

const instant = instantOf('2026-12-12T19:04:59.999999Z');
const nextYear = instantOf('2027-01-02T12:00:00Z');
const zone = 'Europe/Berlin';

const isOtherDay = (now: string) => momentOf(instant, zone, catalogues.de, instantOf(now)).otherDay;

describe('A time at the door', () => {
  it('stands on a clock of 24 hours in every language, cut to the minute', () => {
    const midnight = instantOf('2026-12-12T23:04:00Z');
    for (const locale of locales) {
      expect(momentOf(instant, zone, catalogues[locale], instant).time).toBe('20:04');
      expect(momentOf(midnight, zone, catalogues[locale], instant).time).toBe('00:04');
    }
  });

  it('says that it is UTC where the zone is not known', () => {
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

  it('carries the year only where it is not the year of now', () => {
    expect(momentOf(instant, zone, catalogues.en, nextYear).day).toBe('Sat 12 Dec 2026');
    const newYearInBerlin = instantOf('2026-12-31T23:30:00Z');
    expect(momentOf(newYearInBerlin, zone, catalogues.en, nextYear).day).toBe('Fri 1 Jan');
  });

  it('is of another day only after the local midnight', () => {
    expect(isOtherDay('2026-12-12T22:59:59Z')).toBe(false);
    expect(isOtherDay('2026-12-12T23:00:00Z')).toBe(true);
    expect(isOtherDay('2027-12-12T19:04:00Z')).toBe(true);
  });
});
