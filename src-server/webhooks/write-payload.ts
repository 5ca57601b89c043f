import { assertNever } from '../../shared/assert-never.ts';
import { API_VERSION } from '../../shared/contract/scopes.ts';
import { formatWebhookTime, type Instant } from '../../shared/instant.ts';
import type { DomainEventBody } from '../db/domain-event.ts';

/** The body of a delivery: the envelope of §6.1 around the payload of §6.4. Written once: every attempt sends these bytes. */
export function writePayload(event: DomainEventBody, createdAt: Instant): string {
  return JSON.stringify({
    event: event.name,
    created_at: formatWebhookTime(createdAt),
    api_version: API_VERSION,
    data: payloadOf(event),
  });
}

/** Each key is named, so that nothing reaches an integrator that the contract does not list. */
function payloadOf(event: DomainEventBody): Readonly<Record<string, unknown>> {
  switch (event.name) {
    case 'order.created': {
      const { order, status, currency, total, application_fee, contact_email, tickets } =
        event.data;
      const buyer = { event: event.data.event, contact_email, tickets };
      return { order, status, currency, total, application_fee, ...buyer };
    }
    case 'order.refunded': {
      const { order, refund, amount, fee_reversed, fully_refunded } = event.data;
      // JSON leaves out what is undefined: the two keys that a dashboard refund does not have.
      return { order, refund, amount, fee_reversed, fully_refunded };
    }
    case 'order.cancelled':
      return { order: event.data.order, reason: event.data.reason };
    case 'ticket.scanned': {
      const { ticket, result, reason, scanner_location, scanned_at } = event.data;
      const at = { scanner_location, scanned_at: formatWebhookTime(scanned_at) };
      return { ticket, event: event.data.event, result, reason, ...at };
    }
    case 'ticket.updated': {
      const { ticket, status, ticket_type, revision, updated_at } = event.data;
      const edit = {
        revision,
        updated_at: updated_at === null ? null : formatWebhookTime(updated_at),
      };
      return { ticket, event: event.data.event, status, ticket_type, ...edit };
    }
    case 'add_on.redeemed': {
      const { order_line, add_on, quantity, remaining, scanner_location, redeemed_at } = event.data;
      const at = { scanner_location, redeemed_at: formatWebhookTime(redeemed_at) };
      return { order_line, add_on, event: event.data.event, quantity, remaining, ...at };
    }
    case 'charge.disputed': {
      const { dispute, charge, amount, reason } = event.data;
      return { dispute, charge, amount, reason };
    }
    case 'waitlist.joined':
    case 'waitlist.offered':
    case 'waitlist.converted': {
      const { waitlist_entry, status, email, quantity, sellable, order } = event.data;
      return { waitlist_entry, status, email, quantity, event: event.data.event, sellable, order };
    }
    case 'session.cancelled': {
      const { session, name, starts_at, ends_at, tickets } = event.data;
      const times = {
        starts_at: formatWebhookTime(starts_at),
        ends_at: formatWebhookTime(ends_at),
      };
      return { session, event: event.data.event, name, ...times, tickets };
    }
    default:
      return assertNever(event);
  }
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
