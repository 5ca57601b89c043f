import { API_VERSION } from '../../shared/contract/scopes.ts';
import type { WebhookEventName, WebhookPayload } from '../../shared/resources/webhook-events.ts';
import { openConflict } from './conflicts.ts';
import { ada, erasedContact } from './contacts.ts';
import { balcony, gala, northGate, stalls } from './events.ts';
import { webhookTime, type Json } from './example.ts';
import { adaOrder, graceOrder } from './orders.ts';
import { wentOut } from './releases.ts';
import { arrival } from './scans.ts';
import { fridaySetup } from './sessions.ts';
import { cloakroom } from './setup.ts';
import { adaTicket, graceTicket } from './tickets.ts';
import { disabledSubscription } from './webhooks.ts';

/** Mary waits for the balcony and is offered the place of Grace's cancelled order. */
const maryWaits = {
  waitlist_entry: 'wle_01m7r3tn8n18ypfg26wymesxf2',
  status: 'waiting',
  email: 'mary@example.org',
  quantity: 1,
  event: gala.reference,
  sellable: balcony.reference,
  order: null,
} satisfies WebhookPayload<'waitlist.joined'>;

const redeemedAt = '2026-12-12T18:07:22.861094Z';

/** What happened, and when. */
interface Occurrence<Name extends WebhookEventName> {
  readonly at: string;
  readonly data: WebhookPayload<Name>;
}

const occurrences = {
  'order.created': {
    at: adaOrder.confirmed_at,
    data: {
      order: adaOrder.reference,
      status: adaOrder.status,
      currency: adaOrder.currency,
      total: adaOrder.total,
      application_fee: 295,
      event: gala.reference,
      contact_email: ada.email,
      tickets: 2,
    },
  },
  'order.refunded': {
    at: adaOrder.updated_at,
    data: {
      order: adaOrder.reference,
      refund: 'ref_01m8e7c69en2td6nqe3dhh6m2a',
      amount: 2000,
      fee_reversed: 39,
      fully_refunded: false,
    },
  },
  'order.cancelled': {
    at: graceOrder.updated_at,
    data: { order: graceOrder.reference, reason: 'The buyer cannot come' },
  },
  'ticket.scanned': {
    at: arrival.created_at,
    data: {
      ticket: adaTicket.reference,
      event: gala.reference,
      result: arrival.result,
      reason: arrival.reason,
      scanner_location: northGate.reference,
      scanned_at: webhookTime(arrival.scanned_at),
    },
  },
  'ticket.released': {
    at: wentOut.created_at,
    data: {
      release: wentOut.reference,
      scan: wentOut.scan,
      ticket: wentOut.ticket,
      event: gala.reference,
      kind: wentOut.kind,
      scanner_location: northGate.reference,
      released_at: webhookTime(wentOut.released_at),
    },
  },
  'ticket.updated': {
    at: graceTicket.updated_at,
    data: {
      ticket: graceTicket.reference,
      event: gala.reference,
      status: graceTicket.status,
      ticket_type: stalls.reference,
      revision: 2,
      updated_at: webhookTime(graceTicket.updated_at),
    },
  },
  'add_on.redeemed': {
    at: redeemedAt,
    data: {
      order_line: 'oln_01m4wr1f4rzvszfj6ka4qv0tra',
      add_on: cloakroom.reference,
      event: gala.reference,
      quantity: 1,
      remaining: 1,
      scanner_location: northGate.reference,
      redeemed_at: webhookTime(redeemedAt),
    },
  },
  'contact.updated': {
    at: ada.updated_at,
    data: { contact: ada.reference, updated_at: webhookTime(ada.updated_at) },
  },
  'contact.erased': {
    at: erasedContact.erased_at,
    data: { contact: erasedContact.reference, erased_at: webhookTime(erasedContact.erased_at) },
  },
  'event.updated': {
    at: gala.updated_at,
    data: {
      event: gala.reference,
      slug: gala.slug,
      status: gala.status,
      updated_at: webhookTime(gala.updated_at),
      deleted_at: null,
    },
  },
  'conflict.opened': {
    at: openConflict.created_at,
    data: {
      conflict: openConflict.reference,
      ticket: openConflict.ticket,
      event: gala.reference,
      kind: openConflict.kind,
      expected_reason: openConflict.expected_reason,
      opened_at: webhookTime(openConflict.created_at),
    },
  },
  'subscription.disabled': {
    at: '2026-12-12T18:20:00.000000Z',
    data: {
      subscription: disabledSubscription.reference,
      event: disabledSubscription.event,
      reason: disabledSubscription.disabled_reason,
      disabled_at: webhookTime('2026-12-12T18:20:00.000000Z'),
    },
  },
  'charge.disputed': {
    at: '2026-12-02T08:31:17.205583Z',
    data: {
      dispute: 'dp_1SZkQ2Lm4TqVw8Yx',
      charge: 'ch_3SVb7nLm4TqVw8Yx',
      amount: balcony.price,
      reason: 'fraudulent',
    },
  },
  'waitlist.joined': { at: '2026-11-18T19:58:33.719540Z', data: maryWaits },
  'waitlist.offered': { at: graceOrder.updated_at, data: { ...maryWaits, status: 'offered' } },
  'waitlist.converted': {
    at: '2026-11-21T07:15:44.960318Z',
    data: { ...maryWaits, status: 'converted', order: 'ord_01m7yfc1xf3pvkh1jvb4fppksa' },
  },
  'session.cancelled': {
    at: fridaySetup.cancelled_at,
    data: {
      session: fridaySetup.reference,
      event: gala.reference,
      name: fridaySetup.name,
      starts_at: webhookTime(fridaySetup.starts_at),
      ends_at: webhookTime(fridaySetup.ends_at),
      tickets: 148,
    },
  },
} satisfies { readonly [Name in WebhookEventName]: Occurrence<Name> };

/** The `data` of an event. */
export function examplePayload(name: WebhookEventName): Json {
  return occurrences[name].data;
}

/** The whole body of a delivery. */
export function exampleDelivery(name: WebhookEventName) {
  const { at, data } = occurrences[name];
  return { event: name, created_at: webhookTime(at), api_version: API_VERSION, data };
}

/** The headers of `exampleDelivery('order.created')` as compact JSON, signed with the example's secret a second later. */
export const exampleHeaders: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Event: 'order.created',
    Delivery: 'whd_01m4wr5w5dsee6m1y2t2276xsr',
    Signature: 't=1791966246,v1=b4f80b78e3407d3bd393d0c8fde174d327bdcf00ea2d3c636f3d83aa9c5600a1',
    StandardId: 'whd_01m4wr5w5dsee6m1y2t2276xsr',
    StandardTimestamp: '1791966246',
    StandardSignature: 'v1,24q/pM30ASch0JJtX2BVSVcp/dRFvc/FeP6y0TnwVzQ=',
  }),
);
