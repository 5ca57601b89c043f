import { expect, it } from 'vitest';
import { readAgainTone, tones } from './tones.ts';
import type { Tone } from './tones.ts';

it('no two outcomes sound alike', () => {
  const audible = [
    ...Object.entries(tones).flatMap(([signal, tone]) => (signal === 'system' ? [] : [tone])),
    readAgainTone,
  ];
  expect(new Set(audible.map((tone) => JSON.stringify(tone))).size).toBe(audible.length);
});

it('an admission rises', () => {
  const [first, second] = tones.admit;
  expect(second?.hertz).toBeGreaterThan(first?.hertz ?? Number.POSITIVE_INFINITY);
});

it('a second use is two equal low notes', () => {
  expect(tones.already_in.map(({ hertz }) => hertz)).toEqual([247, 247]);
});

it('a wrong entrance pauses longer between its notes than a second use', () => {
  expect(pause(tones.wrong_entrance)).toBeGreaterThan(3 * pause(tones.already_in));
});

it.each(['not_now', 'date_cancelled'] as const)('%s falls', (signal) => {
  const [first, second] = tones[signal];
  expect(first?.hertz).toBeGreaterThan(second?.hertz ?? Number.POSITIVE_INFINITY);
});

it('an invalid ticket is one long low note, and the system is silent', () => {
  expect(tones.not_valid).toHaveLength(1);
  expect(tones.not_valid[0]?.length).toBeGreaterThanOrEqual(0.5);
  expect(tones.system).toEqual([]);
});

/** Seconds of silence between the first two notes. */
function pause([first, second]: Tone): number {
  return (second?.at ?? 0) - (first?.at ?? 0) - (first?.length ?? 0);
}
