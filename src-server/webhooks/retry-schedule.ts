import { MICROS_PER_SECOND } from '../../shared/instant.ts';

/** Gaps between attempts in seconds; there is one more attempt than gaps (specification §8). */
export type RetrySchedule = readonly number[];

const MINUTE = 60;
const HOUR = 60 * MINUTE;

export const scheduleA: RetrySchedule = [
  10,
  30,
  2 * MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  2 * HOUR,
];
export const scheduleB: RetrySchedule = [
  10,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
];

const MAX_GAPS = 50;
const MAX_GAP_SECONDS = 30 * 24 * HOUR;

/** Reads `A`, `B` or gaps in seconds such as `1,2,4`. Null for anything else. */
export function parseSchedule(text: string): RetrySchedule | null {
  if (/^a$/i.test(text)) return scheduleA;
  if (/^b$/i.test(text)) return scheduleB;
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length > MAX_GAPS || !parts.every((part) => /^\d+(?:\.\d+)?$/.test(part))) return null;
  const gaps = parts.map(Number);
  return gaps.every((gap) => gap > 0 && gap <= MAX_GAP_SECONDS) ? gaps : null;
}

/** Jitter only lengthens, so that growing gaps keep growing. */
const MAX_JITTER = 0.15;
const MAX_LENGTHENING = 2;

export interface FailedAttempt {
  /** Scheduled attempts so far, including this one. */
  readonly attempts: number;
  /** Uniform in [0, 1). */
  readonly random: number;
  /** The endpoint's `Retry-After`; null if it sent none. */
  readonly retryAfterSeconds: number | null;
}

/** Microseconds until the next attempt; null after the last one. `Retry-After` at most doubles a gap. */
export function nextGap(schedule: RetrySchedule, failed: FailedAttempt): number | null {
  const gap = schedule[failed.attempts - 1];
  if (gap === undefined) return null;
  const jittered = gap * (1 + MAX_JITTER * failed.random);
  const requested = Math.min(failed.retryAfterSeconds ?? 0, gap * MAX_LENGTHENING);
  return Math.ceil(Math.max(jittered, requested) * MICROS_PER_SECOND);
}

/** Reads `Retry-After` in seconds or as an HTTP date. Null for anything else; never negative. */
export function parseRetryAfter(value: string, nowMs: number): number | null {
  if (/^\d+$/.test(value.trim())) return Number(value.trim());
  if (!/^[A-Z][a-z]{2}, /.test(value.trim())) return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, (at - nowMs) / 1000);
}
