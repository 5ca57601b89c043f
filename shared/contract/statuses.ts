/** Closed sets that a station's pages also use; separate, so that pages do not bundle the rest of the contract. */

/** Of an order (specification §3). */
export const orderStatuses = [
  'draft',
  'pending_payment',
  'awaiting_approval',
  'paid',
  'free_confirmed',
  'cancelled',
  'refunded',
] as const;

/** How an order was paid where it was placed, such as at a box office. */
export const paymentMethods = ['cash', 'card', 'complimentary'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Of a conflict (scanner surface). */
export const conflictKinds = [
  'double_admission',
  'stale_admission',
  'rule_admission',
  'false_denial',
] as const;
