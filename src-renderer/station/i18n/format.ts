import type { Locale } from '../../../shared/languages.ts';
import { zoneOffsetMs } from '../../../shared/zone-offset.ts';
import { describeAge, smallestUnit } from '../../../shared/verdict/messages/outcome-message.ts';

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Creating a formatter is too slow for a list of scans, so each is created once. */
function formatter(locale: Locale, zone: string, options: Intl.DateTimeFormatOptions) {
  const key = `${locale} ${zone} ${Object.entries(options).join()}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
    ...options,
    timeZone: zone,
  });
  formatters.set(key, made);
  return made;
}

/** How to format times on a screen: the station's language and the event's zone. */
export interface Place {
  readonly locale: Locale;
  readonly zone: string;
  /** That of this device's clock, where a time should name its zone if the clock on the wall shows another one. */
  readonly deviceZone?: string;
}

/** `19:42` of a REST timestamp. */
export function formatTime(iso: string, { locale, zone }: Place): string {
  return formatter(locale, zone, { hour: '2-digit', minute: '2-digit' }).format(Date.parse(iso));
}

/** `19:42`, or `19:42 CET` where this device's clock shows another time. */
export function formatNamedTime(iso: string, place: Place): string {
  const { locale, zone, deviceZone = zone } = place;
  const at = Date.parse(iso);
  const time = formatTime(iso, place);
  if (zoneOffsetMs(at, zone) === zoneOffsetMs(at, deviceZone)) return time;
  const parts = formatter(locale, zone, { hour: '2-digit', timeZoneName: 'short' }).formatToParts(
    at,
  );
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  return `${time}\u00a0${name}`;
}

/** `19:42:07` of milliseconds since the epoch. */
export function formatClock(millis: number, { locale, zone }: Place): string {
  const options = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  return formatter(locale, zone, options).format(millis);
}

/** `2026-12-12` of milliseconds since the epoch, for names of files. */
export function formatIsoDay(millis: number, zone: string): string {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const parts = formatter('en', zone, options).formatToParts(millis);
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
  return [part('year'), part('month'), part('day')].join('-');
}

/** `Sat 12 Dec` of a REST timestamp. */
export function formatDay(iso: string, { locale, zone }: Place): string {
  const options = { weekday: 'short', day: 'numeric', month: 'short' } as const;
  return formatter(locale, zone, options).format(Date.parse(iso)).replaceAll(',', '');
}

/** `Sat 12 Dec 20:00` of a REST timestamp. */
export function formatDayTime(iso: string, place: Place): string {
  return `${formatDay(iso, place)} ${formatTime(iso, place)}`;
}

/** `12 Dec 2036` of a REST timestamp. */
export function formatDate(iso: string, { locale, zone }: Place): string {
  const options = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  return formatter(locale, zone, options).format(Date.parse(iso));
}

/** A duration as in the verdicts' sentences, on one line: `40 s`, `1 h 20 min`, `2 d 3 h`. Never negative. */
export function formatAge(millis: number, locale: Locale): string {
  return describeAge(millis * 1000, locale).replaceAll(' ', '\u00a0');
}

/** How far a clock is off, in either direction: rounded to what `formatAge` shows, so that 23 h 59 min 59 s are `1 d`. */
export function formatOffset(millis: number, locale: Locale): string {
  const offset = Math.abs(millis);
  const unit = smallestUnit(offset * 1000) / 1000;
  return formatAge(Math.round(offset / unit) * unit, locale);
}

export function formatNumber(value: number, locale: Locale): string {
  return value.toLocaleString(locale === 'en' ? 'en-GB' : locale);
}

/** Disk space as one number, in decimal units: `118 GB`, `500 MB`. */
export function formatBytes(bytes: number, locale: Locale): string {
  const inGigabytes = bytes >= 1_000_000_000;
  const value = Math.floor(bytes / (inGigabytes ? 1_000_000_000 : 1_000_000));
  return `${formatNumber(value, locale)}\u00a0${inGigabytes ? 'GB' : 'MB'}`;
}

/** `21 %`; null if the whole is zero. Shows 0 % and 100 % only for exact values. */
export function formatShare(part: number, whole: number, locale: Locale): string | null {
  if (whole <= 0) return null;
  const isSome = part > 0 && part < whole;
  const share = isSome ? Math.min(0.99, Math.max(0.01, part / whole)) : part / whole;
  const isLess = isSome && part / whole < 0.01;
  const text = share.toLocaleString(locale === 'en' ? 'en-GB' : locale, { style: 'percent' });
  return isLess ? `<\u00a0${text}` : text;
}

/** The zone comes from the server: if this browser does not know it, times are shown in UTC. */
export function knownZone(zone: string | undefined): string {
  const asked = zone ?? 'UTC';
  const known = zones.get(asked) ?? resolvedZone(asked);
  zones.set(asked, known);
  return known;
}

/** Cached: every row of every list asks, and checking is as slow as creating a formatter. */
const zones = new Map<string, string>();

function resolvedZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

/** A file size with one decimal: `1.4 MB`. */
export function formatFileSize(bytes: number, locale: Locale): string {
  const unit = bytes < 1_000_000_000 ? 'megabyte' : 'gigabyte';
  const value = bytes / (unit === 'megabyte' ? 1_000_000 : 1_000_000_000);
  const options = { style: 'unit', unit, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale === 'en' ? 'en-GB' : locale, options).format(value);
}

/** The end of a reference, which people can read from their email or ticket and the search finds. */
export function formatReferenceEnd(reference: string): string {
  return `…${reference.slice(-8)}`;
}
