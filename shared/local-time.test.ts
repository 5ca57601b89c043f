import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  instantFromMicros,
  MICROS_PER_DAY,
  MICROS_PER_SECOND,
  parseInstant,
  type Instant,
} from './instant.ts';
import {
  formatInZone,
  offsetAt,
  parseLocalTime,
  readInZone,
  type LocalTime,
} from './local-time.ts';

function local(text: string): LocalTime {
  const read = parseLocalTime(text);
  if (read === null) throw new Error(`${text} is no local time`);
  return read;
}

/** The reading of a local time, with its instants as people in the zone write them. */
function reading(text: string, zone: string) {
  const read = readInZone(local(text), zone);
  const instants = read.kind === 'once' ? [read.instant] : read.readings;
  return [read.kind, ...instants.map((instant) => formatInZone(instant, zone))];
}

describe('a local time', () => {
  it.each([
    ['2026-12-12 19:00', '2026-12-12T19:00:00Z'],
    ['2026-12-12T19:00', '2026-12-12T19:00:00Z'],
    ['2026-12-12', '2026-12-12T00:00:00Z'],
    ['2026-12-12t19:00:05.25', '2026-12-12T19:00:05.25Z'],
  ])('%s is read', (text, inUtc) => {
    expect(parseLocalTime(text)).toBe(parseInstant(inUtc));
  });

  it.each([
    '2026-12-12T19:00Z',
    '2026-12-12T19:00+01:00',
    '2026-12-12 19',
    '2026-13-12 19:00',
    '2026-12-12 24:00',
    '19:00',
    'tomorrow',
  ])('"%s" is none', (text) => {
    expect(parseLocalTime(text)).toBeNull();
  });
});

describe('in a time zone', () => {
  it.each([
    ['2026-12-12 19:00', 'Europe/Berlin', ['once', '2026-12-12T19:00:00+01:00']],
    ['2026-07-12 19:00', 'Europe/Berlin', ['once', '2026-07-12T19:00:00+02:00']],
    ['2026-07-12 19:00', 'America/St_Johns', ['once', '2026-07-12T19:00:00-02:30']],
    [
      '2026-10-25 02:30',
      'Europe/Berlin',
      ['twice', '2026-10-25T02:30:00+02:00', '2026-10-25T02:30:00+01:00'],
    ],
    [
      '2026-03-29 02:30',
      'Europe/Berlin',
      ['never', '2026-03-29T01:30:00+01:00', '2026-03-29T03:30:00+02:00'],
    ],
    [
      '2026-04-05 01:45',
      'Australia/Lord_Howe',
      ['twice', '2026-04-05T01:45:00+11:00', '2026-04-05T01:45:00+10:30'],
    ],
    [
      '2026-10-04 02:15',
      'Australia/Lord_Howe',
      ['never', '2026-10-04T01:45:00+10:30', '2026-10-04T02:45:00+11:00'],
    ],
    ['2011-12-29 23:59', 'Pacific/Apia', ['once', '2011-12-29T23:59:00-10:00']],
    [
      '2011-12-30 12:00',
      'Pacific/Apia',
      ['never', '2011-12-29T12:00:00-10:00', '2011-12-31T12:00:00+14:00'],
    ],
    ['2011-12-31 00:00', 'Pacific/Apia', ['once', '2011-12-31T00:00:00+14:00']],
  ])('%s %s is %j', (text, zone, expected) => {
    expect(reading(text, zone)).toEqual(expected);
  });

  it('an unknown zone is an error', () => {
    expect(() => readInZone(local('2026-12-12 19:00'), 'Mars/Olympus')).toThrow(RangeError);
  });

  const zones = fc.constantFrom(
    ...Intl.supportedValuesOf('timeZone'),
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'UTC',
  );
  // Whole seconds from 1972, when the last offset with seconds had gone, to 2037.
  const seconds = fc.integer({ min: 63_072_000, max: 2_145_916_800 });
  const instants = seconds.map((second) => instantFromMicros(second * MICROS_PER_SECOND));

  it('every instant is among the readings of what its clocks show', () => {
    fc.assert(
      fc.property(zones, instants, (zone, instant) => {
        const shown = wall(instant, zone);
        const read = readInZone(shown, zone);
        expect(read.kind).not.toBe('never');
        expect(read.kind === 'once' ? [read.instant] : read.readings).toContain(instant);
      }),
    );
  });

  it('what is read is what the clocks show, and what is never shown lies between two readings', () => {
    fc.assert(
      fc.property(zones, instants, (zone, text) => {
        const shown = local(inUtc(text));
        const read = readInZone(shown, zone);
        if (read.kind === 'once') expect(wall(read.instant, zone)).toBe(shown);
        else {
          const [early, late] = read.readings;
          expect(early).toBeLessThan(late);
          const walls = read.readings.map((instant) => wall(instant, zone));
          if (read.kind === 'twice') expect(walls).toEqual([shown, shown]);
          else {
            expect(walls[0]).toBeLessThan(shown);
            expect(walls[1]).toBeGreaterThan(shown);
          }
        }
      }),
    );
  });

  it('what is printed can be read back', () => {
    fc.assert(
      fc.property(zones, instants, (zone, instant) => {
        expect(parseInstant(formatInZone(instant, zone))).toBe(instant);
      }),
    );
  });
});

function inUtc(instant: Instant): string {
  return new Date(instant / 1000).toISOString().slice(0, 19);
}

function wall(instant: Instant, zone: string): LocalTime {
  return local(inUtc(instantFromMicros(instant + offsetAt(instant, zone))));
}

describe('a local time at an end of the range', () => {
  it.each(['1684-07-28 00:12:26', '1684-07-28 20:00', '2255-06-05 04:00', '2255-06-05 23:47:34'])(
    '%s is read and written in every zone',
    (text) => {
      for (const zone of Intl.supportedValuesOf('timeZone')) {
        const read = readInZone(local(text), zone);
        const instants = read.kind === 'once' ? [read.instant] : read.readings;
        for (const instant of instants) {
          expect(Math.abs(instant - local(text))).toBeLessThan(MICROS_PER_DAY);
          expect(formatInZone(instant, zone)).toMatch(/^(?:1684-07-2[789]|2255-06-0[456])T/);
        }
      }
    },
  );
});
