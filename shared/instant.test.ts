import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMicros,
  formatInstant,
  formatWebhookTime,
  type Instant,
  instantFromMicros,
  instantFromMillis,
  MICROS_PER_MINUTE,
  millisOf,
  parseBound,
  parseInstant,
} from './instant.ts';

const anyInstant = () => fc.maxSafeInteger().map(instantFromMicros);
const pad = (number: number) => String(Math.abs(number)).padStart(2, '0');

describe('an instant', () => {
  it('survives formatting and parsing at any microsecond in range', () => {
    fc.assert(
      fc.property(anyInstant(), (instant) => {
        const text = formatInstant(instant);
        expect(text).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/);
        expect(parseInstant(text)).toBe(instant);
      }),
    );
  });

  it('sorts as text in chronological order', () => {
    fc.assert(
      fc.property(anyInstant(), anyInstant(), (a, b) => {
        expect(formatInstant(a) < formatInstant(b)).toBe(a < b);
      }),
    );
  });

  it('is the same whatever offset it was written with', () => {
    const anyOffset = fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 });
    const near = fc
      .integer({ min: -8e15, max: 8e15 })
      .map((micros) => instantFromMicros(Math.trunc(micros)));
    fc.assert(
      fc.property(near, anyOffset, fc.constantFrom(':', ''), (instant, minutes, colon) => {
        const local = formatInstant(addMicros(instant, minutes * MICROS_PER_MINUTE)).slice(0, -1);
        const [hours, rest] = [Math.trunc(minutes / 60), minutes % 60];
        const offset = `${minutes < 0 ? '-' : '+'}${pad(hours)}${colon}${pad(rest)}`;
        expect(parseInstant(local + offset)).toBe(instant);
      }),
    );
  });

  it.each([
    ['2026-12-12T19:04:07.123456Z', '2026-12-12T19:04:07.123456Z'],
    ['2026-12-12t19:04:07.123456z', '2026-12-12T19:04:07.123456Z'],
    ['2026-12-12 19:04:07', '2026-12-12T19:04:07.000000Z'],
    ['2026-12-12T19:04Z', '2026-12-12T19:04:00.000000Z'],
    ['2026-12-12', '2026-12-12T00:00:00.000000Z'],
    ['2026-12-12T19:04:07.1Z', '2026-12-12T19:04:07.100000Z'],
    ['2026-12-12T19:04:07,5Z', '2026-12-12T19:04:07.500000Z'],
    ['2026-12-12T19:04:07.1234569Z', '2026-12-12T19:04:07.123456Z'],
    ['2026-12-12T19:04:07.99999999999999999999Z', '2026-12-12T19:04:07.999999Z'],
    ['1969-12-31T23:59:59.9999999Z', '1969-12-31T23:59:59.999999Z'],
    ['2026-12-12T19:04:07+02:00', '2026-12-12T17:04:07.000000Z'],
    ['2026-12-12T19:04:07 02:00', '2026-12-12T17:04:07.000000Z'],
    ['2026-12-12T19:04:07-0530', '2026-12-13T00:34:07.000000Z'],
    ['2026-12-12T19:04:07+14', '2026-12-12T05:04:07.000000Z'],
    ['2026-12-12T19:04:07-00:00', '2026-12-12T19:04:07.000000Z'],
    ['2024-02-29T23:30:00-01:00', '2024-03-01T00:30:00.000000Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000000Z'],
    ['1684-08-01T00:00:00Z', '1684-08-01T00:00:00.000000Z'],
    ['2255-06-01T00:00:00Z', '2255-06-01T00:00:00.000000Z'],
  ])('reads %s', (text, canonical) => {
    const instant = parseInstant(text);
    expect(instant === null ? null : formatInstant(instant)).toBe(canonical);
  });

  it.each([
    ['nothing', ''],
    ['a space', ' '],
    ['a number', '1797100200'],
    ['30 February', '2026-02-30T00:00:00Z'],
    ['29 February in a common year', '2026-02-29T00:00:00Z'],
    ['29 February 1900', '1900-02-29'],
    ['31 April', '2026-04-31'],
    ['month 0', '2026-00-10'],
    ['month 13', '2026-13-10'],
    ['day 0', '2026-01-00'],
    ['hour 24', '2026-12-12T24:00:00Z'],
    ['minute 60', '2026-12-12T23:60:00Z'],
    ['a leap second', '2016-12-31T23:59:60Z'],
    ['30 February to the microsecond', '2026-02-30T00:00:00.000000Z'],
    ['29 February 1900 to the microsecond', '1900-02-29T00:00:00.000000Z'],
    ['31 November to the microsecond', '2026-11-31T00:00:00.000000Z'],
    ['month 0 to the microsecond', '2026-00-10T00:00:00.000000Z'],
    ['month 13 to the microsecond', '2026-13-10T00:00:00.000000Z'],
    ['day 0 to the microsecond', '2026-01-00T00:00:00.000000Z'],
    ['hour 24 to the microsecond', '2026-12-12T24:00:00.000000Z'],
    ['minute 60 to the microsecond', '2026-12-12T23:60:00.000000Z'],
    ['second 60 to the microsecond', '2016-12-31T23:59:60.000000Z'],
    ['an offset of 24 hours', '2026-12-12T19:04:07+24:00'],
    ['an offset of 60 minutes', '2026-12-12T19:04:07+01:60'],
    ['a fraction without digits', '2026-12-12T19:04:07.Z'],
    ['a fraction of a minute', '2026-12-12T19:04.5Z'],
    ['a date with an offset', '2026-12-12Z'],
    ['two offsets', '2026-12-12T19:04:07Z+00:00'],
    ['the minus of typography', '2026-12-12T19:04:07\u221202:00'],
    ['a short year', '26-12-12'],
    ['a long year', '+002026-12-12T00:00:00Z'],
    ['a week date', '2026-W50-6'],
    ['space before', ' 2026-12-12T19:04:07Z'],
    ['a line break after', '2026-12-12T19:04:07Z\n'],
    ['digits of another script', '٢٠٢٦-12-12T19:04:07Z'],
    ['a time before the range', '0001-01-01T00:00:00Z'],
    ['a time after the range', '9999-12-31T23:59:59.999999Z'],
  ])('is not %s', (_, text) => {
    expect(parseInstant(text)).toBeNull();
  });

  it('never throws on any text', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.stringMatching(
        /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d{0,9})?)?([Zz]|[+\- ]\d\d:?\d\d)?$/,
      ),
    );
    fc.assert(
      fc.property(anyText, (text) => {
        const instant = parseInstant(text);
        expect(instant === null || Number.isSafeInteger(instant)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['1999-02-29T00:00:00.000000Z', null],
    ['2000-02-29T12:34:56.789012Z', Date.UTC(2000, 1, 29, 12, 34, 56) * 1000 + 789_012],
    ['1969-12-31T23:59:59.999999Z', -1],
    ['1970-01-01T00:00:00.000001Z', 1],
  ])('is read alike with and without the offset that says nothing: %s', (text, micros) => {
    expect(parseInstant(text)).toBe(micros);
    expect(parseInstant(text.replace('Z', '+00:00'))).toBe(micros);
  });

  it('is written alike however many days were written before', () => {
    const days = Array.from({ length: 2_500 }, (_, day) => instantFromMicros(day * 86_400e6 + 1));
    for (const instant of [...days, ...days]) {
      expect(formatInstant(instant)).toBe(
        `${new Date(millisOf(instant)).toISOString().slice(0, 19)}.000001Z`,
      );
    }
  });

  it('is read as Date reads it, where Date can', () => {
    const anyDate = fc.date({
      min: new Date('1700-01-01'),
      max: new Date('2250-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(anyDate, (date) => {
        expect(parseInstant(date.toISOString())).toBe(date.getTime() * 1000);
      }),
    );
  });
});

