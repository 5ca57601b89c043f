import type { ComparedPart, ImportLine, OrderPart } from '../lines/import-line.ts';
import type { Decision, SkipReason } from './decide.ts';

/** What came of a file, or would. Tickets, if nothing else is said. */
export interface ImportCounts {
  readonly new_tickets: number;
  /** Those of them that have no code of the shop. */
  readonly without_code: number;
  /** Orders that hold them, beside those that were there. */
  readonly new_orders: number;
  /** Orders that wait for their payment and have no tickets yet. */
  readonly pending_orders: number;
  /** Lines. */
  readonly changed: number;
  readonly cancelled: number;
  readonly unchanged: number;
  readonly differs: number;
  /** Lines of `differs`, or of `changed`, by what differs. */
  readonly parts: Readonly<Partial<Record<ComparedPart, number>>>;
  /** Lines of `differs` and `changed` with another price, which cannot become that of their orders; not among `parts`. */
  readonly kept_prices: number;
  readonly skipped: number;
  readonly skipped_because: Readonly<Partial<Record<SkipReason, number>>>;
  /** Lines, whatever becomes of them, that say something else of their order than it has or gets. */
  readonly order_parts: Readonly<Partial<Record<OrderPart, number>>>;
}

export const noCounts: ImportCounts = {
  new_tickets: 0,
  without_code: 0,
  new_orders: 0,
  pending_orders: 0,
  changed: 0,
  cancelled: 0,
  unchanged: 0,
  differs: 0,
  parts: {},
  kept_prices: 0,
  skipped: 0,
  skipped_because: {},
  order_parts: {},
};

type Detail = 'parts' | 'skipped_because' | 'order_parts';

/** Counts decisions as they are made. */
export class Tally {
  #counts: ImportCounts = noCounts;

  get counts(): ImportCounts {
    return this.#counts;
  }

  /** `decisions` are those of one group. */
  add(decisions: readonly Decision[], isOrder: boolean): void {
    for (const decision of decisions) this.#addOne(decision);
    const fresh = decisions.filter((one) => one.kind === 'new' && one.order === null);
    if (fresh.length === 0) return;
    const orders = isOrder ? 1 : fresh.length;
    const isPending = fresh.every(({ line }) => line.standing === 'pending');
    this.#count(isPending ? 'pending_orders' : 'new_orders', orders);
  }

  addOrderParts(parts: readonly OrderPart[]): void {
    for (const part of parts) this.#countIn('order_parts', part);
  }

  #addOne(decision: Decision): void {
    const { line } = decision;
    switch (decision.kind) {
      case 'new':
        if (line.standing !== 'pending') this.#countNew(line);
        break;
      case 'paid':
        this.#countNew(line);
        break;
      case 'changed':
      case 'differs':
        this.#count(decision.kind, 1);
        if (decision.keepsPrice) this.#count('kept_prices', 1);
        for (const part of decision.parts) this.#countIn('parts', part);
        break;
      case 'cancelled':
      case 'unchanged':
        this.#count(decision.kind, 1);
        break;
      case 'skipped':
        this.#count('skipped', 1);
        this.#countIn('skipped_because', decision.why);
        break;
    }
  }

  #countNew({ quantity, codes }: ImportLine): void {
    this.#count('new_tickets', quantity);
    if (codes === null) this.#count('without_code', quantity);
  }

  #count(name: Exclude<keyof ImportCounts, Detail>, quantity: number): void {
    this.#counts = { ...this.#counts, [name]: this.#counts[name] + quantity };
  }

  #countIn(name: Detail, key: string): void {
    const counted: Readonly<Record<string, number>> = this.#counts[name];
    this.#counts = { ...this.#counts, [name]: { ...counted, [key]: (counted[key] ?? 0) + 1 } };
  }
}
