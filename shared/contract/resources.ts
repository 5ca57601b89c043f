import { Type, type Static } from 'typebox';
import { reasons } from '../verdict/reason.ts';
import { ticketStatuses } from '../verdict/facts.ts';
import { Currency, Money, Nullable, ReferenceTo, Timestamp } from './fields.ts';

/** The resources of specification §2, field by field, with the additive fields of the scanner surface. */

export const TicketType = Type.Object({
  reference: ReferenceTo('ticketType'),
  name: Type.String(),
  price: Money(),
  currency: Currency(),
  is_active: Type.Boolean(),
  total: Nullable(Type.Integer()),
  sold: Nullable(Type.Integer()),
});
export type TicketType = Static<typeof TicketType>;

export const Event = Type.Object({
  reference: ReferenceTo('event'),
  slug: Type.String(),
  name: Type.String(),
  status: Type.Enum(['draft', 'published']),
  starts_at: Nullable(Timestamp()),
  ends_at: Nullable(Timestamp()),
  timezone: Type.String(),
  currency: Currency(),
  updated_at: Timestamp(),
  deleted_at: Nullable(Timestamp()),
});
export type Event = Static<typeof Event>;

export const EventWithTicketTypes = Type.Object({
  ...Event.properties,
  ticket_types: Type.Array(TicketType),
});
export type EventWithTicketTypes = Static<typeof EventWithTicketTypes>;

