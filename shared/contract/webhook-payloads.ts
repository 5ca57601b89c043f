import { Type, type Static, type TSchema } from 'typebox';
import { ticketStatuses } from '../verdict/facts.ts';
import { reasons } from '../verdict/reason.ts';
import { Currency, Money, Nullable, ReferenceTo, Text, WebhookTime } from './fields.ts';
import { scanResults } from './resources.ts';
import type { WebhookEventName } from './webhooks.ts';

/** The payloads of specification §6.4, field by field: the `data` of each event. */

export const OrderCreated = Type.Object({
  order: ReferenceTo('order'),
  status: Type.Enum(['paid', 'free_confirmed']),
  currency: Currency(),
  total: Money('Minor units.'),
  application_fee: Money('Platform fee taken from the total, minor units.'),
  event: Nullable(ReferenceTo('event')),
  contact_email: Nullable(Text("The buyer's, when a contact is attached.")),
  tickets: Type.Integer({ description: 'Tickets issued.' }),
});

export const OrderRefunded = Type.Object({
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
});

export const OrderCancelled = Type.Object({
  order: ReferenceTo('order'),
  reason: Nullable(Text("In the organiser's words.")),
});

export const TicketScanned = Type.Object({
  ticket: ReferenceTo('ticket'),
  event: ReferenceTo('event'),
  result: Type.Enum([...scanResults]),
  reason: Type.Enum([...reasons]),
  scanner_location: Nullable(ReferenceTo('location', 'Null for online and staff check-ins.')),
  scanned_at: WebhookTime('Device clock; hours old on offline uploads.'),
});

export const TicketUpdated = Type.Object({
  ticket: ReferenceTo('ticket'),
  event: ReferenceTo('event'),
  status: Type.Enum([...ticketStatuses]),
  ticket_type: Nullable(ReferenceTo('ticketType')),
  revision: Type.Integer({
    description: 'Counts the edits of this ticket; use it to order events.',
  }),
  updated_at: Nullable(WebhookTime()),
});

export const AddOnRedeemed = Type.Object({
  order_line: ReferenceTo('orderLine'),
  add_on: Nullable(ReferenceTo('addOn')),
  event: ReferenceTo('event'),
  quantity: Type.Integer({ description: 'Units handed out this time.' }),
  remaining: Type.Integer({ description: 'Units of the line not yet handed out.' }),
  scanner_location: Nullable(ReferenceTo('location')),
  redeemed_at: WebhookTime(),
});

/** The identifiers are the payment processor's. */
export const ChargeDisputed = Type.Object({
  dispute: Nullable(Text("The processor's id, `dp_…`.")),
  charge: Nullable(Text("The processor's id, `ch_…`.")),
  amount: Nullable(Money('Minor units.')),
  reason: Nullable(Text("In the processor's words.")),
});

/** One payload for the three waitlist events. */
export const WaitlistMoved = Type.Object({
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

export const SessionCancelled = Type.Object({
  session: ReferenceTo('session'),
  event: ReferenceTo('event'),
  name: Nullable(Text()),
  starts_at: WebhookTime(),
  ends_at: WebhookTime(),
  tickets: Type.Integer({ description: 'Tickets that are still valid: not always zero.' }),
});

export const webhookPayloads = {
  'order.created': OrderCreated,
  'order.refunded': OrderRefunded,
  'order.cancelled': OrderCancelled,
  'ticket.scanned': TicketScanned,
  'ticket.updated': TicketUpdated,
  'add_on.redeemed': AddOnRedeemed,
  'charge.disputed': ChargeDisputed,
  'waitlist.joined': WaitlistMoved,
  'waitlist.offered': WaitlistMoved,
  'waitlist.converted': WaitlistMoved,
  'session.cancelled': SessionCancelled,
} as const satisfies Record<WebhookEventName, TSchema>;

export type WebhookPayload<Name extends WebhookEventName> = Static<(typeof webhookPayloads)[Name]>;

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
    data: webhookPayloads[name],
  });
