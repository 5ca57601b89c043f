import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MICROS_PER_DAY,
  MICROS_PER_HOUR,
  MICROS_PER_MINUTE,
  MICROS_PER_SECOND,
} from '../../instant.ts';
import { locales } from '../locale.ts';
import { formatAge } from './age.ts';

describe('formatAge', () => {
  it.each([
    [0, '0 s'],
    [MICROS_PER_SECOND - 1, '0 s'],
    [40 * MICROS_PER_SECOND, '40 s'],
    [MICROS_PER_MINUTE - 1, '59 s'],
    [MICROS_PER_MINUTE, '1 min'],
    [MICROS_PER_HOUR - 1, '59 min'],
    [MICROS_PER_HOUR, '1 h'],
    [MICROS_PER_HOUR + 20 * MICROS_PER_MINUTE, '1 h 20 min'],
    [MICROS_PER_DAY - 1, '23 h 59 min'],
    [MICROS_PER_DAY, '1 d'],
    [2 * MICROS_PER_DAY + 3 * MICROS_PER_HOUR, '2 d 3 h'],
    [400 * MICROS_PER_DAY, '400 d'],
  ])('writes %d µs as %s', (micros, text) => {
    expect(formatAge(micros, 'en')).toBe(text);
  });

  it('counts days in the letter of the language', () => {
    expect(locales.map((locale) => formatAge(MICROS_PER_DAY, locale))).toEqual([
      '1 d',
      '1 d',
      '1 j',
      '1 d',
    ]);
  });

  it('is nothing when a clock was put back', () => {
    expect(formatAge(-MICROS_PER_HOUR, 'en')).toBe('0 s');
  });

  it('is one or two whole numbers with their units, for any number', () => {
    fc.assert(
      fc.property(fc.double(), (micros) => {
        expect(formatAge(micros, 'en')).toMatch(/^[\d.e+]+ (s|min|h|d)( \d+ (min|h))?$/);
      }),
    );
  });
});
