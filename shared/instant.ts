/**
 * A point in time: whole microseconds since 1970-01-01T00:00:00Z (specification §2.1). JavaScript's Date drops microseconds, so
 * this code base does not store times in it. A number holds whole microseconds exactly from 1684-07-28 to 2255-06-05: the range of
 * an Instant.
 */
export type Instant = number & { readonly [instantTag]: true };
declare const instantTag: unique symbol;

export const MICROS_PER_MILLI = 1_000;
export const MICROS_PER_SECOND = 1_000_000;
export const MICROS_PER_MINUTE = 60 * MICROS_PER_SECOND;
export const MICROS_PER_HOUR = 60 * MICROS_PER_MINUTE;
export const MICROS_PER_DAY = 24 * MICROS_PER_HOUR;

/** Tags whole microseconds since the epoch. Throws a RangeError on anything that is not a safe integer. */
export function instantFromMicros(micros: number): Instant {
  if (!isInstant(micros)) throw new RangeError(`expected whole microseconds, got ${micros}`);
  return micros;
}

export function isInstant(micros: number): micros is Instant {
  return Number.isSafeInteger(micros);
}

/** Milliseconds since the epoch (`Date.now()`), fractions kept down to the microsecond. */
export function instantFromMillis(millis: number): Instant {
  return instantFromMicros(Math.round(millis * MICROS_PER_MILLI) + 0);
}

/** Milliseconds since the epoch, rounded down, for Date and Intl. */
export function millisOf(instant: Instant): number {
  return Math.floor(instant / MICROS_PER_MILLI);
}

export function addMicros(instant: Instant, micros: number): Instant {
  return instantFromMicros(instant + micros);
}

const ISO_8601 =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?:[Zz]|([+\- ])(\d{2}):?(\d{2})?)?)?$/;

/**
 * Reads ISO 8601 down to the microsecond without rounding (digits past the sixth are cut), with any offset; no offset means UTC, no
 * time means midnight. A space in place of `+` (an unencoded query string) counts as `+`. Returns null for anything else: an
 * invalid date, hour 24, a leap second, or a time outside the range of an Instant.
 */
export function parseInstant(text: string): Instant | null {
  const micros = parseMicros(text);
  return micros !== null && isInstant(micros) ? micros : null;
}

/**
 * The same for a bound of a range: a time outside the range of an Instant becomes its nearest end. Other platforms write "from the
 * beginning" as the first day of the year 1, and "for ever" as the last day of 9999.
 */
export function parseBound(text: string): Instant | null {
  const micros = parseMicros(text);
  return micros === null ? null : nearestInstant(micros);
}

/** The nearest instant to a number of microseconds outside the range. */
export function nearestInstant(micros: number): Instant {
  const { MIN_SAFE_INTEGER, MAX_SAFE_INTEGER } = Number;
  return instantFromMicros(Math.min(Math.max(micros, MIN_SAFE_INTEGER), MAX_SAFE_INTEGER));
}

function parseMicros(text: string): number | null {
  const match = ISO_8601.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction, sign, offsetHours, offsetMinutes] =
    match;
  const midnight = midnightOf(Number(year), Number(month), Number(day));
  const clock = secondsIntoDay(hour, minute, second);
  const offset = secondsIntoDay(offsetHours, offsetMinutes, undefined);
  if (midnight === null || clock === null || offset === null) return null;
  const seconds = midnight + clock - (sign === '-' ? -offset : offset);
  return seconds * MICROS_PER_SECOND + Number((fraction ?? '').slice(0, 6).padEnd(6, '0'));
}

/** Seconds since the epoch at the start of the day in UTC; null for an invalid date. */
function midnightOf(year: number, month: number, day: number): number | null {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.getTime() / 1000 : null;
}

function secondsIntoDay(
  hour: string | undefined,
  minute: string | undefined,
  second: string | undefined,
): number | null {
  const [h, m, s] = [Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0)];
  return h > 23 || m > 59 || s > 59 ? null : (h * 60 + m) * 60 + s;
}

/** The REST format of §2.1: `YYYY-MM-DDTHH:MM:SS.ffffffZ`. */
export function formatInstant(instant: Instant): string {
  const micros = ((instant % MICROS_PER_SECOND) + MICROS_PER_SECOND) % MICROS_PER_SECOND;
  return `${secondsOf(instant)}.${String(micros).padStart(6, '0')}Z`;
}

/** The webhook format of §2.1: `YYYY-MM-DDTHH:MM:SS+00:00`. */
export function formatWebhookTime(instant: Instant): string {
  return `${secondsOf(instant)}+00:00`;
}

/** The last second formatted: nearly all times of one response share it. */
let written = { second: Number.NaN, text: '' };

function secondsOf(instant: Instant): string {
  const second = Math.floor(instant / MICROS_PER_SECOND);
  if (second !== written.second) {
    written = { second, text: new Date(second * 1000).toISOString().slice(0, 19) };
  }
  return written.text;
}
