import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { formatsOf } from './formats.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-28T12:00:00Z') }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

it.each([
  ['Europe/Oslo', 'Sat 12 Dec, 20:00'],
  ['Europe/Berlin', 'Sat 12 Dec, 20:00'],
  ['UTC', 'Sat 12 Dec, 20:00 CET'],
])('on a device in %s, a time in Oslo is %s', (zone, text) => {
  vi.stubEnv('TZ', zone);
  const { dayTime, exactly } = formatsOf('en', 'Europe/Oslo');
  expect(dayTime('2026-12-12T19:00:00Z')).toBe(text);
  expect(exactly('2026-12-12T19:00:05Z').endsWith('CET')).toBe(text.endsWith('CET'));
});

it('a time of another year has it, as years are where the event is', () => {
  vi.stubEnv('TZ', 'Europe/Oslo');
  const { dayTime } = formatsOf('en', 'Europe/Oslo');
  expect(dayTime('2026-12-31T23:30:00Z')).toBe('Fri, 1 Jan 2027, 00:30');
  expect(dayTime('2025-12-31T22:30:00Z')).toBe('Wed, 31 Dec 2025, 23:30');
});

it.each([
  ['2026-11-28T11:58:00Z', '2 min ago'],
  ['2026-11-28T12:00:04Z', 'now'],
])('what happened at %s by another clock is never to come', (at, text) => {
  expect(formatsOf('en', 'UTC').ago(at, Date.now())).toBe(text);
});
