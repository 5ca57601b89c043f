import { Type, type Static } from 'typebox';
import { OrganiserKeys } from './okp-key.ts';
import { reasons } from '../verdict/reason.ts';
import { ticketStatuses } from '../verdict/facts.ts';
import { eachText } from './contact-columns.ts';
import { Currency, Money, Nullable, ReferenceTo, Text, Timestamp, warned } from './fields.ts';
import { orderStatuses } from './statuses.ts';
import { STORED_RESPONSE_CHARACTERS } from './limits.ts';
import { webhookEventNames } from './webhooks.ts';

/** The resources of specification §2, field by field, with the additive fields of the scanner surface. */

export const TicketType = Type.Object({
  reference: ReferenceTo('ticketType'),
  name: Text(),
  price: Money('Minor units.'),
  currency: Currency(),
  is_active: Type.Boolean({ description: 'Whether on sale.' }),
  total: Nullable(Type.Integer({ description: 'Capacity; null is unlimited.' })),
  sold: Nullable(Type.Integer({ description: 'Sold so far: a live counter.' })),
});
export type TicketType = Static<typeof TicketType>;

export const Event = Type.Object({
  reference: ReferenceTo('event'),
  slug: Text(),
  name: Text(),
  status: Type.Enum(['draft', 'published']),
  starts_at: Nullable(Timestamp()),
  ends_at: Nullable(Timestamp()),
  timezone: Text('IANA name.'),
  currency: Currency(),
  updated_at: Timestamp('Last change. Compared by `updated_since`.'),
  deleted_at: Nullable(Timestamp('When archived. Archived events need `include_deleted=1`.')),
});
export type Event = Static<typeof Event>;

export const EventWithTicketTypes = Type.Object({
  ...Event.properties,
  ticket_types: Type.Array(TicketType),
});
export type EventWithTicketTypes = Static<typeof EventWithTicketTypes>;

export type OrderStatus = (typeof orderStatuses)[number];

export const OrderContact = Type.Object({
  email: Nullable(Text()),
  first_name: Nullable(Text()),
  last_name: Nullable(Text()),
});

/** As in the per-event list: without `event` (§2.5). */
export const Order = Type.Object({
  reference: ReferenceTo('order'),
  status: Type.Enum([...orderStatuses]),
  currency: Currency(),
  subtotal: Money('Lines before discounts and tax, minor units.'),
  discount_total: Money(),
  tax_total: Money(),
  total: Money('Amount paid, minor units.'),
  contact: Nullable(OrderContact),
  confirmed_at: Nullable(Timestamp()),
  created_at: Timestamp(),
  updated_at: Timestamp('Changes with every status change and refund.'),
});
export type Order = Static<typeof Order>;

export const OrderWithEvent = Type.Object({
  ...Order.properties,
  event: Nullable(ReferenceTo('event')),
});
export type OrderWithEvent = Static<typeof OrderWithEvent>;

export const SessionSummary = Type.Object({
  reference: ReferenceTo('session'),
  name: Nullable(Text()),
  starts_at: Timestamp(),
});
export type SessionSummary = Static<typeof SessionSummary>;

export const TicketHolder = Type.Object({
  reference: ReferenceTo('contact'),
  email: Nullable(Text()),
  first_name: Nullable(Text()),
  last_name: Nullable(Text()),
});

export const Answer = Type.Object({
  question: ReferenceTo('question'),
  field: ReferenceTo('field'),
  key: Text('Stable per organiser.'),
  label: Nullable(Text('The question as asked.')),
  type: Text('Open-ended: text, select, multiselect, date, country, …'),
  value: Type.Union([
    Type.String(),
    Type.Number(),
    Type.Boolean(),
    Type.Array(Type.Unknown()),
    Type.Null(),
  ]),
  value_labels: Nullable(
    Type.Array(Text(), {
      description: 'Choice types: the chosen options, always a list.',
    }),
  ),
  answered_at: Nullable(Timestamp('When the answer last changed: its only change signal.')),
});
export type Answer = Static<typeof Answer>;

export const Ticket = Type.Object({
  reference: ReferenceTo('ticket'),
  status: Type.Enum([...ticketStatuses]),
  ticket_type: Nullable(Type.Object({ reference: ReferenceTo('ticketType'), name: Text() })),
  contact: Nullable(TicketHolder),
  order: Nullable(ReferenceTo('order')),
  session: Nullable(SessionSummary),
  seat_label: Nullable(Text('Null for general admission.')),
  created_at: Timestamp(),
  updated_at: Timestamp('Check-ins do not change it.'),
  deleted_at: Nullable(Timestamp('When transferred, resold or erased. Needs `include_deleted=1`.')),
  /** additive */
  code: Nullable(
    Text(
      'Content of a plain barcode; null once the ticket was reissued, because then only a signed code admits (additive).',
    ),
  ),
  /** additive */
  code_issue: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        "The number of the ticket's newest code, once it was reissued: signed codes with a lower one are refused (additive).",
    }),
  ),
  /** additive: half-open */
  valid_from: Nullable(Timestamp('Start of validity; null is open (additive).')),
  valid_until: Nullable(Timestamp('End of validity, exclusive; null is open (additive).')),
  /** additive */
  entry_points: Nullable(
    Type.Array(ReferenceTo('location'), {
      description: 'Where the ticket admits; null is anywhere (additive).',
    }),
  ),
  /** with `include=answers` */
  answers: Type.Optional(Type.Array(Answer)),
});
export type Ticket = Static<typeof Ticket>;

