/**
 * Who may have how many requests under way. Nobody waits for somebody else's slow endpoint:
 *
 * - An endpoint has a limit of its own, which doubles with each quick success and falls to 1 with a failure.
 * - Endpoints whose last attempt failed have slots of their own and take none of the others'.
 * - A request that takes longer than a moment gives its slot back and goes on without one, so that endpoints that have just died
 *   hold up nobody either. How many may go on like that is bounded by its time limit.
 */
export interface SlotLimits {
  /** Requests of healthy endpoints that have not taken long yet. */
  readonly healthy: number;
  /** Requests of failing endpoints. */
  readonly failing: number;
  readonly redeliveries: number;
  readonly perEndpoint: number;
  /** Requests in all. */
  readonly total: number;
}

export const slotLimits: SlotLimits = {
  healthy: 512,
  failing: 512,
  redeliveries: 8,
  perEndpoint: 16,
  total: 4096,
};

export type SlotKind = 'healthy' | 'failing' | 'redeliveries';

export interface Slot {
  readonly kind: SlotKind;
  readonly subscriptionId: number;
}

const FIRST_LIMIT = 1;
/** Endpoints whose limit is remembered; beyond it the oldest begin anew. */
const MAX_REMEMBERED = 20_000;

export class Slots {
  readonly #limits: SlotLimits;
  readonly #taken: Record<SlotKind, number> = { healthy: 0, failing: 0, redeliveries: 0 };
  readonly #underWay = new Map<number, number>();
  readonly #endpointLimits = new Map<number, number>();
  readonly #holders = new Set<Slot>();
  #total = 0;

  constructor(limits: SlotLimits = slotLimits) {
    this.#limits = limits;
  }

  get underWay(): number {
    return this.#total;
  }

  free(kind: SlotKind): number {
    const inAll = this.#limits.total - this.#total;
    return Math.max(0, Math.min(inAll, this.#limits[kind] - this.#taken[kind]));
  }

  /** Further requests that an endpoint may have. */
  roomOf(subscriptionId: number, kind: SlotKind): number {
    const limit = kind === 'failing' ? 1 : this.#limitOf(subscriptionId);
    return Math.max(0, limit - (this.#underWay.get(subscriptionId) ?? 0));
  }

  /** Endpoints that have all the requests they may have. */
  busy(kind: SlotKind): number[] {
    return [...this.#underWay.keys()].filter((id) => this.roomOf(id, kind) === 0);
  }

  take(slot: Slot): void {
    this.#holders.add(slot);
    this.#taken[slot.kind] += 1;
    this.#total += 1;
    if (slot.kind === 'redeliveries') return;
    this.#underWay.set(slot.subscriptionId, (this.#underWay.get(slot.subscriptionId) ?? 0) + 1);
  }

  /** The request has taken long: a healthy endpoint's slot is free again. */
  yieldSlot(slot: Slot): void {
    if (slot.kind === 'healthy' && this.#holders.delete(slot)) this.#taken.healthy -= 1;
  }

  /** The request has ended. */
  release(slot: Slot, ended: 'quick' | 'slow' | 'failed'): void {
    if (this.#holders.delete(slot)) this.#taken[slot.kind] -= 1;
    this.#total -= 1;
    if (slot.kind === 'redeliveries') return;
    const left = (this.#underWay.get(slot.subscriptionId) ?? 1) - 1;
    if (left > 0) this.#underWay.set(slot.subscriptionId, left);
    else this.#underWay.delete(slot.subscriptionId);
    this.#adjust(slot.subscriptionId, ended);
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
