/** The subscribable events: the catalogue of specification §6.4. Matching is exact, without wildcards. */
export const webhookEventNames = [
  'order.created',
  'order.refunded',
  'order.cancelled',
  'ticket.scanned',
  'ticket.updated',
  'add_on.redeemed',
  'charge.disputed',
  'waitlist.joined',
  'waitlist.offered',
  'waitlist.converted',
  'session.cancelled',
] as const;
export type WebhookEventName = (typeof webhookEventNames)[number];

/** When each fires. */
export const webhookMeanings: Readonly<Record<WebhookEventName, string>> = {
  'order.created':
    'An order was confirmed, paid or free. The order and its tickets can be read by then.',
  'order.refunded':
    "Money was refunded for an order, in the console or in the payment processor's dashboard.",
  'order.cancelled':
    'A confirmed order and its tickets were cancelled. No money moves; refunds fire `order.refunded`.',
  'ticket.scanned':
    'A ticket was scanned at a door or checked in elsewhere, allowed or denied. An offline scan fires when it is uploaded.',
  'ticket.updated':
    'A ticket was edited: its status, holder or another detail. A check-in is not an edit.',
  'add_on.redeemed': 'Units of a purchased add-on were handed out.',
  'charge.disputed':
    'The payment processor reports a dispute. It belongs to no event, so only organisation-wide subscriptions receive it.',
  'waitlist.joined': 'Somebody joined the waiting list of a sold-out ticket type or add-on.',
  'waitlist.offered': 'Places were offered to somebody on the waiting list, for a limited time.',
  'waitlist.converted': 'Offered places were ordered. `order.created` fires too.',
  'session.cancelled':
    'One date of a recurring event was cancelled. Its tickets stay valid and can be refunded.',
};

export function isWebhookEventName(name: string): name is WebhookEventName {
  return webhookEventNames.some((known) => known === name);
}
