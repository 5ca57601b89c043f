// Why: docs/decisions/0002-whole-microseconds.md
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
  if (isInstant(micros)) return micros;
  throw outsideRange(micros);
}

export function isInstant(micros: number): micros is Instant {
  return Number.isSafeInteger(micros);
}

/** Milliseconds since the epoch (`Date.now()`), fractions kept down to the microsecond. */
export function instantFromMillis(millis: number): Instant {
  const micros = Math.round(millis * MICROS_PER_MILLI) + 0;
  if (isInstant(micros)) return micros;
  throw outsideRange(micros);
}

function outsideRange(micros: number): RangeError {
  return new RangeError(`expected whole microseconds, got ${micros}`);
}

/** Milliseconds since the epoch, rounded down, for Date and Intl. */
export function millisOf(instant: Instant): number {
  return Math.floor(instant / MICROS_PER_MILLI);
}

/** Past the ends of the range it stays there: what others say of times must not end a program. */
export function addMicros(instant: Instant, micros: number): Instant {
  const moved = instant + micros;
  return isInstant(moved) ? moved : nearestInstant(moved);
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

/** The REST format of §2.1, in which nearly every time arrives. */
const REST = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;

function parseMicros(text: string): number | null {
  return REST.test(text) ? parseRest(text) : parseAny(text);
}

/** The digits at their fixed places: in a third of the time that the groups of an expression take. */
function parseRest(text: string): number | null {
  const century = pairAt(text, 0) * 100;
  const midnight = midnightOf(century + pairAt(text, 2), pairAt(text, 5), pairAt(text, 8));
  const [hour, minute, second] = [pairAt(text, 11), pairAt(text, 14), pairAt(text, 17)];
  if (midnight === null || hour > 23 || minute > 59 || second > 59) return null;
  const seconds = midnight + (hour * 60 + minute) * 60 + second;
  const fraction = (pairAt(text, 20) * 100 + pairAt(text, 22)) * 100 + pairAt(text, 24);
  return seconds * MICROS_PER_SECOND + fraction;
}

const ZERO = '0'.charCodeAt(0);

function pairAt(text: string, at: number): number {
  return (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO;
}

function parseAny(text: string): number | null {
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

/** The Gregorian calendar repeats after 400 years. */
const CALENDAR_YEARS = 400;
const CALENDAR_SECONDS = 146_097 * 86_400;

/** Seconds since the epoch at the start of the day in UTC; null for an invalid date. */
function midnightOf(year: number, month: number, day: number): number | null {
  if (month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return null;
  // `Date.UTC` takes a year below 100 for one of the twentieth century.
  return Date.UTC(year + CALENDAR_YEARS, month - 1, day) / 1000 - CALENDAR_SECONDS;
}

function daysOf(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
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
  const second = Math.floor(instant / MICROS_PER_SECOND);
  const micros = instant - second * MICROS_PER_SECOND;
  return `${secondsOf(second)}.${String(MICROS_PER_SECOND + micros).slice(1)}Z`;
}

/** The webhook format of §2.1: `YYYY-MM-DDTHH:MM:SS+00:00`. */
export function formatWebhookTime(instant: Instant): string {
  return `${secondsOf(Math.floor(instant / MICROS_PER_SECOND))}+00:00`;
}

const SECONDS_PER_DAY = 86_400;
/** The days of an event's changes and of its validity; forgotten when there are more. */
const MAX_DAYS = 1_000;
const writtenDays = new Map<number, string>();
/** The digits of hours, minutes and seconds: `00` to `59`. */
const pairs = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

function secondsOf(second: number): string {
  const day = Math.floor(second / SECONDS_PER_DAY);
  const left = second - day * SECONDS_PER_DAY;
  const [hour, minute] = [Math.floor(left / 3_600), Math.floor(left / 60) % 60];
  return `${dateOf(day)}T${pairs[hour]}:${pairs[minute]}:${pairs[left % 60]}`;
}

function dateOf(day: number): string {
  const known = writtenDays.get(day);
  if (known !== undefined) return known;
  if (writtenDays.size >= MAX_DAYS) writtenDays.clear();
  const text = new Date(day * SECONDS_PER_DAY * 1000).toISOString().slice(0, 10);
  writtenDays.set(day, text);
  return text;
}
