import { parseInstant, type Instant } from '../../../shared/instant.ts';
import type { ImportProblemValues } from '../../../shared/console/import-problems.ts';
import { parseLocalTime, readInZone } from '../../../shared/local-time.ts';

/** `20:00`, `20:00:30`, `7 PM`, `20h30`, `um 20.00 Uhr`. */
const TIME = String.raw`(?:[ ,t]+(?:(?:at|um|a|a las) )?(?<hour>\d{1,2})(?:[:h](?<minute>\d{2})?)?(?::(?<second>\d{2}))? ?(?<half>[ap]\.?m\.?)?(?:uhr)?)?$`;
/** `31.12.2026 19:00`, as in German, French and Spanish. With slashes the month may stand first, as in English. */
const NUMBERS = new RegExp(
  String.raw`^(?<first>\d{1,2})(?<mark>[./])(?<next>\d{1,2})\k<mark>(?<year>\d{4})${TIME}`,
  'u',
);
/** `Thu 31 Dec 2026 19:00`, `31. Dezember 2026`, `Dec 31, 2026 7:00 PM`, `31 de diciembre de 2026`. */
const WORDS = new RegExp(
  String.raw`^(?:\p{L}+\.?,? )?(?:(?<day>\d{1,2})\.? (?:de )?(?<month>\p{L}{3,})\.?|(?<monthFirst>\p{L}{3,})\.? (?<dayNext>\d{1,2})),? (?:de )?(?<year>\d{4})${TIME}`,
  'u',
);

/** In English, German, French and Spanish, without accents; their first letters stand for them where no other month has them. */
const months = [
  'january januar janvier enero',
  'february februar fevrier febrero',
  'march marz mars marzo',
  'april avril abril',
  'may mai mayo',
  'june juni juin junio',
  'july juli juillet julio',
  'august aout agosto',
  'september septembre septiembre',
  'october oktober octobre octubre',
  'november novembre noviembre',
  'december dezember decembre diciembre',
].map((names) => names.split(' '));

export type Moment =
  /** `day` is the date as it was written, such as 2026-12-31; without a time the instant is its midnight. */
  | {
      readonly kind: 'moment';
      readonly instant: Instant;
      readonly day: string;
      readonly hasTime: boolean;
    }
  /** Not a time, one that has two meanings, or one that a change of clocks skips. */
  | { readonly kind: 'unclear'; readonly because: ImportProblemValues['time']['because'] };

/** Reads a time with an offset, or one in the event's zone, as programs and people write them. */
export function readMoment(text: string, timezone: string): Moment {
  const iso = isoOf(text);
  if (iso === null) return unclear('no_time');
  if (iso === AMBIGUOUS) return unclear('two_days');
  const [day, hasTime] = [iso.slice(0, 10), iso.length > 10];
  const local = parseLocalTime(iso);
  if (local === null) {
    const instant = parseInstant(iso);
    return instant === null ? unclear('no_time') : { kind: 'moment', instant, day, hasTime };
  }
  const read = readInZone(local, timezone);
  if (read.kind === 'once') return { kind: 'moment', instant: read.instant, day, hasTime };
  return unclear(read.kind === 'twice' ? 'twice' : 'skipped');
}

const AMBIGUOUS = 'ambiguous';

function unclear(because: ImportProblemValues['time']['because']): Moment {
  return { kind: 'unclear', because };
}

/** `AMBIGUOUS` where the month may stand first. */
function isoOf(given: string): string | null {
  if (/^\d{4}-/.test(given)) return given;
  const text = given
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase();
  const numbers = NUMBERS.exec(text)?.groups;
  if (numbers !== undefined) {
    const { first = '', mark, next = '' } = numbers;
    const isMonthFirst = mark === '/' && Number(next) > 12;
    if (mark === '/' && !isMonthFirst && Number(first) <= 12 && first !== next) return AMBIGUOUS;
    const [day, month] = isMonthFirst ? [next, first] : [first, next];
    return withTime(numbers, month, day);
  }
  const words = WORDS.exec(text)?.groups;
  if (words === undefined) return null;
  const month = monthOf(words['month'] ?? words['monthFirst'] ?? '');
  return month === null ? null : withTime(words, month, words['day'] ?? words['dayNext'] ?? '');
}

function monthOf(word: string): string | null {
  const found = months.flatMap((names, at) =>
    names.some((name) => name.startsWith(word)) ? [at] : [],
  );
  const [only] = found;
  return only === undefined || found.length > 1 ? null : String(only + 1);
}

function withTime(
  { year, hour, minute, second, half }: Readonly<Record<string, string | undefined>>,
  month: string,
  day: string,
): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (hour === undefined) return date;
  // Only a time of twelve hours is whole without minutes.
  if (minute === undefined && half === undefined) return null;
  const hours =
    half === undefined ? Number(hour) : (Number(hour) % 12) + (half.startsWith('p') ? 12 : 0);
  return `${date} ${String(hours).padStart(2, '0')}:${minute ?? '00'}:${second ?? '00'}`;
}
