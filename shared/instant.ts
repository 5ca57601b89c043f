/**
 * A point in time: whole microseconds since 1970-01-01T00:00:00Z (specification §2.1). JavaScript's Date drops microseconds,
 * so it never carries a time here. Safe as a number until the year 2255.
 */
export type Instant = number & { readonly [instantTag]: true };
declare const instantTag: unique symbol;

export const MICROS_PER_MILLI = 1_000;
export const MICROS_PER_SECOND = 1_000_000;
export const MICROS_PER_MINUTE = 60 * MICROS_PER_SECOND;
export const MICROS_PER_HOUR = 60 * MICROS_PER_MINUTE;
export const MICROS_PER_DAY = 24 * MICROS_PER_HOUR;

/** 0001-01-01T00:00:00Z and 9999-12-31T23:59:59.999999Z, the range that the REST format can write. */
const EARLIEST = -62_135_596_800 * MICROS_PER_SECOND;
const LATEST = 253_402_300_800 * MICROS_PER_SECOND - 1;

/** Tags whole microseconds since the epoch. Throws a RangeError on anything that is not a safe integer. */
export function instantFromMicros(micros: number): Instant {
  if (!Number.isSafeInteger(micros))
    throw new RangeError(`expected whole microseconds, got ${micros}`);
  return micros as Instant;
}

/** Milliseconds since the epoch (`Date.now()`), fractions kept down to the microsecond. */
export function instantFromMillis(millis: number): Instant {
  return instantFromMicros(Math.round(millis * MICROS_PER_MILLI));
}

/** Milliseconds since the epoch, rounded down: what Date and Intl take. */
export function millisOf(instant: Instant): number {
  return Math.floor(instant / MICROS_PER_MILLI);
}

export function addMicros(instant: Instant, micros: number): Instant {
  return instantFromMicros(instant + micros);
}

const ISO_8601 =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:([Zz])|([+\- ])(\d{2}):?(\d{2})?)?)?$/;

/**
 * Reads ISO 8601 down to the microsecond without rounding (digits past the sixth are cut), with any offset; no offset means UTC.
 * A space where `+` was meant (a query string that was not encoded) is `+`. Returns null for anything else.
 */
export function parseInstant(text: string): Instant | null {
  const match = ISO_8601.exec(text);
  if (match === null) return null;
  const [year, month, day, hour, minute, second] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  if (
    year === undefined ||
    month === undefined ||
    day === undefined ||
    hour === undefined ||
    minute === undefined ||
    second === undefined
  ) {
    return null;
  }
  if (hour > 23 || minute > 59 || second > 59) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (
    date.getUTCFullYear() !== year ||
    date.getUTCMonth() !== month - 1 ||
    date.getUTCDate() !== day
  ) {
    return null;
  }
  const offsetHours = Number(match[10] ?? 0);
  const offsetMinutes = Number(match[11] ?? 0);
  if (offsetHours > 23 || offsetMinutes > 59) return null;
  const offset = (match[9] === '-' ? -1 : 1) * (offsetHours * 60 + offsetMinutes);
  const seconds = date.getTime() / 1000 + (hour * 60 + minute - offset) * 60 + second;
  const micros = seconds * MICROS_PER_SECOND + Number((match[7] ?? '').slice(0, 6).padEnd(6, '0'));
  return micros < EARLIEST || micros > LATEST ? null : instantFromMicros(micros);
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

function secondsOf(instant: Instant): string {
  const clamped = Math.min(Math.max(instant, EARLIEST), LATEST);
  return new Date(Math.floor(clamped / MICROS_PER_SECOND) * 1000).toISOString().slice(0, 19);
}
