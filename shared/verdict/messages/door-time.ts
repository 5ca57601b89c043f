import type { Instant } from '../../instant.ts';
import type { Locale } from '../locale.ts';
import type { Catalogue, Moment } from './catalogue.ts';
import { catalogues } from './catalogues.ts';
import { wallClock, type WallClock } from './wall-clock.ts';

const UTC_MARK = ' UTC';

/** "19:04" in the event's zone (an IANA name; one that is not known gives UTC and says so: "19:04 UTC"). Never throws. */
export function formatDoorTime(instant: Instant, timezone: string, locale: Locale): string {
  const clock = wallClock(instant, timezone);
  return catalogues[locale].time(clock) + markOf(clock);
}

/** "Sat 12 Dec" in the event's zone, with the year when `now` is given and in another one. */
export function formatDoorDay(
  instant: Instant,
  timezone: string,
  locale: Locale,
  now: Instant = instant,
): string {
  const clock = wallClock(instant, timezone);
  return catalogues[locale].day(clock, clock.year !== wallClock(now, timezone).year);
}

/** "Sat 12 Dec, 20:00" in the event's zone, with the year when `now` is given and in another one. */
export function formatDoorDayTime(
  instant: Instant,
  timezone: string,
  locale: Locale,
  now: Instant = instant,
): string {
  return catalogues[locale].dayAndTime(
    formatDoorDay(instant, timezone, locale, now),
    formatDoorTime(instant, timezone, locale),
  );
}

/** "20:00" on the local day of `now`, "Sat 12 Dec, 20:00" on any other. */
export function formatDoorMoment(
  instant: Instant,
  timezone: string,
  locale: Locale,
  now: Instant,
): string {
  return isSameDay(wallClock(instant, timezone), wallClock(now, timezone))
    ? formatDoorTime(instant, timezone, locale)
    : formatDoorDayTime(instant, timezone, locale, now);
}

/** The words for an instant as sentences need them, told from `now`. */
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
