// Why: docs/decisions/0002-whole-microseconds.md
import { type Instant, millisOf } from '../../instant.ts';

/** Date and time on a local clock. `weekday` counts from Sunday, 0; `month` from January, 1. */
export interface WallClock {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** False if the zone's name is unknown: the time is then UTC and must be marked so. */
  readonly zoneKnown: boolean;
}

interface Zone {
  readonly format: Intl.DateTimeFormat;
  readonly known: boolean;
  /** Recent results by second: refusals within a minute repeat the same few times. */
  readonly seconds: Map<number, WallClock>;
}

/** Creating a formatter costs a thousand times as much as using it, and every refused scan needs one. */
const zones = new Map<string, Zone>();
const MAX_ZONES = 64;
const MAX_SECONDS = 256;

/** The largest time that Date and Intl can represent, in milliseconds. */
const MAX_MILLIS = 8.64e15;

/**
 * Converts an instant to the local time of `timezone` (an IANA name). Total: an unknown zone is read as UTC, and an instant beyond the
 * calendar's range as the last one in it. Returns numbers only, so the result does not depend on a program's locale data.
 */
export function wallClock(instant: Instant, timezone: string): WallClock {
  const zone = zoneOf(timezone);
  const millis = Math.min(Math.max(millisOf(instant) || 0, -MAX_MILLIS), MAX_MILLIS);
  const second = Math.floor(millis / 1000);
  const kept = zone.seconds.get(second);
  if (kept !== undefined) return kept;
  const clock = readClock(zone, second * 1000);
  if (zone.seconds.size >= MAX_SECONDS) zone.seconds.clear();
  zone.seconds.set(second, clock);
  return clock;
}

function readClock(zone: Zone, millis: number): WallClock {
  const parts = new Map(
    zone.format.formatToParts(millis).map((part) => [part.type, Number(part.value)]),
  );
  const [year, month, day] = [
    parts.get('year') ?? 0,
    parts.get('month') ?? 1,
    parts.get('day') ?? 1,
  ];
  return {
    year,
    month,
    day,
    weekday: weekdayOf(year, month, day),
    hour: parts.get('hour') ?? 0,
    minute: parts.get('minute') ?? 0,
    second: parts.get('second') ?? 0,
    zoneKnown: zone.known,
  };
}

function weekdayOf(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCDay();
}

function zoneOf(timezone: string): Zone {
  const kept = zones.get(timezone);
  if (kept !== undefined) return kept;
  const zone = openZone(timezone);
  if (zones.size >= MAX_ZONES) zones.clear();
  zones.set(timezone, zone);
  return zone;
}

function openZone(timezone: string): Zone {
  try {
    return { format: numericFormat(timezone), known: true, seconds: new Map() };
  } catch {
    return { format: numericFormat('UTC'), known: false, seconds: new Map() };
  }
}

function numericFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
}
