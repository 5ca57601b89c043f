// Why: docs/decisions/0015-sync-machine.md
import { REQUESTS_PER_MINUTE } from '../../../shared/contract/rate-limits.ts';

/**
 * The station's own sliding window below the server's limit of requests per minute (specification §8): a sixth of the limit in a little
 * more than ten seconds, because requests that were sent evenly may arrive in bursts. In a window of a whole minute, a burst at its beginning
 * would hold everything up until its end.
 *
 * States of a request: open (from when it is sent) → answered (counted for a window after its response) → expired.
 */
export interface RequestBudget {
  /** Requests a minute: what the server last reported, or what its kind usually allows. */
  readonly limit: number;
  /** Requests answered within the window, oldest first. */
  readonly answered: readonly { readonly at: number; readonly by: RequestClass }[];
  /** Requests in progress. Each counts twice, because it becomes two if its token has expired. */
  readonly open: readonly RequestClass[];
  /** No request may be sent before this time: `Retry-After`. */
  readonly blockedUntil: number;
  /** How much of the server's window is left according to its last response, and until when that holds. */
  readonly server: { readonly remaining: number; readonly until: number } | null;
}

/** `urgent`: scans and their news. `routine`: imports, lists and the rest. */
export type RequestClass = 'urgent' | 'routine';

/** The part of the window that each class always has. What is left goes to whoever asks first. */
const KEPT: Readonly<Record<RequestClass, number>> = { urgent: 1 / 2, routine: 1 / 3 };

/** What a request cost, and what its response reported about the server's window. */
export interface RequestCost {
  /** 0 if no connection was made, 2 if a new token was needed. */
  readonly requests: number;
  readonly left: {
    /** Requests a minute; null if the server does not report it. */
    readonly limit: number | null;
    readonly remaining: number;
    readonly reset_ms: number;
  } | null;
  readonly retryAfterMs: number | null;
}

const WINDOW_MS = 10_200;
const WINDOWS_PER_MINUTE = 6;

export const freshBudget: RequestBudget = {
  limit: REQUESTS_PER_MINUTE,
  answered: [],
  open: [],
  blockedUntil: 0,
  server: null,
};

/** Ignores what the server reported and asked for: it is asked once more, or it is another server. */
export function forgetServer({ answered, open }: RequestBudget): RequestBudget {
  return { ...freshBudget, answered, open };
}

/** Assumes a limit until the server reports its own. */
export function assumeLimit(budget: RequestBudget, limit: number): RequestBudget {
  return budget.server === null ? { ...budget, limit } : budget;
}

export function mayRequest(budget: RequestBudget, now: number, by: RequestClass): boolean {
  if (now < budget.blockedUntil) return false;
  const answered = budget.answered.filter(({ at }) => isInWindow(at, now));
  const spent = answered.length + budget.open.length;
  const own = Math.max(Math.floor(budget.limit / WINDOWS_PER_MINUTE), 1);
  const isReported = budget.server !== null && now < budget.server.until;
  const size = isReported ? Math.min(own, spent + budget.server.remaining) : own;
  const counted = [...answered.map((one) => one.by), ...budget.open, ...budget.open];
  const other = by === 'urgent' ? 'routine' : 'urgent';
  const others = counted.filter((one) => one === other).length;
  return counted.length - others + Math.max(others, Math.floor(size * KEPT[other])) < size;
}

/** Counts a request that is being sent. */
export function spendRequest(budget: RequestBudget, now: number, by: RequestClass): RequestBudget {
  const { server } = budget;
  return {
    ...budget,
    answered: budget.answered.filter(({ at }) => isInWindow(at, now)),
    open: [...budget.open, by],
    server: server && { ...server, remaining: Math.max(0, server.remaining - 1) },
  };
}

/**
 * Counts a request as answered or given up, from now on: it may have waited long for a token or a connection before it was sent. A long
 * response is counted when its head arrives; at its end nothing is in progress, and only the server's report is used.
 */
export function completeRequest(
  budget: RequestBudget,
  now: number,
  by: RequestClass,
  { requests, left, retryAfterMs }: RequestCost,
): RequestBudget {
  const place = budget.open.indexOf(by);
  const answered = Array.from({ length: place === -1 ? 0 : requests }, () => ({ at: now, by }));
  return {
    limit: left?.limit ?? budget.limit,
    answered: [...budget.answered, ...answered],
    open: place === -1 ? budget.open : budget.open.toSpliced(place, 1),
    blockedUntil: Math.max(budget.blockedUntil, now + (retryAfterMs ?? 0)),
    server:
      left === null ? budget.server : { remaining: left.remaining, until: now + left.reset_ms },
  };
}

/** When the next request of this class may be sent; `now` if it may be sent already. */
export function nextRequestAt(budget: RequestBudget, now: number, by: RequestClass): number {
  const isEmpty = budget.server?.remaining === 0;
  const from = Math.max(now, budget.blockedUntil, isEmpty ? (budget.server?.until ?? 0) : 0);
  const changes = [
    from,
    budget.server?.until ?? 0,
    ...budget.answered.map(({ at }) => at + WINDOW_MS),
  ]
    .filter((at) => at >= from)
    .sort((one, other) => one - other);
  // If the requests in progress alone fill the window, one of them ends before that.
  return changes.find((at) => mayRequest(budget, at, by)) ?? from + WINDOW_MS;
}

function isInWindow(at: number, now: number): boolean {
  return now < at + WINDOW_MS;
}
