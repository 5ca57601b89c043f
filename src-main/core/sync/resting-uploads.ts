import { doublingDelay, type BackoffShape } from '../backoff.ts';

/**
 * Uploads that failed for a reason that may not be their own. Each is retried at growing intervals while the others continue. It rests no
 * longer than it has been refused since the last time all were woken. Times are monotonic milliseconds.
 */
export type RestingUploads = ReadonlyMap<string, Rest>;

interface Rest {
  readonly until: number;
  /** Refusals since all were last woken. */
  readonly times: number;
  readonly byPath: boolean;
}

const REST: BackoffShape = { firstMs: 1_000, capMs: 30 * 60_000 };
/** If this many are held up at the same time, the cause is on the network path and not in them. */
const MANY = 3;

/** Lets an upload rest. `byPath`: the refusal may come from something on the network path rather than from the server. */
export function restUpload(
  resting: RestingUploads,
  { reference, byPath }: { readonly reference: string; readonly byPath: boolean },
  now: number,
): RestingUploads {
  const times = (resting.get(reference)?.times ?? 0) + 1;
  const restMs = doublingDelay(REST, times);
  return new Map([...resting, [reference, { until: now + restMs, times, byPath }]]);
}

/** Removes what the server has acknowledged or refused for good. */
export function forgetUploads(
  resting: RestingUploads,
  references: ReadonlySet<string>,
): RestingUploads {
  if (resting.size === 0) return resting;
  return new Map([...resting].filter(([reference]) => !references.has(reference)));
}

/** The path works again: uploads that were only held up by it are due immediately. */
export function wakeMany(resting: RestingUploads): RestingUploads {
  const heldUp = [...resting].filter(([, { byPath }]) => byPath).length;
  if (heldUp < MANY) return resting;
  return new Map([...resting].filter(([, { byPath }]) => !byPath));
}

export function isResting(resting: RestingUploads, reference: string, now: number): boolean {
  return now < (resting.get(reference)?.until ?? now);
}

/** Milliseconds until the first of them is due; null if none rests. */
export function nextWaking(resting: RestingUploads, now: number): number | null {
  const times = [...resting.values()]
    .map(({ until }) => until - now)
    .filter((waitMs) => waitMs > 0);
  return times.length === 0 ? null : Math.min(...times);
}
