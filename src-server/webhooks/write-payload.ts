import type { WebhookPayload } from '../../shared/contract/webhook-payloads.ts';
import type { WebhookEventName } from '../../shared/contract/webhooks.ts';
import { API_VERSION } from '../../shared/contract/scopes.ts';
import { formatWebhookTime, type Instant } from '../../shared/instant.ts';
import type { DomainEventBody, EventData } from '../database/domain-event.ts';

/** The body of a delivery: the envelope of §6.1 around the payload of §6.4. Written once: every attempt sends these bytes. */
export function writePayload<Name extends WebhookEventName>(
  { name, data }: DomainEventBody<Name>,
  createdAt: Instant,
): string {
  return JSON.stringify({
    event: name,
    created_at: formatWebhookTime(createdAt),
    api_version: API_VERSION,
    data: payloads[name](data),
  });
}

type Payloads = {
  readonly [Name in WebhookEventName]: (data: EventData<Name>) => WebhookPayload<Name>;
};

/** Each key is named, so that nothing reaches an integrator that the contract does not list. */
const payloads: Payloads = {
  'order.created': ({
    order,
    status,
    currency,
    total,
    application_fee,
    event,
    contact_email,
    tickets,
  }) => ({ order, status, currency, total, application_fee, event, contact_email, tickets }),
  // The two keys that a dashboard refund does not have stay away.
  'order.refunded': ({ order, refund, amount, fee_reversed, fully_refunded }) => ({
    order,
    ...(refund === undefined ? {} : { refund }),
    amount,
    ...(fee_reversed === undefined ? {} : { fee_reversed }),
    fully_refunded,
  }),
  'order.cancelled': ({ order, reason }) => ({ order, reason }),
  'ticket.scanned': ({ ticket, event, result, reason, scanner_location, scanned_at }) => ({
    ticket,
    event,
    result,
    reason,
    scanner_location,
    scanned_at: formatWebhookTime(scanned_at),
  }),
  'ticket.updated': ({ ticket, event, status, ticket_type, revision, updated_at }) => ({
    ticket,
    event,
    status,
    ticket_type,
    revision,
    updated_at: updated_at === null ? null : formatWebhookTime(updated_at),
  }),
  'add_on.redeemed': ({
    order_line,
    add_on,
    event,
    quantity,
    remaining,
    scanner_location,
    redeemed_at,
  }) => ({
    order_line,
    add_on,
    event,
    quantity,
    remaining,
    scanner_location,
    redeemed_at: formatWebhookTime(redeemed_at),
  }),
  'charge.disputed': ({ dispute, charge, amount, reason }) => ({ dispute, charge, amount, reason }),
  'waitlist.joined': waitlistPayload,
  'waitlist.offered': waitlistPayload,
  'waitlist.converted': waitlistPayload,
  'session.cancelled': ({ session, event, name, starts_at, ends_at, tickets }) => ({
    session,
    event,
    name,
    starts_at: formatWebhookTime(starts_at),
    ends_at: formatWebhookTime(ends_at),
    tickets,
  }),
};

type WaitlistEvent = 'waitlist.joined' | 'waitlist.offered' | 'waitlist.converted';

function waitlistPayload({
  waitlist_entry,
  status,
  email,
  quantity,
  event,
  sellable,
  order,
}: EventData<WaitlistEvent>): WebhookPayload<WaitlistEvent> {
  return { waitlist_entry, status, email, quantity, event, sellable, order };
}

/** The email address that the payload holds, if it holds one. */
export function emailIn(event: DomainEventBody): string | null {
  switch (event.name) {
    case 'order.created':
      return event.data.contact_email;
    case 'waitlist.joined':
    case 'waitlist.offered':
    case 'waitlist.converted':
      return event.data.email;
    default:
      return null;
  }
}
