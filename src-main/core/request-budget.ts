// Why: docs/decisions/0015-sync-machine.md
/**
 * The station's own sliding window below the server's limit of requests per minute (specification §8). It is a little wider and a little
 * lower than the server's, because requests sent evenly may arrive in bursts.
 *
 * States of a request: `open` (counted when it is sent) → `sent` (counted for a window after its response) → expired. `blockedUntil` stops
 * everything after a `Retry-After` or an empty server window. Each spender has a guaranteed share of the window.
 */
export interface RequestBudget {
  /** Requests answered within the window, including those of earlier runs of the station. */
  readonly sent: readonly SentRequest[];
  /** The spenders of requests in progress. Each request counts twice, because it becomes two if its token has expired. */
  readonly open: readonly Spender[];
  /** No request may be sent before this time: `Retry-After`, or an empty server window. */
  readonly blockedUntil: number;
  /** How much of the server's window is left according to its last response, and until when that holds. */
  readonly server: { readonly remaining: number; readonly until: number } | null;
}

/** The purpose of a request. */
export type Spender =
  | 'identity'
  | 'push'
  | 'stream'
  | 'scans'
  | 'setup'
  | 'events'
  | 'heartbeat'
  | 'tickets'
  | 'order_lines'
  | 'import'
  | 'drift'
  | 'lookup';

export interface SentRequest {
  /** When it was answered, in monotonic milliseconds: it may have waited long for a token or a connection before it was sent. */
  readonly at: number;
  /** A spender; from an earlier run, possibly one that this version does not know. */
  readonly by: string;
}

/**
 * Requests per window that are reserved for each spender. Others do not touch what a spender has not used of its share; beyond that,
 * everyone shares the rest.
 */
export type Guarantees = Readonly<Partial<Record<Spender, number>>>;

export const LIMIT_PER_WINDOW = 118;
export const WINDOW_MS = 61_000;

/** Reserved for probing whether the server responds, whatever else was spent: a station finds a lost server again within seconds. */
export const PROBES_PER_WINDOW = 9;

export const freshBudget: RequestBudget = {
  sent: [],
  open: [],
  blockedUntil: 0,
  server: null,
};

/** Ignores the server's earlier request to wait: it is asked once more, or it is another server. */
export function forgetWaits(budget: RequestBudget): RequestBudget {
  return { ...budget, blockedUntil: 0, server: null };
}

/** How many requests `by` may send now. */
export function requestsLeft(
  budget: RequestBudget,
  now: number,
  by: Spender,
  guarantees: Guarantees,
): number {
  if (now < budget.blockedUntil) return 0;
  const sent = inWindow(budget, now);
  const spent = sent.length + budget.open.length;
  const limit = limitOf(budget, spent, now);
  const free = limit - spent - budget.open.length;
  const used = new Map<string, number>();
  for (const one of [...sent.map(({ by: spender }) => spender), ...budget.open]) {
    used.set(one, (used.get(one) ?? 0) + 1);
  }
  const promised = promisesOf(used, limit, guarantees);
  const kept = Object.entries(promised).reduce(
    (sum, [spender, left]) => (spender === by ? sum : sum + left),
    0,
  );
  const own = by === 'identity' ? Math.min(free, promised[by] ?? 0) : 0;
  return Math.max(0, free - kept, own);
}

/** Counts a request that is being sent. */
export function spendRequest(budget: RequestBudget, now: number, by: Spender): RequestBudget {
  return {
    ...budget,
    sent: inWindow(budget, now),
    open: [...budget.open, by],
    server:
      budget.server === null
        ? null
        : { ...budget.server, remaining: Math.max(0, budget.server.remaining - 1) },
  };
}

/**
 * Counts a request as answered or given up: how many it really took (none if no connection was made), and what the server reported about
 * its window. A long response is counted when its head arrives; at its end nothing is in progress, and only the server's report is used.
 */
export function completeRequest(
  budget: RequestBudget,
  now: number,
  by: Spender,
  response: {
    readonly requests: number;
    readonly left: { readonly remaining: number; readonly reset_ms: number } | null;
    readonly retryAfterMs: number | null;
  },
): RequestBudget {
  const place = budget.open.indexOf(by);
  const requests = place === -1 ? 0 : response.requests;
  const answered = Array.from({ length: requests }, () => ({ at: now, by }));
  return {
    sent: [...inWindow(budget, now), ...answered],
    open: place === -1 ? budget.open : budget.open.toSpliced(place, 1),
    blockedUntil:
      response.retryAfterMs === null
        ? budget.blockedUntil
        : Math.max(budget.blockedUntil, now + response.retryAfterMs),
    server:
      response.left === null
        ? budget.server
        : { remaining: response.left.remaining, until: now + response.left.reset_ms },
  };
}

/** When `by` may send its next request; `now` if it may at once. */
export function nextRequestAt(
  budget: RequestBudget,
  now: number,
  by: Spender,
  guarantees: Guarantees,
): number {
  if (requestsLeft(budget, now, by, guarantees) > 0) return now;
  const changes = [
    budget.blockedUntil,
    ...(budget.server === null ? [] : [budget.server.until]),
    ...inWindow(budget, now).map(({ at }) => at + WINDOW_MS),
  ]
    .filter((at) => at > now)
    .sort((one, other) => one - other);
  const free = changes.find((at) => requestsLeft(budget, at, by, guarantees) > 0);
  return free ?? changes.at(-1) ?? now + 1;
}

/** The size of the window: smaller than our own limit if the server says so. */
function limitOf(budget: RequestBudget, spent: number, now: number): number {
  if (budget.server === null || now >= budget.server.until) return LIMIT_PER_WINDOW;
  return Math.min(LIMIT_PER_WINDOW, spent + budget.server.remaining);
}

/** The unused part of each spender's share; under a smaller limit all shares shrink in proportion. */
function promisesOf(
  used: ReadonlyMap<string, number>,
  limit: number,
  guarantees: Guarantees,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(guarantees).map(([spender, share]) => {
      const part = Math.floor((share * limit) / LIMIT_PER_WINDOW);
      return [spender, Math.max(0, part - (used.get(spender) ?? 0))];
    }),
  );
}

function inWindow(budget: RequestBudget, now: number): readonly SentRequest[] {
  return budget.sent.filter(({ at }) => now - at < WINDOW_MS);
}
