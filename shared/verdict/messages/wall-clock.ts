import { type Instant, millisOf } from '../../instant.ts';

/** What the clocks and calendars of a place show. `weekday` counts from Sunday, 0; `month` from January, 1. */
export interface WallClock {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** False when the zone's name is not known: the time is UTC then, and has to say so. */
  readonly zoneKnown: boolean;
}

interface Zone {
  readonly format: Intl.DateTimeFormat;
  readonly known: boolean;
  /** What was read lately, by second: refusals of one minute tell the same few times again and again. */
  readonly seconds: Map<number, WallClock>;
}

/** Making a formatter costs a thousand times as much as using it, and this is on the path of every refused scan. */
const zones = new Map<string, Zone>();
const MAX_ZONES = 64;
const MAX_SECONDS = 256;

/** The furthest that Date and Intl can go, in milliseconds. */
const MAX_MILLIS = 8.64e15;

/**
 * Reads the clock of `timezone` (an IANA name) at that instant. Total: an unknown zone is read as UTC, an instant past what a calendar
 * can show as the last one it can. Numbers only, so that it does not matter which version of the locale data a program carries.
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
