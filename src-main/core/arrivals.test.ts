import { describe, expect, it } from 'vitest';
import { addMicros, MICROS_PER_MINUTE, parseInstant } from '../../shared/instant.ts';
import { arrivalsPerMinute, countArrival, SHOWN_MINUTES, type Arrivals } from './arrivals.ts';

const now = parseInstant('2026-11-20T18:30:40Z');

describe('arrivals', () => {
  if (now === null) throw new Error('expected a time');
  const ago = (minutes: number) => addMicros(now, -minutes * MICROS_PER_MINUTE);
  const none: Arrivals = new Map();

  it('are shown for sixteen minutes, the current one last', () => {
    const counted = [0, 0, 1, 15].reduce(
      (all, minutes) => countArrival(all, ago(minutes), now),
      none,
    );
    const shown = arrivalsPerMinute(counted, now);
    expect(shown).toHaveLength(SHOWN_MINUTES);
    expect(shown.at(-1)).toBe(2);
    expect(shown.at(-2)).toBe(1);
    expect(shown[0]).toBe(1);
    expect(shown.reduce((sum, count) => sum + count)).toBe(4);
  });

  it('move along with the minute and are dropped in the end', () => {
    const counted = countArrival(none, now, now);
    const later = addMicros(now, 3 * MICROS_PER_MINUTE);
    expect(arrivalsPerMinute(counted, later).at(-4)).toBe(1);
    const muchLater = addMicros(now, 60 * MICROS_PER_MINUTE);
    expect(countArrival(counted, muchLater, muchLater).size).toBe(1);
  });

  it('that were uploaded hours late are not shown as new', () => {
    expect(
      arrivalsPerMinute(countArrival(none, ago(120), now), now).every((count) => count === 0),
    ).toBe(true);
  });
});
