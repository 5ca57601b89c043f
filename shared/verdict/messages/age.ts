import {
  MICROS_PER_DAY,
  MICROS_PER_HOUR,
  MICROS_PER_MINUTE,
  MICROS_PER_SECOND,
} from '../../instant.ts';
import type { Locale } from '../locale.ts';
import { catalogues } from './catalogues.ts';

/**
 * How long ago something was, in the two largest units that say something: "40 s", "5 min", "1 h 20 min", "2 d 3 h". Rounded down;
 * less than nothing (a clock was put back) is nothing. Takes microseconds: the difference of two instants.
 */
export function formatAge(micros: number, locale: Locale): string {
  const age = Math.max(0, Number.isFinite(micros) ? micros : 0);
  const { second, minute, hour, day } = catalogues[locale].units;
  if (age < MICROS_PER_MINUTE) return `${Math.floor(age / MICROS_PER_SECOND)} ${second}`;
  if (age < MICROS_PER_HOUR) return `${Math.floor(age / MICROS_PER_MINUTE)} ${minute}`;
  const [large, small, largeUnit, smallUnit] =
    age < MICROS_PER_DAY
      ? [MICROS_PER_HOUR, MICROS_PER_MINUTE, hour, minute]
      : [MICROS_PER_DAY, MICROS_PER_HOUR, day, hour];
  const rest = Math.floor((age % large) / small);
  return `${Math.floor(age / large)} ${largeUnit}${rest === 0 ? '' : ` ${rest} ${smallUnit}`}`;
}
