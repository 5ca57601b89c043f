import { describe, expect, it } from 'vitest';
import { checkTimezone } from './checks.ts';

describe('a time zone', () => {
  it.each([
    ['Europe/Oslo', 'Europe/Oslo'],
    ['europe/oslo', 'Europe/Oslo'],
    ['utc', 'UTC'],
    ['CET', 'CET'],
    ['Asia/Calcutta', 'Asia/Calcutta'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
  ])('written as %s is %s', (written, name) => {
    expect(checkTimezone(written)).toBe(name);
  });

  it.each(['', 'Mars/Phobos', '+02:00', '-0530', 'Europe/Oslo ', 'EST5EDT4'])(
    'is not %j',
    (written) => {
      expect(() => checkTimezone(written)).toThrow('IANA');
    },
  );
});
