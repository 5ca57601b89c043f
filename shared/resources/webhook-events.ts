import { Type, type Static, type TSchema } from 'typebox';
import { Currency, Money, Nullable, ReferenceTo, Text, WebhookTime } from '../contract/fields.ts';
import { conflictKinds } from '../contract/statuses.ts';
import { ticketStatuses } from '../verdict/terms/facts.ts';
import { reasons } from '../verdict/terms/reason.ts';
import { releaseKinds } from '../verdict/terms/releases.ts';
import { scanResults } from './scans.ts';

/** The payload of the three waitlist events. */
const WaitlistMoved = Type.Object({
  waitlist_entry: ReferenceTo('waitlistEntry'),
  status: Type.Enum(['waiting', 'offered', 'converted'], {
    description: 'The status after the event: joined is `waiting`. Use it to order events.',
  }),
  email: Text(),
  quantity: Type.Integer({ description: 'Places requested.' }),
  event: Nullable(ReferenceTo('event')),
  sellable: Nullable(
    Type.Union([ReferenceTo('ticketType'), ReferenceTo('addOn')], {
      description: 'The sold-out ticket type or add-on.',
    }),
  ),
  order: Nullable(ReferenceTo('order', 'Null until `waitlist.converted`.')),
});

/**
 * The subscribable events: the catalogue of specification §6.4. `meaning` says when each fires, `payload` is its `data`. A subscription
 * matches them exactly, without wildcards.
 */
