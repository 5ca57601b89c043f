/**
 * Limits concurrent requests so that a slow endpoint does not delay others:
 * - Each endpoint has its own limit, which doubles with each quick success and falls to 1 after a failure.
 * - Endpoints whose last attempt failed share separate permits.
 * - A request that takes longer than a moment returns its permit and continues without one, so that endpoints that have just died do not
 * block others either. The number of such requests is bounded by their time limit and by `total`.
 */
export interface ConcurrencyLimits {
  /** Permits for requests of healthy endpoints that have not taken long yet. */
  readonly healthy: number;
  /** Permits for requests of failing endpoints. */
  readonly failing: number;
  readonly redeliveries: number;
  readonly perEndpoint: number;
  /** Maximum number of requests at a time. */
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
/** Maximum number of endpoints whose limit is remembered; beyond it the oldest are reset. */
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

  /** How many more requests of this kind may begin. */
  available(kind: PermitKind): number {
    const inAll = this.#limits.total - this.#total;
    return Math.max(0, Math.min(inAll, this.#limits[kind] - this.#taken[kind]));
  }

  /** How many more requests of this endpoint may begin. */
  availableTo(subscriptionId: number, kind: PermitKind): number {
    const limit = kind === 'failing' ? 1 : this.#limitOf(subscriptionId);
    return Math.max(0, limit - (this.#underWay.get(subscriptionId) ?? 0));
  }

  /** Endpoints that have reached their limit. */
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

  /** A healthy endpoint's request has taken long and continues without its permit. */
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
