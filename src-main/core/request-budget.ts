/**
 * The station's own sliding window over the server's limit of requests a minute (specification §8). Kept a little wider and a
 * little lower than the server's, because what leaves here evenly may arrive there bunched.
 */
export interface RequestBudget {
  /** Every request in the window, oldest first. */
  readonly sent: readonly Sent[];
  /** Requests under way that may turn into two, when their token has run out. */
  readonly reserved: number;
  /** Nothing may be sent before this: `Retry-After`, or an empty server window. */
  readonly blockedUntil: number;
  /** What the server said is left of its window, and until when that holds. */
  readonly server: { readonly remaining: number; readonly until: number } | null;
}

/** Who a request is made for. `earlier`: an earlier run of the station. */
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
  | 'lookup'
  | 'earlier';

interface Sent {
  /** Monotonic milliseconds. */
  readonly at: number;
  readonly by: Spender;
}

/**
 * How much of a window is kept for each spender, whatever the others would like to do. What a spender has not used of it, the others
 * leave alone; beyond it everybody takes what is left.
 */
export type Guarantees = Readonly<Partial<Record<Spender, number>>>;

export const LIMIT_PER_WINDOW = 118;
export const WINDOW_MS = 61_000;

/**
 * Kept for asking whether the server is there, whatever was spent on anything else and in an earlier run: a station that lost its
 * server finds it again within seconds.
 */
export const PROBES_PER_WINDOW = 9;

export const freshBudget: RequestBudget = {
  sent: [],
  reserved: 0,
  blockedUntil: 0,
  server: null,
};

/** A budget of which an earlier run has spent as much: on other things than probes it cannot have spent more than those leave. */
export function spentBefore(count: number, at: number): RequestBudget {
  const one: Sent = { at, by: 'earlier' };
  const length = Math.min(count, LIMIT_PER_WINDOW - PROBES_PER_WINDOW);
  return { ...freshBudget, sent: Array.from({ length }, () => one) };
}

/** What the server said about its window, where that is said before the end of an answer. */
export function learnWindow(
  budget: RequestBudget,
  now: number,
  left: { readonly remaining: number; readonly reset_ms: number } | null,
): RequestBudget {
  if (left === null) return budget;
  return { ...budget, server: { remaining: left.remaining, until: now + left.reset_ms } };
}

/** The server's word on when to come back no longer counts: it is asked once more, or it is another server. */
export function forgetWaits(budget: RequestBudget): RequestBudget {
  return { ...budget, blockedUntil: 0, server: null };
}

/** Requests that may be sent now for `by`. */
export function requestsLeft(
  budget: RequestBudget,
  now: number,
  by: Spender,
  guarantees: Guarantees,
): number {
  if (now < budget.blockedUntil) return 0;
  const sent = inWindow(budget, now);
  const limit = limitOf(budget, sent.length, now);
  const free = limit - sent.length - budget.reserved;
  const promised = promisesOf(sent, limit, guarantees);
  const kept = Object.entries(promised).reduce(
    (sum, [spender, left]) => (spender === by ? sum : sum + left),
    0,
  );
  const own = by === 'identity' ? Math.min(free, promised[by] ?? 0) : 0;
  return Math.max(0, free - kept, own);
}

/** A request leaves. It holds a second one in reserve until it is answered. */
export function spendRequest(budget: RequestBudget, now: number, by: Spender): RequestBudget {
  return {
    ...budget,
    sent: [...inWindow(budget, now), { at: now, by }],
    reserved: budget.reserved + 1,
    server:
      budget.server === null
        ? null
        : { ...budget.server, remaining: Math.max(0, budget.server.remaining - 1) },
  };
}

/**
 * A request was answered, or given up: what it really took, and what the server said about its window. One that never left, because
 * no connection was made or nothing was there to ask for, is not counted.
 */
export function settleRequest(
  budget: RequestBudget,
  now: number,
  by: Spender,
  told: {
    readonly requests: number;
    readonly left: { readonly remaining: number; readonly reset_ms: number } | null;
    readonly retryAfterMs: number | null;
  },
): RequestBudget {
  const extra = Array.from({ length: Math.max(0, told.requests - 1) }, () => ({ at: now, by }));
  const sent = inWindow(budget, now);
  const counted = told.requests === 0 ? withoutLast(sent, by) : sent;
  return {
    sent: [...counted, ...extra],
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

/** When the next request may leave for `by`; now when it may leave at once. */
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

/** What the window holds: less than our own limit where the server says so. */
function limitOf(budget: RequestBudget, sent: number, now: number): number {
  if (budget.server === null || now >= budget.server.until) return LIMIT_PER_WINDOW;
  return Math.min(LIMIT_PER_WINDOW, sent + budget.server.remaining);
}

/**
 * What each spender has not used of its part. Of a smaller limit, and of what an earlier run has left, everybody has the same part;
 * only probes have theirs whole.
 */
function promisesOf(
  sent: readonly Sent[],
  limit: number,
  guarantees: Guarantees,
): Readonly<Record<string, number>> {
  const used = new Map<string, number>();
  for (const one of sent) used.set(one.by, (used.get(one.by) ?? 0) + 1);
  const ofLimit = limit / LIMIT_PER_WINDOW;
  const ofRest = (limit - (used.get('earlier') ?? 0)) / LIMIT_PER_WINDOW;
  return Object.fromEntries(
    Object.entries(guarantees).map(([spender, share]) => {
      const part = spender === 'identity' ? ofLimit : ofRest;
      return [spender, Math.max(0, Math.floor(share * part) - (used.get(spender) ?? 0))];
    }),
  );
}

function withoutLast(sent: readonly Sent[], by: Spender): readonly Sent[] {
  const last = sent.findLastIndex((one) => one.by === by);
  return last === -1 ? sent : sent.toSpliced(last, 1);
}

function inWindow(budget: RequestBudget, now: number): readonly Sent[] {
  return budget.sent.filter(({ at }) => now - at < WINDOW_MS);
}
