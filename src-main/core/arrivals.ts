import { MICROS_PER_MINUTE, nearestInstant, type Instant } from '../../shared/instant.ts';

/** First admissions per whole minute of corrected time; minutes too old to be shown are dropped. */
export type Arrivals = ReadonlyMap<number, number>;

/** The current minute and the fifteen before it. */
export const SHOWN_MINUTES = 16;

/** For a whole evening arrivals are counted in steps of five minutes. */
const ARRIVAL_STEP_MICROS = 5 * MICROS_PER_MINUTE;

/** The beginning of the step that contains `at`. */
export function stepOf(at: Instant): Instant {
  return nearestInstant(at - (at % ARRIVAL_STEP_MICROS));
}

export function countArrival(arrivals: Arrivals, at: Instant, now: Instant): Arrivals {
  const minute = minuteOf(at);
  const oldest = minuteOf(now) - SHOWN_MINUTES;
  if (minute < oldest) return arrivals;
  const kept = [...arrivals].filter(([key]) => key >= oldest);
  return new Map([...kept, [minute, (arrivals.get(minute) ?? 0) + 1]]);
}

/** Oldest first, the current minute last. */
export function arrivalsPerMinute(arrivals: Arrivals, now: Instant): readonly number[] {
  const current = minuteOf(now);
  return Array.from(
    { length: SHOWN_MINUTES },
    (_, index) => arrivals.get(current - SHOWN_MINUTES + 1 + index) ?? 0,
  );
}

export function minuteOf(at: Instant): number {
  return Math.floor(at / MICROS_PER_MINUTE);
}
