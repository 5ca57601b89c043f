import type { Instant } from '../../instant.ts';
import type { Catalogue } from './catalogue.ts';
import type { WallClockTime } from './phrases.ts';
import { wallClock, type WallClock } from './wall-clock.ts';

const UTC_MARK = ' UTC';

/**
 * The words for an instant in a sentence spoken at `now`, in the event's time zone (an IANA name), or in UTC, marked as such, if the zone
 * is unknown. Never throws.
 */
export function momentOf(
  instant: Instant,
  timezone: string,
  catalogue: Catalogue,
  now: Instant,
): WallClockTime {
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
