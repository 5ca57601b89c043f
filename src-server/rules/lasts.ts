import { addMicros, MICROS_PER_MINUTE, type Instant } from '../../shared/instant.ts';

/** A clock that is set back by less changes nothing. */
const SET_BACK_MICROS = 5 * MICROS_PER_MINUTE;

/** Whether a moment was written by a clock that was ahead of the present one, and has been set back since. */
export function isAhead(moment: Instant, now: Instant): boolean {
  return moment > addMicros(now, SET_BACK_MICROS);
}

/**
 * Whether what began at `since` still lasts. What has not begun yet would last as much longer: a session of a computer whose clock said 2036,
 * until then.
 */
export function lasts(since: Instant, micros: number, now: Instant): boolean {
  return since > addMicros(now, -micros) && !isAhead(since, now);
}
