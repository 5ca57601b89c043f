import {
  addMicros,
  type Instant,
  instantFromMicros,
  MICROS_PER_HOUR,
  MICROS_PER_MINUTE,
} from '../instant.ts';

/** How long before its start a session opens if the event's policy does not say. */
export const DEFAULT_OPENS_BEFORE_MINUTES = 120;

/** How long after its start a session without a known end still admits. */
const OPEN_ENDED_HOURS = 12;

/**
 * When a session admits, half-open `[entry_from, entry_until)`. Uses instants only, no local-time arithmetic, so a change to or from summer
 * time neither moves nor stretches a window. A bound beyond the range of instants becomes the last instant on that side.
 */
export function sessionWindow(
  session: { readonly starts_at: Instant; readonly ends_at: Instant | null },
  policy: { readonly opens_before_minutes: number },
): { readonly entry_from: Instant; readonly entry_until: Instant } {
  return {
    entry_from: shift(session.starts_at, -policy.opens_before_minutes * MICROS_PER_MINUTE),
    entry_until: session.ends_at ?? shift(session.starts_at, OPEN_ENDED_HOURS * MICROS_PER_HOUR),
  };
}

function shift(instant: Instant, micros: number): Instant {
  const moved = Math.round(instant + micros);
  if (Number.isSafeInteger(moved)) return addMicros(instant, moved - instant);
  return instantFromMicros(moved < 0 ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER);
}