describe('the ends of the range', () => {
  const first = instantFromMicros(Number.MIN_SAFE_INTEGER);
  const last = instantFromMicros(Number.MAX_SAFE_INTEGER);

  it('are written and read to the microsecond, and nothing is past them', () => {
    expect(formatInstant(first)).toBe('1684-07-28T00:12:25.259009Z');
    expect(formatInstant(last)).toBe('2255-06-05T23:47:34.740991Z');
    expect(parseInstant('1684-07-28T00:12:25.259008Z')).toBeNull();
    expect(parseInstant('2255-06-05T23:47:34.740992Z')).toBeNull();
    expect(addMicros(last, 1)).toBe(last);
  });

  it.each([
    ['0001-01-01T00:00:00.0000000Z', first],
    ['0001-01-01T00:00:00.000000Z', first],
    ['0000-01-01', first],
    ['1684-07-28T00:12:25.259008Z', first],
    ['1684-07-28T00:12:25.259009Z', first],
    ['2255-06-05T23:47:34.740991Z', last],
    ['2255-06-05T23:47:34.740992Z', last],
    ['9999-12-31T23:59:59.999999Z', last],
    ['9999-12-31T23:59:59.9999999+00:00', last],
  ])('%s as a bound is the nearest of them', (text, bound) => {
    expect(parseBound(text)).toBe(bound);
  });

  it.each(['', 'for ever', '0001-13-01', '10000-01-01'])('"%s" is no bound', (text) => {
    expect(parseBound(text)).toBeNull();
  });
});

describe('numbers', () => {
  it.each([Number.NaN, Infinity, 0.5, 2 ** 53, -(2 ** 53)])('%d is no instant', (number) => {
    expect(() => instantFromMicros(number)).toThrow(RangeError);
  });

  it('keep the microseconds of fractional milliseconds', () => {
    expect(instantFromMillis(1_797_100_200_000.123)).toBe(1_797_100_200_000_123);
    expect(instantFromMillis(-0.001)).toBe(-1);
    expect(Object.is(instantFromMillis(-0.000_1), 0)).toBe(true);
  });

  it('become whole milliseconds downwards, before the epoch too', () => {
    expect(millisOf(instantFromMicros(1_999))).toBe(1);
    expect(millisOf(instantFromMicros(-1))).toBe(-1);
    fc.assert(
      fc.property(anyInstant(), (instant: Instant) => {
        const below = millisOf(instant) * 1000;
        expect(below <= instant && instant - below < 1000).toBe(true);
      }),
    );
  });
});

describe('formatWebhookTime', () => {
  it('writes whole seconds, cut, with the offset of UTC', () => {
    expect(formatWebhookTime(instantFromMicros(1_797_100_200_999_999))).toBe(
      '2026-12-12T18:30:00+00:00',
    );
    expect(formatWebhookTime(instantFromMicros(-1))).toBe('1969-12-31T23:59:59+00:00');
  });
});
