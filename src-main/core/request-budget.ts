/**
 * The station's own sliding window over the server's limit of requests a minute (specification §8). Kept a little wider and a
 * little lower than the server's, because what leaves here evenly may arrive there bunched.
 */
export interface RequestBudget {
  /** Monotonic milliseconds of every request in the window, oldest first. */
  readonly sent: readonly number[];
  /** Requests under way that may turn into two, when their token has run out. */
  readonly reserved: number;
  /** Nothing may be sent before this: `Retry-After`, or an empty server window. */
  readonly blockedUntil: number;
  /** What the server said is left of its window, and until when that holds. */
  readonly server: { readonly remaining: number; readonly until: number } | null;
}

export const LIMIT_PER_WINDOW = 118;
export const WINDOW_MS = 61_000;

export const freshBudget: RequestBudget = {
  sent: [],
  reserved: 0,
  blockedUntil: 0,
  server: null,
};

/** Requests that may be sent now, leaving `keep` for lanes that come first. */
export function requestsLeft(budget: RequestBudget, now: number, keep = 0): number {
  if (now < budget.blockedUntil) return 0;
  const own = LIMIT_PER_WINDOW - inWindow(budget, now).length;
  const theirs =
    budget.server !== null && now < budget.server.until ? budget.server.remaining : own;
  return Math.max(0, Math.min(own, theirs) - budget.reserved - keep);
}

/** A request leaves. It holds a second one in reserve until it is answered. */
export function spendRequest(budget: RequestBudget, now: number): RequestBudget {
  return {
    ...budget,
    sent: [...inWindow(budget, now), now],
    reserved: budget.reserved + 1,
    server:
      budget.server === null
        ? null
        : { ...budget.server, remaining: Math.max(0, budget.server.remaining - 1) },
  };
}

/** A request was answered, or given up: what it really took, and what the server said about its window. */
export function settleRequest(
  budget: RequestBudget,
  now: number,
  told: {
    readonly requests: number;
    readonly left: { readonly remaining: number; readonly reset_ms: number } | null;
    readonly retryAfterMs: number | null;
  },
): RequestBudget {
  const extra = Array.from({ length: Math.max(0, told.requests - 1) }, () => now);
  return {
    sent: [...inWindow(budget, now), ...extra],
    reserved: Math.max(0, budget.reserved - 1),
    blockedUntil:
      told.retryAfterMs === null
        ? budget.blockedUntil
        : Math.max(budget.blockedUntil, now + told.retryAfterMs),
    server:
      told.left === null
        ? budget.server
        : { remaining: told.left.remaining, until: now + told.left.reset_ms },
  };
}

/** When the next request may leave for a lane that keeps `keep` free; now when it may leave at once. */
export function nextRequestAt(budget: RequestBudget, now: number, keep = 0): number {
  if (requestsLeft(budget, now, keep) > 0) return now;
  const sent = inWindow(budget, now);
  const tooMany = sent.length + budget.reserved + keep + 1 - LIMIT_PER_WINDOW;
  const ownFree = tooMany > 0 ? (sent[tooMany - 1] ?? now) + WINDOW_MS : now;
  const theirs =
    budget.server !== null && budget.server.remaining - budget.reserved - keep <= 0
      ? budget.server.until
      : now;
  return Math.max(now + 1, budget.blockedUntil, ownFree, theirs);
}

function inWindow(budget: RequestBudget, now: number): readonly number[] {
  return budget.sent.filter((at) => now - at < WINDOW_MS);
}
