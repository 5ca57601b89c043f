import { parseInstant, type Instant } from '../../../shared/instant.ts';
import { parseLocalTime, readInZone } from '../../../shared/local-time.ts';

/** A day as it is written in German, French and Spanish: `31.12.2026 19:00`. With slashes the month may stand first, as in English. */
const DAY_FIRST = /^(\d{1,2})([./])(\d{1,2})\2(\d{4})(?:[ ,T]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;

export type Moment =
  /** `day` is the date as it was written, such as 2026-12-31. */
  | { readonly kind: 'moment'; readonly instant: Instant; readonly day: string }
  /** Not a time, one that has two meanings, or one that a change of clocks skips. */
  | { readonly kind: 'unclear'; readonly because: string };

/** Reads a time with an offset, or one in the event's zone, as programs and people write them. */
export function readMoment(text: string, timezone: string): Moment {
  const iso = isoOf(text);
  if (iso === null) return unclear('expected a time such as 2026-12-31 19:00');
  if (iso === AMBIGUOUS) return unclear('which of the two is the day? Write it as 2026-12-31');
  const day = iso.slice(0, 10);
  const local = parseLocalTime(iso);
  if (local === null) {
    const instant = parseInstant(iso);
    return instant === null
      ? unclear('expected a time such as 2026-12-31 19:00')
      : { kind: 'moment', instant, day };
  }
  const read = readInZone(local, timezone);
  if (read.kind === 'once') return { kind: 'moment', instant: read.instant, day };
  const why =
    read.kind === 'twice'
      ? 'it happens twice'
      : 'it does not exist, because clocks are set forward';
  return unclear(`in ${timezone} ${why}; write it with an offset`);
}

const AMBIGUOUS = 'ambiguous';

function unclear(because: string): Moment {
  return { kind: 'unclear', because };
}

/** `AMBIGUOUS` where the month may stand first. */
function isoOf(text: string): string | null {
  const [, first, mark, second, year, hour, minute, rest] = DAY_FIRST.exec(text) ?? [];
  if (first === undefined || second === undefined || year === undefined)
    return /^\d{4}-/.test(text) ? text : null;
  const isMonthFirst = mark === '/' && Number(second) > 12;
  if (mark === '/' && !isMonthFirst && Number(first) <= 12 && first !== second) return AMBIGUOUS;
  const [day, month] = isMonthFirst ? [second, first] : [first, second];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (hour === undefined || minute === undefined) return date;
  return `${date} ${hour.padStart(2, '0')}:${minute}:${rest ?? '00'}`;
}