export const webhookEvents = {
  'order.created': {
    meaning: 'An order was confirmed, paid or free. The order and its tickets can be read by then.',
    payload: Type.Object({
      order: ReferenceTo('order'),
      status: Type.Enum(['paid', 'free_confirmed']),
      currency: Currency(),
      total: Money('Minor units.'),
      application_fee: Money('Platform fee taken from the total, minor units.'),
      event: Nullable(ReferenceTo('event')),
      contact_email: Nullable(Text("The buyer's, when a contact is attached.")),
      tickets: Type.Integer({ description: 'Tickets issued.' }),
    }),
  },
  'order.refunded': {
    meaning:
      "Money was refunded for an order, in the console or in the payment processor's dashboard.",
    payload: Type.Object({
      order: ReferenceTo('order'),
      refund: Type.Optional(
        ReferenceTo('refund', "Omitted for refunds made in the processor's dashboard."),
      ),
      amount: Money('What this refund returned, minor units.'),
      fee_reversed: Type.Optional(
        Money(
          "Platform fee returned, minor units. Omitted for refunds made in the processor's dashboard.",
        ),
      ),
      fully_refunded: Type.Boolean({ description: 'Whether the whole order is now refunded.' }),
    }),
  },
  'order.cancelled': {
    meaning:
      'A confirmed order and its tickets were cancelled. No money moves; refunds fire `order.refunded`.',
    payload: Type.Object({
      order: ReferenceTo('order'),
      reason: Nullable(Text("In the organiser's words.")),
    }),
  },
  'ticket.scanned': {
    meaning:
      'A ticket was scanned at a door or checked in elsewhere, allowed or denied. An offline scan fires when it is uploaded.',
    payload: Type.Object({
      ticket: ReferenceTo('ticket'),
      event: ReferenceTo('event'),
      result: Type.Enum([...scanResults]),
      reason: Type.Enum([...reasons]),
      scanner_location: Nullable(ReferenceTo('location', 'Null for online and staff check-ins.')),
      scanned_at: WebhookTime('Device clock; hours old on offline uploads.'),
    }),
  },
  /** additive */
  'ticket.released': {
    meaning:
      'An admission ended: its guest went out, or it was a mistake. An offline release fires when it is uploaded.',
    payload: Type.Object({
      release: ReferenceTo('release'),
      scan: Nullable(
        ReferenceTo('scan', 'The admission; null if none was known that was open then.'),
      ),
      ticket: ReferenceTo('ticket'),
      event: ReferenceTo('event'),
      kind: Type.Enum([...releaseKinds]),
      scanner_location: Nullable(ReferenceTo('location')),
      released_at: WebhookTime('Device clock; hours old on offline uploads.'),
    }),
  },
  'ticket.updated': {
    meaning:
      'A ticket was edited: its status, holder or another detail. A check-in is not an edit.',
    payload: Type.Object({
      ticket: ReferenceTo('ticket'),
      event: ReferenceTo('event'),
      status: Type.Enum([...ticketStatuses]),
      ticket_type: Nullable(ReferenceTo('ticketType')),
      revision: Type.Integer({
        description: 'Counts the edits of this ticket; use it to order events.',
      }),
      updated_at: Nullable(WebhookTime()),
    }),
  },
  'add_on.redeemed': {
    meaning: 'Units of a purchased add-on were handed out.',
    payload: Type.Object({
      order_line: ReferenceTo('orderLine'),
      add_on: Nullable(ReferenceTo('addOn')),
      event: ReferenceTo('event'),
      quantity: Type.Integer({ description: 'Units handed out this time.' }),
      remaining: Type.Integer({ description: 'Units of the line not yet handed out.' }),
      scanner_location: Nullable(ReferenceTo('location')),
      redeemed_at: WebhookTime(),
    }),
  },
  /** additive */
  'contact.updated': {
    meaning:
      'The names or the number of a contact were changed. New contacts come with their orders. It belongs to no event, so only organisation-wide subscriptions receive it.',
    payload: Type.Object({
      contact: ReferenceTo('contact'),
      updated_at: WebhookTime('That of the contact: read it to learn what changed.'),
    }),
  },
  /** additive */
  'contact.erased': {
    meaning:
      'A person was erased under a data-protection request: erase your copy. It belongs to no event, so only organisation-wide subscriptions receive it.',
    payload: Type.Object({ contact: ReferenceTo('contact'), erased_at: WebhookTime() }),
  },
  /** additive */
  'event.updated': {
    meaning: 'An event was edited, published or archived.',
    payload: Type.Object({
      event: ReferenceTo('event'),
      slug: Text(),
      status: Type.Enum(['draft', 'published']),
      updated_at: WebhookTime(),
      deleted_at: Nullable(WebhookTime('When it was archived.')),
    }),
  },
  /** additive */
  'conflict.opened': {
    meaning:
      'Doors disagree about a ticket: two admitted it while they were apart, or one admitted what the server would have refused. Somebody has to look.',
    payload: Type.Object({
      conflict: ReferenceTo('conflict'),
      ticket: ReferenceTo('ticket'),
      event: ReferenceTo('event'),
      kind: Type.Enum([...conflictKinds]),
      expected_reason: Type.Enum([...reasons]),
      opened_at: WebhookTime(),
    }),
  },
  /** additive */
  'subscription.disabled': {
    meaning:
      'A subscription was switched off because its endpoint failed. The other subscriptions of its client receive it, whatever they are pinned to.',
    payload: Type.Object({
      subscription: ReferenceTo('webhook'),
      event: Nullable(ReferenceTo('event', 'What it is pinned to.')),
      reason: Text(),
      disabled_at: WebhookTime(),
    }),
  },
  /** The identifiers are the payment processor's. */
  'charge.disputed': {
    meaning:
      'The payment processor reports a dispute. It belongs to no event, so only organisation-wide subscriptions receive it.',
    payload: Type.Object({
      dispute: Nullable(Text("The processor's id, `dp_…`.")),
      charge: Nullable(Text("The processor's id, `ch_…`.")),
      amount: Nullable(Money('Minor units.')),
      reason: Nullable(Text("In the processor's words.")),
    }),
  },
  'waitlist.joined': {
    meaning: 'Somebody joined the waiting list of a sold-out ticket type or add-on.',
    payload: WaitlistMoved,
  },
  'waitlist.offered': {
    meaning: 'Places were offered to somebody on the waiting list, for a limited time.',
    payload: WaitlistMoved,
  },
  'waitlist.converted': {
    meaning: 'Offered places were ordered. `order.created` fires too.',
    payload: WaitlistMoved,
  },
  'session.cancelled': {
    meaning:
      'One date of a recurring event was cancelled. Its tickets stay valid and can be refunded.',
    payload: Type.Object({
      session: ReferenceTo('session'),
      event: ReferenceTo('event'),
      name: Nullable(Text()),
      starts_at: WebhookTime(),
      ends_at: WebhookTime(),
      tickets: Type.Integer({ description: 'Tickets that are still valid: not always zero.' }),
    }),
  },
} as const satisfies Readonly<Record<string, { meaning: string; payload: TSchema }>>;

export type WebhookEventName = keyof typeof webhookEvents;
export type WebhookPayload<Name extends WebhookEventName> = Static<
  (typeof webhookEvents)[Name]['payload']
>;

export const webhookEventNames: readonly WebhookEventName[] =
  Object.keys(webhookEvents).filter(isWebhookEventName);

/** When each fires. */
export const webhookMeanings: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(webhookEvents).map(([name, { meaning }]) => [name, meaning]),
);

export function isWebhookEventName(name: string): name is WebhookEventName {
  return Object.hasOwn(webhookEvents, name);
}

/** The body of a delivery: the envelope of §6.1 around the payload. */
export const DeliveryOf = <Name extends WebhookEventName>(name: Name) =>
  Type.Object({
    event: Type.Literal(name),
    created_at: WebhookTime('When it happened.'),
    api_version: Text('The generation of the payload.'),
    test: Type.Optional(
      Type.Literal(true, {
        description: 'Only in a delivery that somebody asked for as a test: nothing happened.',
      }),
    ),
    data: webhookEvents[name].payload,
  });
