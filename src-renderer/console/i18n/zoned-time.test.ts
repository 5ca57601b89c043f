import { expect, it } from 'vitest';
import { fromLocal, toLocal } from './zoned-time.ts';

it.each([
  ['2026-12-12T20:00', 'Europe/Berlin', '2026-12-12T19:00:00.000Z'],
  ['2026-07-01T20:00', 'America/New_York', '2026-07-02T00:00:00.000Z'],
  ['2026-03-01T09:15', 'Asia/Kathmandu', '2026-03-01T03:30:00.000Z'],
])('%s in %s is %s, and back', (local, zone, iso) => {
  expect(fromLocal(local, zone)).toBe(iso);
  expect(toLocal(iso, zone)).toBe(local);
});

it('of a time that occurs twice it is the first, and one that is left out is as much later', () => {
  expect(fromLocal('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
  expect(fromLocal('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
});

it('a local time is complete', () => {
  expect(fromLocal('2026-12-12', 'UTC')).toBeNull();
});
