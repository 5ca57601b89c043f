import { Type, type TObject, type TProperties, type TSchema } from 'typebox';
import precedence from '../../vectors/verdict/precedence.json' with { type: 'json' };

/**
 * The resources of the specification's section 2, transcribed from its tables and not from the product: exact keys, types and nullability. Additive
 * fields are those that the scanner surface names.
 */

/** An object with these keys and no others. */
export const exact = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
export const oneOf = (...texts: string[]) => Type.String({ pattern: `^(?:${texts.join('|')})$` });

export const time = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z$',
});
const ref = (prefix: string) => Type.String({ pattern: `^${prefix}_[0-9a-hjkmnp-tv-z]{26}$` });
const currency = Type.String({ pattern: '^[A-Z]{3}$' });
const text = Type.String();

export const TicketType = exact({
  reference: ref('tt'),
  name: text,
  price: Type.Integer(),
  currency,
  is_active: Type.Boolean(),
  total: nullable(Type.Integer()),
  sold: nullable(Type.Integer()),
});

export const Event = exact({
  reference: ref('evt'),
  slug: text,
  name: text,
  status: oneOf('draft', 'published'),
  starts_at: nullable(time),
  ends_at: nullable(time),
  timezone: text,
  currency,
  updated_at: time,
  deleted_at: nullable(time),
});
export const EventDetails = exact({
  ...Event.properties,
  ticket_types: Type.Array(
    exact({ ...TicketType.properties, available: nullable(Type.Integer()) }),
  ),
});

export const Order = exact({
  reference: ref('ord'),
  status: oneOf(
    'draft',
    'pending_payment',
    'awaiting_approval',
    'paid',
    'free_confirmed',
    'cancelled',
    'refunded',
  ),
  currency,
  subtotal: Type.Integer(),
  discount_total: Type.Integer(),
  tax_total: Type.Integer(),
  total: Type.Integer(),
  contact: nullable(
    exact({ email: nullable(text), first_name: nullable(text), last_name: nullable(text) }),
  ),
  external_id: nullable(text),
  confirmed_at: nullable(time),
  created_at: time,
  updated_at: time,
});
export const OrderDetails = exact({ ...Order.properties, event: nullable(ref('evt')) });

const session = nullable(exact({ reference: ref('ses'), name: nullable(text), starts_at: time }));

export const Answer = exact({
  question: ref('qst'),
  field: ref('fld'),
  key: text,
  label: nullable(text),
  type: text,
  value: Type.Union([text, Type.Number(), Type.Boolean(), Type.Array(text), Type.Null()]),
  value_labels: nullable(Type.Array(text)),
  answered_at: nullable(time),
});

export const Ticket = exact({
  reference: ref('tkt'),
  status: oneOf('valid', 'checked_in', 'cancelled', 'refunded'),
  ticket_type: nullable(exact({ reference: ref('tt'), name: text })),
  contact: nullable(
    exact({
      reference: ref('con'),
      email: nullable(text),
      first_name: nullable(text),
      last_name: nullable(text),
    }),
  ),
  order: nullable(ref('ord')),
  session,
  seat_label: nullable(text),
  created_at: time,
  updated_at: time,
  deleted_at: nullable(time),
  revision: Type.Integer(),
  code: nullable(text),
  external_id: nullable(text),
  valid_from: nullable(time),
  valid_until: nullable(time),
  entry_points: nullable(Type.Array(ref('loc'))),
});
export const TicketAnswers = exact({ ...Ticket.properties, answers: Type.Array(Answer) });
export const TicketDetails = exact({ ...TicketAnswers.properties, event: nullable(ref('evt')) });

export const Contact = exact({
  reference: ref('con'),
  email: nullable(text),
  first_name: nullable(text),
  last_name: nullable(text),
  mobile: nullable(text),
  unsubscribed_at: nullable(time),
  is_erased: Type.Boolean(),
  erased_at: nullable(time),
  created_at: time,
  updated_at: time,
});

/** Of section 6.4: the vectors have a condition for each reason to refuse. */
export const reasons = ['scanning.allowed', ...Object.keys(precedence.conditions)];
const location = nullable(exact({ reference: ref('loc'), name: text }));

