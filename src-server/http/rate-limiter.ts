// Why: docs/decisions/0007-http-requests.md
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Caller } from '../oauth/caller.ts';
import { ApiError } from './errors/api-error.ts';
import type { ServerServices } from './request-context.ts';

export const RATE_WINDOW_MS = 60_000;
const SWEEP_MS = 60_000;

/** The state of a caller's limit after a request was admitted or refused. Times are milliseconds. */
export interface RateDecision {
  readonly admitted: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Until the oldest counted request leaves the window and one more is allowed; 0 if none is counted. */
  readonly resetMs: number;
}

/**
 * A sliding window per key: at most `limit` admitted requests in any 60 s. Refused requests are not counted. `now` is monotonic, in
 * milliseconds.
 */
export function createRateLimiter(limit: number) {
  /** Times of the counted calls, oldest first. */
  const calls = new Map<string, number[]>();

  function timesOf(key: string, now: number): number[] {
    const times = calls.get(key) ?? [];
    while (times[0] !== undefined && times[0] <= now - RATE_WINDOW_MS) times.shift();
    return times;
  }

  return {
    /** Counts the request if the limit allows it. */
    take(key: string, now: number): RateDecision {
      const times = timesOf(key, now);
      const admitted = times.length < limit;
      if (admitted) times.push(now);
      calls.set(key, times);
      const [oldest] = times;
      const resetMs = oldest === undefined ? 0 : oldest + RATE_WINDOW_MS - now;
      return { admitted, limit, remaining: limit - times.length, resetMs };
    },
    /** Drops keys without a request in the window, so that memory is bounded by the callers of the last minute. */
    sweep(now: number): void {
      for (const key of calls.keys()) {
        if (timesOf(key, now).length === 0) calls.delete(key);
      }
    },
    get size(): number {
      return calls.size;
    },
  };
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** Laravel's headers and those of the IETF draft; on a refusal also `Retry-After`, after which a request succeeds. */
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

/** Counts a request under a key, if the limit allows it. */
type CountRequest = (key: string) => Promise<RateDecision>;

/** At most `limit` requests a minute under each key: over all processes where several serve, and otherwise in memory. */
export function requestCounter(
  app: FastifyInstance,
  { database, clock }: Pick<ServerServices, 'database' | 'clock'>,
  limit: number,
): CountRequest {
  const { countRequest } = database;
  if (countRequest !== null) {
    return async (key) => ({ limit, ...(await countRequest(key, limit)) });
  }
  const limiter = createRateLimiter(limit);
  const sweeping = setInterval(() => limiter.sweep(clock.monotonicMs()), SWEEP_MS);
  sweeping.unref();
  app.addHook('onClose', async () => clearInterval(sweeping));
  return async (key) => limiter.take(key, clock.monotonicMs());
}

/** Requests per minute and client, and per station. A `rateLimit` of 0 switches both limits off. */
export interface RateLimits {
  readonly rateLimit: number;
  readonly stationRateLimit: number;
}

/** Counts a caller's request and sets the headers of its limit (§8). Throws `rate.limited`. */
export type EnforceRateLimit = (caller: Caller, reply: FastifyReply) => Promise<void>;

/** Stations are counted apart from other clients. A change of scopes applies to the next request, which begins a new window. */
export function rateLimitOf(
  app: FastifyInstance,
  services: Pick<ServerServices, 'database' | 'clock'>,
  { rateLimit, stationRateLimit }: RateLimits,
): EnforceRateLimit {
  const counterOf = (limit: number) =>
    rateLimit === 0 || limit === 0 ? null : requestCounter(app, services, limit);
  const countClient = counterOf(rateLimit);
  const countStation = counterOf(stationRateLimit);
  return async ({ clientId, isStation }, reply) => {
    const count = isStation ? countStation : countClient;
    if (count === null) return;
    const decision = await count(isStation ? `station ${clientId}` : clientId);
    const headers = rateHeaders(decision);
    reply.headers(headers);
    if (!decision.admitted) throw new ApiError('rate.limited', { headers });
  };
}