export const TicketWithEvent = Type.Object({
  ...Ticket.properties,
  event: Nullable(ReferenceTo('event')),
  answers: Type.Optional(
    Type.Array(Answer, { description: 'Always there with `tickets:read`; a station gets none.' }),
  ),
});
export type TicketWithEvent = Static<typeof TicketWithEvent>;

export const Contact = Type.Object({
  reference: ReferenceTo('contact'),
  ...eachText((column) =>
    Nullable(Text(column === 'email' ? 'Identity key. Null on an erased stub.' : undefined)),
  ),
  unsubscribed_at: Nullable(Timestamp('Do not send marketing to anyone with a value.')),
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
  name: Text(),
});
export type LocationSummary = Static<typeof LocationSummary>;

export const EntryScan = Type.Object({
  reference: ReferenceTo('scan'),
  ticket: Nullable(ReferenceTo('ticket')),
  result: Type.Enum([...scanResults]),
  reason: Type.Enum([...reasons]),
  scanner_location: Nullable(LocationSummary),
  session: Nullable(SessionSummary),
  scanned_at: Timestamp('Device clock; hours old on offline uploads.'),
  created_at: Timestamp('When the platform recorded it.'),
  updated_at: Timestamp('Scans never change: when it was recorded.'),
});
export type EntryScan = Static<typeof EntryScan>;

export const WebhookSubscription = Type.Object({
  reference: ReferenceTo('webhook'),
  url: Text(),
  events: Type.Array(Text()),
  event: Nullable(ReferenceTo('event', 'The event it is pinned to; null is organiser-wide.')),
  is_active: Type.Boolean(),
  disabled_reason: Nullable(Text()),
  created_at: Timestamp(),
});
export type WebhookSubscription = Static<typeof WebhookSubscription>;

/** The create response only (§2.10). */
export const WebhookSubscriptionWithSecret = Type.Object({
  ...WebhookSubscription.properties,
  secret: Text('Signing secret, shown once.'),
});

/** The answer to a rotation only (additive). */
export const RotatedWebhookSecret = Type.Object({
  ...WebhookSubscriptionWithSecret.properties,
  former_secrets_until: Nullable(
    Timestamp('Until when deliveries are signed with former secrets too; null if no longer.'),
  ),
});
export type RotatedWebhookSecret = Static<typeof RotatedWebhookSecret>;

/** One request of a delivery (§6.5). */
export const WebhookAttempt = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  at: Timestamp(),
  status: Type.Enum(['delivered', 'failed']),
  response_code: Nullable(Type.Integer({ description: 'Null if none arrived.' })),
  response_body: Nullable(
    Text(`Its first ${STORED_RESPONSE_CHARACTERS.toLocaleString('en')} characters.`),
  ),
  error: Nullable(
    Text(
      'A code, a colon and a sentence: why no status arrived, or what the status does not say, even of an attempt that delivered. Null if the status says it all.',
    ),
  ),
  duration_ms: Type.Integer(),
});
export type WebhookAttempt = Static<typeof WebhookAttempt>;

/** An entry of the delivery log (additive). */
export const WebhookDelivery = Type.Object({
  reference: ReferenceTo('delivery', 'The same in every attempt, and in its headers.'),
  event: Type.Enum([...webhookEventNames], { description: 'The name of the event.' }),
  status: Type.Enum(['pending', 'delivered', 'failed', 'cancelled']),
  created_at: Timestamp(),
  next_attempt_at: Nullable(Timestamp('Null if none is due, or if one is under way.')),
  attempts: Type.Array(WebhookAttempt, { description: 'In the order in which they were made.' }),
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;

export const Identity = Type.Object({
  organiser: Type.Object({
    reference: ReferenceTo('organiser'),
    display_name: Text(),
  }),
  client: Type.Object({
    id: Text(),
    name: Text(),
    scopes: Type.Array(Text(), { description: 'The scopes that this token has now.' }),
    all_events: Type.Boolean(),
  }),
  api_version: Text('The contract version that the client is pinned to.'),
  /** additive: what of the scanner surface this server serves */
  capabilities: Type.Optional(Type.Array(Text())),
  /** additive, with `scanner:sync` and `scanner:enrol`: a station has these keys before it holds any data that a revocation would make it delete */
  organiser_keys: Type.Optional(OrganiserKeys),
});
export type Identity = Static<typeof Identity>;

/** What a station is given for its enrolment code: its client, with the scopes that the secret gives. */
export const CompletedEnrolment = Type.Object({
  ...Identity.properties,
  client_secret: Text('Shown only once. From its first token on the enrolment code is used up.'),
});
export type CompletedEnrolment = Static<typeof CompletedEnrolment>;

/** The verdict body of `POST /integration/scans` (§4.4), not wrapped in `data`; `details` is additive. */
export const ScanVerdict = Type.Object({
  allowed: Type.Boolean(),
  reason: Type.Enum([...reasons]),
  message: Text('The verdict as a sentence.'),
  session: Nullable(SessionSummary),
  seat_label: Nullable(Text()),
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
  ...warned,
});
export type ScanVerdict = Static<typeof ScanVerdict>;

/** The verdict of a 200. */
export const AdmissionVerdict = Type.Object({
  ...ScanVerdict.properties,
  allowed: Type.Literal(true),
});

/** The verdict of a 422, which an error of the same status lacks `allowed` to be. */
export const DenialVerdict = Type.Object({
  ...ScanVerdict.properties,
  allowed: Type.Literal(false),
});
