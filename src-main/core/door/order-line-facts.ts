import type { OrderStatus } from '../../../shared/contract/resources.ts';
import type { Instant } from '../../../shared/instant.ts';

/** What the server's list says of a line. */
export interface ListedLine {
  readonly quantity: number;
  readonly redeemed: number;
  readonly updated_at: Instant;
}

/** What this station knows of it by itself. */
export interface OwnShare {
  /** Units handed out here that the server has not taken. */
  readonly unsent: number;
  /** What the server answered last, and `updated_at` of the line then. */
  readonly told: {
    readonly remaining: number;
    readonly over_redeemed: boolean;
    readonly updated_at: Instant;
  } | null;
}

export interface OrderLineFacts {
  readonly redeemed: number;
  readonly remaining: number;
}

/**
 * What is left of an add-on as far as anybody here can know: the server's count, and what this station handed out that is not in it
 * yet. Of the server's answer to an upload and the page of its list, the newer one is its word; where that says that too much
 * was handed out it does not say how much, so that nothing is left, whatever is taken back meanwhile.
 */
export function factsOfLine(line: ListedLine, { unsent, told }: OwnShare): OrderLineFacts {
  const isToldLater = told !== null && told.updated_at > line.updated_at;
  const atServer = isToldLater ? line.quantity - told.remaining : line.redeemed;
  const redeemed = Math.max(0, atServer + unsent);
  const isOver = isToldLater && told.over_redeemed;
  return { redeemed, remaining: isOver ? 0 : Math.max(0, line.quantity - redeemed) };
}

/** Nothing is handed out for an order that was cancelled or refunded; what was handed out can still be taken back. */
export function stands({ order_status: status }: { readonly order_status: OrderStatus }): boolean {
  return status === 'paid' || status === 'free_confirmed';
}
