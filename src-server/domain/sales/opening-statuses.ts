/** Statuses that an order may be created with; `confirmed` becomes `paid` or `free_confirmed`. */
export const openingStatuses = [
  'draft',
  'pending_payment',
  'awaiting_approval',
  'confirmed',
] as const;
export type OpeningStatus = (typeof openingStatuses)[number];