export const orderStatuses = [
  'draft',
  'pending_payment',
  'awaiting_approval',
  'paid',
  'free_confirmed',
  'cancelled',
  'refunded',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const OrderContact = Type.Object({
  email: Nullable(Type.String()),
  first_name: Nullable(Type.String()),
  last_name: Nullable(Type.String()),
});

/** As in the per-event list: without `event` (§2.5). */
export const Order = Type.Object({
  reference: ReferenceTo('order'),
  status: Type.Enum([...orderStatuses]),
  currency: Currency(),
  subtotal: Money(),
  discount_total: Money(),
  tax_total: Money(),
  total: Money(),
  contact: Nullable(OrderContact),
  confirmed_at: Nullable(Timestamp()),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});
export type Order = Static<typeof Order>;

export const OrderWithEvent = Type.Object({
  ...Order.properties,
  event: Nullable(ReferenceTo('event')),
});
export type OrderWithEvent = Static<typeof OrderWithEvent>;

export const SessionSummary = Type.Object({
  reference: ReferenceTo('session'),
  name: Nullable(Type.String()),
  starts_at: Timestamp(),
});
export type SessionSummary = Static<typeof SessionSummary>;

export const TicketHolder = Type.Object({
  reference: ReferenceTo('contact'),
  email: Nullable(Type.String()),
  first_name: Nullable(Type.String()),
  last_name: Nullable(Type.String()),
});

export const Answer = Type.Object({
  question: ReferenceTo('question'),
  field: ReferenceTo('field'),
  key: Type.String(),
  label: Nullable(Type.String()),
  type: Type.String(),
  value: Type.Union([
    Type.String(),
    Type.Number(),
    Type.Boolean(),
    Type.Array(Type.Unknown()),
    Type.Null(),
  ]),
  value_labels: Nullable(Type.Array(Type.String())),
  answered_at: Nullable(Timestamp()),
});
export type Answer = Static<typeof Answer>;

export const Ticket = Type.Object({
  reference: ReferenceTo('ticket'),
  status: Type.Enum([...ticketStatuses]),
  ticket_type: Nullable(Type.Object({ reference: ReferenceTo('ticketType'), name: Type.String() })),
  contact: Nullable(TicketHolder),
  order: Nullable(ReferenceTo('order')),
  session: Nullable(SessionSummary),
  seat_label: Nullable(Type.String()),
  created_at: Timestamp(),
  updated_at: Timestamp(),
  deleted_at: Nullable(Timestamp()),
  /** additive: what the barcode says; the reference unless signed codes are issued */
  code: Nullable(Type.String()),
  /** additive: validity window, half-open; null is open on that side */
  valid_from: Nullable(Timestamp()),
  valid_until: Nullable(Timestamp()),
  /** additive: entry points that admit this ticket; null admits anywhere */
  entry_points: Nullable(Type.Array(ReferenceTo('location'))),
  /** with `include=answers` */
  answers: Type.Optional(Type.Array(Answer)),
});
export type Ticket = Static<typeof Ticket>;

export const TicketWithEvent = Type.Object({
  ...Ticket.properties,
  event: Nullable(ReferenceTo('event')),
  answers: Type.Array(Answer),
});
export type TicketWithEvent = Static<typeof TicketWithEvent>;

export const Contact = Type.Object({
  reference: ReferenceTo('contact'),
  email: Nullable(Type.String()),
  first_name: Nullable(Type.String()),
  last_name: Nullable(Type.String()),
  mobile: Nullable(Type.String()),
  unsubscribed_at: Nullable(Timestamp()),
  is_erased: Type.Boolean(),
  erased_at: Nullable(Timestamp()),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});
export type Contact = Static<typeof Contact>;

export const scanResults = ['allowed', 'denied'] as const;
export type ScanResult = (typeof scanResults)[number];

export const LocationSummary = Type.Object({
  reference: ReferenceTo('location'),
  name: Type.String(),
});

export const EntryScan = Type.Object({
  reference: ReferenceTo('scan'),
  ticket: Nullable(ReferenceTo('ticket')),
  result: Type.Enum([...scanResults]),
  reason: Type.Enum([...reasons]),
  scanner_location: Nullable(LocationSummary),
  session: Nullable(SessionSummary),
  scanned_at: Timestamp(),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});
export type EntryScan = Static<typeof EntryScan>;

export const WebhookSubscription = Type.Object({
  reference: ReferenceTo('webhook'),
  url: Type.String(),
  events: Type.Array(Type.String()),
  event: Nullable(ReferenceTo('event')),
  is_active: Type.Boolean(),
  disabled_reason: Nullable(Type.String()),
  created_at: Timestamp(),
});
export type WebhookSubscription = Static<typeof WebhookSubscription>;

/** The create response only (§2.10). */
export const WebhookSubscriptionWithSecret = Type.Object({
  ...WebhookSubscription.properties,
  secret: Type.String(),
});

export const Identity = Type.Object({
  organiser: Type.Object({ reference: ReferenceTo('organiser'), display_name: Type.String() }),
  client: Type.Object({
    id: Type.String(),
    name: Type.String(),
    scopes: Type.Array(Type.String()),
    all_events: Type.Boolean(),
  }),
  api_version: Type.String(),
  /** additive: what of the scanner surface this server serves */
  capabilities: Type.Optional(Type.Array(Type.String())),
});
export type Identity = Static<typeof Identity>;

/** The verdict body of `POST /integration/scans` (§4.4), not wrapped in `data`; `details` is additive. */
export const ScanVerdict = Type.Object({
  allowed: Type.Boolean(),
  reason: Type.Enum([...reasons]),
  message: Type.String(),
  session: Nullable(SessionSummary),
  seat_label: Nullable(Type.String()),
  scan: Type.Object({
    reference: ReferenceTo('scan'),
    result: Type.Enum([...scanResults]),
    scanned_at: Timestamp(),
  }),
  details: Type.Object({
    first_admission: Nullable(
      Type.Object({ scanned_at: Timestamp(), scanner_location: Nullable(LocationSummary) }),
    ),
    window: Nullable(Type.Object({ from: Nullable(Timestamp()), until: Nullable(Timestamp()) })),
    entry_points: Nullable(Type.Array(LocationSummary)),
  }),
});
export type ScanVerdict = Static<typeof ScanVerdict>;
