import type { Instant } from '../../instant.ts';
import type { Catalogue, Moment } from './catalogue.ts';
import { wallClock, type WallClock } from './wall-clock.ts';

const UTC_MARK = ' UTC';

/**
 * The words for an instant as sentences need them, told from `now`: on the clock of the event's zone (an IANA name), or of UTC and marked
 * so where that is not known. Never throws.
 */
export function momentOf(
  instant: Instant,
  timezone: string,
  catalogue: Catalogue,
  now: Instant,
): Moment {
  const clock = wallClock(instant, timezone);
  const today = wallClock(now, timezone);
  return {
    day: catalogue.day(clock, clock.year !== today.year),
    time: catalogue.time(clock),
    otherDay: !isSameDay(clock, today),
    zone: markOf(clock),
  };
}

function isSameDay(a: WallClock, b: WallClock): boolean {
  return a.day === b.day && a.month === b.month && a.year === b.year;
}

function markOf(clock: WallClock): string {
  return clock.zoneKnown ? '' : UTC_MARK;
}