export const EntryScan = exact({
  reference: ref('scn'),
  ticket: nullable(ref('tkt')),
  result: oneOf('allowed', 'denied'),
  reason: oneOf(...reasons),
  scanner_location: location,
  session,
  scanned_at: time,
  created_at: time,
  updated_at: time,
});

export const Verdict = exact({
  allowed: Type.Boolean(),
  reason: oneOf(...reasons),
  message: Type.String({ minLength: 1 }),
  session,
  seat_label: nullable(text),
  scan: exact({
    reference: ref('scn'),
    result: oneOf('allowed', 'denied'),
    scanned_at: time,
  }),
  details: Type.Object({}),
  /** Where the server explains the reason; additive. */
  reason_url: Type.String({ pattern: '^http' }),
});

export const Subscription = exact({
  reference: ref('whk'),
  url: text,
  events: Type.Array(text),
  event: nullable(ref('evt')),
  is_active: Type.Boolean(),
  disabled_reason: nullable(text),
  created_at: time,
});
export const NewSubscription = exact({
  ...Subscription.properties,
  secret: Type.String({ pattern: '^whsec_[A-Za-z0-9+/]+=*$' }),
});

export const Identity = exact({
  organiser: exact({ reference: ref('org'), display_name: text }),
  client: exact({
    id: text,
    name: text,
    scopes: Type.Array(text),
    all_events: Type.Boolean(),
  }),
  api_version: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' }),
  capabilities: Type.Array(text),
});

export const ErrorBody = exact({
  message: Type.String({ minLength: 1 }),
  code: Type.String({ pattern: '^[a-z]+\\.[a-z_]+$' }),
  errors: Type.Optional(
    Type.Record(Type.String(), Type.Array(Type.String({ minLength: 1 }), { minItems: 1 })),
  ),
  type: text,
  title: text,
  status: Type.Integer(),
  detail: text,
  request_id: Type.String({ minLength: 1 }),
});

/** `{data: …}` (§2.1). */
export const Wrapped = <T extends TSchema>(schema: T) => exact({ data: schema });

/** The same with what was ignored (§9), by field or parameter. */
export const Warned = <P extends TProperties>({ properties }: TObject<P>) =>
  exact({ ...properties, warnings: Type.Record(Type.String(), Type.Array(Type.String())) });

export type Rows = TObject;

/** Numbered mode (§2.2). */
export const List = <T extends Rows>(row: T) =>
  Wrapped(
    exact({
      current_page: Type.Integer({ minimum: 1 }),
      data: Type.Array(row),
      first_page_url: text,
      from: nullable(Type.Integer()),
      last_page: Type.Integer({ minimum: 1 }),
      last_page_url: text,
      links: Type.Array(exact({ url: nullable(text), label: text, active: Type.Boolean() })),
      next_page_url: nullable(text),
      path: text,
      per_page: Type.Integer({ minimum: 1, maximum: 100 }),
      prev_page_url: nullable(text),
      to: nullable(Type.Integer()),
      total: Type.Integer({ minimum: 0 }),
    }),
  );

/** Incremental mode (§4.1). */
export const Changes = <T extends Rows>(row: T) =>
  exact({
    data: exact({
      data: Type.Array(row),
      path: text,
      per_page: Type.Integer({ minimum: 1, maximum: 100 }),
      next_cursor: nullable(text),
      next_page_url: nullable(text),
      prev_cursor: nullable(text),
      prev_page_url: nullable(text),
    }),
    watermark: time,
  });

/** The output of commands of which tests use only the reference. */
export const Made = Type.Object({ reference: text });

/** The output of `order create` and similar commands: the order, its lines and its tickets. */
export const Placed = exact({
  ...OrderDetails.properties,
  /** Additive. */
  buyer: Type.Union([ref('con'), Type.Null()]),
  refunded_total: Type.Integer(),
  lines: Type.Array(
    exact({
      reference: ref('oln'),
      kind: oneOf('ticket', 'add_on'),
      sellable: Type.String({ pattern: '^(?:tt|adn)_' }),
      name: text,
      unit_price: Type.Integer(),
      quantity: Type.Integer(),
      amount: Type.Integer(),
      redeemed: Type.Integer(),
      remaining: Type.Integer(),
    }),
  ),
  tickets: Type.Array(TicketDetails),
});
