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

export function isWebhookEventName(name: string): name is WebhookEventName {
  return webhookEventNames.some((known) => known === name);
}

/** §8: the first characters of a response that the delivery log keeps. */
export const STORED_RESPONSE_CHARACTERS = 2_000;
/** §8: how long an endpoint may take. */
export const DELIVERY_TIMEOUT_MS = 15_000;
/** §8: how far the `t` of a signature may be from a verifier's clock. */
export const SIGNATURE_TOLERANCE_SECONDS = 300;
