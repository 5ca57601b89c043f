import { afterEach, expect, it, vi } from 'vitest';
import { formatsOf } from './formats.ts';

afterEach(() => vi.unstubAllEnvs());

it.each([
  ['Europe/Oslo', 'Sat, 12 Dec 2026, 20:00'],
  ['Europe/Berlin', 'Sat, 12 Dec 2026, 20:00'],
  ['UTC', 'Sat, 12 Dec 2026, 20:00 CET'],
])('on a device in %s, a time in Oslo is %s', (zone, text) => {
  vi.stubEnv('TZ', zone);
  expect(formatsOf('en', 'Europe/Oslo').dayTime('2026-12-12T19:00:00Z')).toBe(text);
});
