export const RATE_WINDOW_MS = 60_000;

/** Where a caller stands after a call was admitted or refused. Times are milliseconds. */
export interface RateDecision {
  readonly admitted: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Until the oldest counted call leaves the window and one more is possible; 0 when none is counted. */
  readonly resetMs: number;
}

/**
 * A sliding window per key: never more than `limit` admitted calls in any 60 s. A refused call is not counted.
 * `now` is a monotonic clock in milliseconds.
 */
export function createRateLimiter(limit: number) {
  const calls = new Map<string, Window>();

  function windowOf(key: string, now: number): Window {
    const window = calls.get(key) ?? { times: new Float64Array(limit), first: 0, count: 0 };
    calls.set(key, window);
    while (window.count > 0 && oldest(window) <= now - RATE_WINDOW_MS) {
      window.first = (window.first + 1) % limit;
      window.count -= 1;
    }
    return window;
  }

  return {
    /** Counts the call if there is room. */
    take(key: string, now: number): RateDecision {
      const window = windowOf(key, now);
      const admitted = window.count < limit;
      if (admitted) {
        window.times[(window.first + window.count) % limit] = now;
        window.count += 1;
      }
      return { admitted, ...standing(window, limit, now) };
    },
    /** Where the key stands, without counting. */
    peek(key: string, now: number): RateDecision {
      const window = windowOf(key, now);
      return { admitted: window.count < limit, ...standing(window, limit, now) };
    },
    /** Forgets keys without a call in the window, so that memory follows the callers of the last minute. */
    sweep(now: number): void {
      for (const key of calls.keys()) {
        if (windowOf(key, now).count === 0) calls.delete(key);
      }
    },
    get size(): number {
      return calls.size;
    },
  };
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** Times of the counted calls in a ring, oldest at `first`. */
interface Window {
  readonly times: Float64Array;
  first: number;
  count: number;
}

function oldest(window: Window): number {
  return window.times[window.first] ?? 0;
}

function standing(window: Window, limit: number, now: number) {
  const resetMs = window.count === 0 ? 0 : oldest(window) + RATE_WINDOW_MS - now;
  return { limit, remaining: limit - window.count, resetMs };
}

/** Laravel's headers and the IETF draft's; on a refusal also `Retry-After`, after which a call succeeds. */
export function rateHeaders(decision: RateDecision): Record<string, string> {
  const seconds = Math.max(Math.ceil(decision.resetMs / 1000), decision.admitted ? 0 : 1);
  return {
    'x-ratelimit-limit': String(decision.limit),
    'x-ratelimit-remaining': String(decision.remaining),
    'ratelimit-policy': `"default";q=${decision.limit};w=${RATE_WINDOW_MS / 1000}`,
    ratelimit: `"default";r=${decision.remaining};t=${seconds}`,
    ...(decision.admitted ? {} : { 'retry-after': String(seconds) }),
  };
}
