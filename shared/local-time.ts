import {
  addMicros,
  formatWebhookTime,
  MICROS_PER_DAY,
  MICROS_PER_MILLI,
  MICROS_PER_MINUTE,
  millisOf,
  parseInstant,
  type Instant,
} from './instant.ts';
import { zoneOffsetMs } from './zone-offset.ts';

/** A time on the wall without a time zone: the instant at which a clock in UTC would show it. */
export type LocalTime = Instant & { readonly [localTag]: true };
declare const localTag: unique symbol;

const LOCAL = /^\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)?$/;

/** Reads a date and time without an offset, such as `2026-12-12 19:00`, or a date, which is its midnight; null for anything else. */
export function parseLocalTime(text: string): LocalTime | null {
  const instant = LOCAL.test(text) ? parseInstant(text) : null;
  return instant !== null && isLocal(instant) ? instant : null;
}

/** Only for what was read without an offset. */
function isLocal(_instant: Instant): _instant is LocalTime {
  return true;
}

/**
 * What a local time means in a time zone. It happens once, except when clocks are set back (twice) or forward (never). Then there are
 * two readings, in the order of time: of a time that is skipped, the ones by the offset after the change and by the one before it.
 */
type LocalReading =
  | { readonly kind: 'once'; readonly instant: Instant }
  | { readonly kind: 'twice' | 'never'; readonly readings: readonly [Instant, Instant] };

/** `timezone` is an IANA name; throws a RangeError for an unknown one. What lies outside the range of an Instant becomes its nearest end. */
export function readInZone(local: LocalTime, timezone: string): LocalReading {
  // No zone is further than a day from UTC, so these lie on both sides of a change that concerns the local time.
  const before = offsetAt(addMicros(local, -MICROS_PER_DAY), timezone);
  const after = offsetAt(addMicros(local, MICROS_PER_DAY), timezone);
  const candidates = [...new Set([before, after])]
    .map((offset) => ({ offset, instant: addMicros(local, -offset) }))
    .toSorted((one, other) => one.instant - other.instant);
  const shown = candidates.filter(({ offset, instant }) => offsetAt(instant, timezone) === offset);
  const [first, second] = shown;
  if (first !== undefined && second === undefined) return { kind: 'once', instant: first.instant };
  const [early, late] = shown.length === 0 ? candidates : shown;
  if (early === undefined || late === undefined) {
    throw new RangeError(`the offset of ${timezone} is not known at that time`);
  }
  return {
    kind: shown.length === 0 ? 'never' : 'twice',
    readings: [early.instant, late.instant],
  };
}

/** Microseconds by which the zone's clocks are ahead of UTC. */
export function offsetAt(instant: Instant, timezone: string): number {
  return zoneOffsetMs(millisOf(instant), timezone) * MICROS_PER_MILLI;
}

/** `2026-12-12T19:00:00+01:00`, by the clocks of the zone; in UTC where their offset is no whole minute. Fractions of a second are cut. */
export function formatInZone(instant: Instant, timezone: string): string {
  const offset = offsetAt(instant, timezone);
  if (offset % MICROS_PER_MINUTE !== 0) return formatWebhookTime(instant);
  const minutes = Math.abs(offset) / MICROS_PER_MINUTE;
  const shown = formatWebhookTime(addMicros(instant, offset)).slice(0, 19);
  return `${shown}${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
