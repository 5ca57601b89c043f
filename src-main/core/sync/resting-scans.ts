import { doublingDelay, type BackoffShape } from '../backoff.ts';

/**
 * Scans that could not be delivered for a reason that may not be their own. Each is retried at growing intervals while the others go on. A
 * scan rests no longer than it has been refused since the last time all were woken. Times are monotonic milliseconds.
 */
export type RestingScans = ReadonlyMap<string, Rest>;

interface Rest {
  readonly until: number;
  /** Refusals since all scans were last woken. */
  readonly times: number;
  readonly byTheWay: boolean;
}

const REST: BackoffShape = { firstMs: 1_000, capMs: 30 * 60_000 };
/** If this many scans are held up at once, the cause is on the network path and not in the scans. */
const MANY = 3;

/** Lets a scan rest. `byTheWay`: the refusal may come from something on the network path rather than from the server. */
export function restScan(
  resting: RestingScans,
  { reference, byTheWay }: { readonly reference: string; readonly byTheWay: boolean },
  now: number,
): RestingScans {
  const times = (resting.get(reference)?.times ?? 0) + 1;
  const restMs = doublingDelay(REST, times);
  return new Map([...resting, [reference, { until: now + restMs, times, byTheWay }]]);
}

/** Removes scans whose upload has succeeded or was set aside. */
export function forgetScans(resting: RestingScans, references: ReadonlySet<string>): RestingScans {
  if (resting.size === 0) return resting;
  return new Map([...resting].filter(([reference]) => !references.has(reference)));
}

/** The path works again: scans that were only held up by it are due at once. */
export function wakeMany(resting: RestingScans): RestingScans {
  const heldUp = [...resting].filter(([, { byTheWay }]) => byTheWay).length;
  if (heldUp < MANY) return resting;
  return new Map([...resting].filter(([, { byTheWay }]) => !byTheWay));
}

export function isResting(resting: RestingScans, reference: string, now: number): boolean {
  return now < (resting.get(reference)?.until ?? now);
}

/** Milliseconds until the first of them is due; null if none rests. */
export function nextWaking(resting: RestingScans, now: number): number | null {
  const times = [...resting.values()]
    .map(({ until }) => until - now)
    .filter((waitMs) => waitMs > 0);
  return times.length === 0 ? null : Math.min(...times);
}
