/**
 * How many requests may be under way, and whose. Nobody waits for somebody else's slow endpoint:
 *
 * - An endpoint has a limit of its own, which doubles with each quick success and falls to 1 with a failure.
 * - Endpoints whose last attempt failed share permits of their own and take none of the others'.
 * - A request that takes longer than a moment returns its permit and goes on without one, so that endpoints that have just died hold
 *   up nobody either. How many may go on like that is bounded by their time limit and by `total`.
 */
export interface ConcurrencyLimits {
  /** Requests of healthy endpoints that have not taken long yet. */
  readonly healthy: number;
  /** Requests of failing endpoints. */
  readonly failing: number;
  readonly redeliveries: number;
  readonly perEndpoint: number;
  /** Requests in all. */
  readonly total: number;
}

export const concurrencyLimits: ConcurrencyLimits = {
  healthy: 512,
  failing: 512,
  redeliveries: 8,
  perEndpoint: 16,
  total: 4096,
};

export type PermitKind = 'healthy' | 'failing' | 'redeliveries';

export interface Permit {
  readonly kind: PermitKind;
  readonly subscriptionId: number;
}

const FIRST_LIMIT = 1;
/** Endpoints whose limit is remembered; beyond it the oldest begin anew. */
const MAX_REMEMBERED = 20_000;

/** The limits of one process. */
export class ConcurrencyLimiter {
  readonly #limits: ConcurrencyLimits;
  readonly #taken: Record<PermitKind, number> = { healthy: 0, failing: 0, redeliveries: 0 };
  readonly #underWay = new Map<number, number>();
  readonly #endpointLimits = new Map<number, number>();
  readonly #held = new Set<Permit>();
  #total = 0;

  constructor(limits: ConcurrencyLimits = concurrencyLimits) {
    this.#limits = limits;
  }

  /** Further requests of this kind. */
  available(kind: PermitKind): number {
    const inAll = this.#limits.total - this.#total;
    return Math.max(0, Math.min(inAll, this.#limits[kind] - this.#taken[kind]));
  }

  /** Further requests that an endpoint may have. */
  availableTo(subscriptionId: number, kind: PermitKind): number {
    const limit = kind === 'failing' ? 1 : this.#limitOf(subscriptionId);
    return Math.max(0, limit - (this.#underWay.get(subscriptionId) ?? 0));
  }

  /** Endpoints that have all the requests they may have. */
  busy(kind: PermitKind): ReadonlySet<number> {
    return new Set([...this.#underWay.keys()].filter((id) => this.availableTo(id, kind) === 0));
  }

  /** A request begins. */
  acquire(permit: Permit): void {
    this.#held.add(permit);
    this.#taken[permit.kind] += 1;
    this.#total += 1;
    if (permit.kind === 'redeliveries') return;
    const underWay = this.#underWay.get(permit.subscriptionId) ?? 0;
    this.#underWay.set(permit.subscriptionId, underWay + 1);
  }

  /** The request has taken long and goes on: a healthy endpoint's permit is available again. */
  returnEarly(permit: Permit): void {
    if (permit.kind === 'healthy' && this.#held.delete(permit)) this.#taken.healthy -= 1;
  }

  /** The request has ended. */
  release(permit: Permit, ended: 'quick' | 'slow' | 'failed'): void {
    if (this.#held.delete(permit)) this.#taken[permit.kind] -= 1;
    this.#total -= 1;
    if (permit.kind === 'redeliveries') return;
    const left = (this.#underWay.get(permit.subscriptionId) ?? 1) - 1;
    if (left > 0) this.#underWay.set(permit.subscriptionId, left);
    else this.#underWay.delete(permit.subscriptionId);
    this.#adjust(permit.subscriptionId, ended);
  }

  #limitOf(subscriptionId: number): number {
    const limit = this.#endpointLimits.get(subscriptionId) ?? FIRST_LIMIT;
    return Math.min(limit, this.#limits.perEndpoint);
  }

  #adjust(subscriptionId: number, ended: 'quick' | 'slow' | 'failed'): void {
    const limit = this.#limitOf(subscriptionId);
    const adjusted = { quick: limit * 2, slow: Math.max(1, Math.floor(limit / 2)), failed: 1 };
    this.#endpointLimits.delete(subscriptionId);
    this.#endpointLimits.set(subscriptionId, Math.min(adjusted[ended], this.#limits.perEndpoint));
    const [oldest] = this.#endpointLimits.keys();
    if (this.#endpointLimits.size > MAX_REMEMBERED && oldest !== undefined) {
      this.#endpointLimits.delete(oldest);
    }
  }
}
