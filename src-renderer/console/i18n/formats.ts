import { minorDigits } from '../../../shared/currency.ts';
import { zoneOffsetMs } from '../../../shared/zone-offset.ts';
import type { Locale } from '../../../shared/languages.ts';

/** Writes values for people, in their language and in a time zone: that of the event, or of this device. */
export interface Formats {
  readonly zone: string;
  readonly number: (value: number) => string;
  /** What stands before the cents. */
  readonly decimal: string;
  /** Of minor units, such as cents. */
  readonly money: (minor: number, currency: string) => string;
  /** `Sat 12 Dec, 20:00` of a timestamp; with the year of another one, and with the zone, `20:00 CET`, where this device's clock shows another time. */
  readonly dayTime: (iso: string) => string;
  /** The same with year and seconds. */
  readonly exactly: (iso: string) => string;
  /** `12 Dec 2026` */
  readonly day: (iso: string) => string;
  /** `20:00` */
  readonly time: (iso: string) => string;
  /** `20:00:05` */
  readonly clock: (iso: string) => string;
  /** `3 min ago` of what has happened; `now` while this device's clock is behind. */
  readonly ago: (iso: string, now: number) => string;
  readonly duration: (seconds: number) => string;
  /** `8.4 MB`, or `12 kB`, of bytes */
  readonly size: (bytes: number) => string;
  /** `a, b and c` */
  readonly list: (texts: readonly string[]) => string;
}

export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

export function formatsOf(locale: Locale, zone: string): Formats {
  const key = `${locale} ${zone}`;
  const known = made.get(key) ?? makeFormats(tagOf(locale), isZone(zone) ? zone : 'UTC');
  made.set(key, known);
  return known;
}

/** Creating formatters is too slow for a cell of a table, so each is created once. */
const made = new Map<string, Formats>();

function tagOf(locale: Locale): string {
  return locale === 'en' ? 'en-GB' : locale;
}

export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const dayParts = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const timeParts = { hour: '2-digit', minute: '2-digit' } as const;
const spans = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

function makeFormats(tag: string, zone: string): Formats {
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(tag, { ...options, timeZone: zone });
    return (iso: string) => format.format(Date.parse(iso));
  };
  const dayTimesOf = (parts: Intl.DateTimeFormatOptions) => ({
    here: dates(parts),
    ofZone: dates({ ...parts, timeZoneName: 'short' }),
  });
  const [thisYear, otherYear, exact] = [
    dayTimesOf({ weekday: 'short', day: 'numeric', month: 'short', ...timeParts }),
    dayTimesOf({ weekday: 'short', ...dayParts, ...timeParts }),
    dayTimesOf({ weekday: 'short', ...dayParts, ...timeParts, second: '2-digit' }),
  ];
  const write = ({ here, ofZone }: typeof thisYear, iso: string) => {
    const at = Date.parse(iso);
    const isOurs = zoneOffsetMs(at, zone) === zoneOffsetMs(at, deviceZone());
    return isOurs ? here(iso) : ofZone(iso);
  };
  const year = dates({ year: 'numeric' });
  const numbers = new Intl.NumberFormat(tag);
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style: 'short' });
  const lists = new Intl.ListFormat(tag, { type: 'conjunction' });
  const currencies = new Map<string, Intl.NumberFormat>();
  const moneyIn = (currency: string) => {
    const format =
      currencies.get(currency) ?? new Intl.NumberFormat(tag, { style: 'currency', currency });
    currencies.set(currency, format);
    return format;
  };
  return {
    zone,
    number: (value) => numbers.format(value),
    decimal: numbers.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.',
    money: (minor, currency) => moneyIn(currency).format(minor / 10 ** minorDigits(currency)),
    dayTime: (iso) =>
      write(year(iso) === year(new Date().toISOString()) ? thisYear : otherYear, iso),
    exactly: (iso) => write(exact, iso),
    day: dates(dayParts),
    time: dates(timeParts),
    clock: dates({ ...timeParts, second: '2-digit' }),
    ago: (iso, now) => {
      const seconds = Math.min(0, Math.round((Date.parse(iso) - now) / 1_000));
      const [unit, size] = spans.find(([, least]) => Math.abs(seconds) >= least) ?? ['second', 1];
      return relative.format(Math.trunc(seconds / size), unit);
    },
    duration: (seconds) => {
      const [unit, size] = spans.find(([, least]) => seconds >= least) ?? ['second', 1];
      const options = { style: 'unit', unit, unitDisplay: 'long' } as const;
      return new Intl.NumberFormat(tag, options).format(Math.ceil(seconds / size));
    },
    size: (bytes) => {
      const isSmall = bytes < 1024 ** 2;
      const unit = isSmall ? 'kilobyte' : 'megabyte';
      const options = { style: 'unit', unit, maximumFractionDigits: isSmall ? 0 : 1 } as const;
      const units = bytes / (isSmall ? 1024 : 1024 ** 2);
      const written = new Intl.NumberFormat(tag, options).format(
        isSmall ? Math.ceil(units) : units,
      );
      return written.replace(' ', '\u00a0');
    },
    list: (texts) => lists.format(texts),
  };
}
