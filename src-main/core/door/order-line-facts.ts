import type { OrderStatus } from '../../../shared/resources/orders.ts';
import type { Instant } from '../../../shared/instant.ts';

/** The line in the server's list. */
export interface ListedLine {
  readonly quantity: number;
  readonly redeemed: number;
  readonly updated_at: Instant;
}

/** What this station knows of the line by itself. */
export interface OwnShare {
  /** Units handed out here that the server has not acknowledged. */
  readonly unsent: number;
  /** The server's last reply to an upload, and the line's `updated_at` in it. */
  readonly reported: {
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
 * How much of an add-on is left as far as this station can know: the server's count, plus units handed out here that it does not include
 * yet. Of the server's reply to an upload and the page of its list, the newer one counts. If that reports an over-redemption, it does not
 * say by how much, so nothing is left, whatever is taken back in the meantime.
 */
export function factsOfLine(line: ListedLine, { unsent, reported }: OwnShare): OrderLineFacts {
  const isReportedLater = reported !== null && reported.updated_at > line.updated_at;
  const atServer = isReportedLater ? line.quantity - reported.remaining : line.redeemed;
  const redeemed = Math.max(0, atServer + unsent);
  const isOver = isReportedLater && reported.over_redeemed;
  return { redeemed, remaining: isOver ? 0 : Math.max(0, line.quantity - redeemed) };
}

/** Nothing is handed out for a cancelled or refunded order, but units can still be taken back. */
export function canHandOut({
  order_status: status,
}: {
  readonly order_status: OrderStatus | 'unknown';
}): boolean {
  return status === 'paid' || status === 'free_confirmed';
}
