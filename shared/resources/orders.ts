import { Type, type Static } from 'typebox';
import {
  Currency,
  Money,
  NamedReference,
  Nullable,
  ReferenceTo,
  Text,
  Timestamp,
} from '../contract/fields.ts';
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH } from '../contract/limits.ts';
import { listPages } from '../contract/lists.ts';
import { orderStatuses, paymentMethods } from '../contract/statuses.ts';
import { DataOf, ListOf, type Routes, paging, read, write } from './route-contract.ts';
import { Ticket } from './tickets.ts';

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
  /** additive */
  external_id: Nullable(Text("The order's number in the shop that sold it (additive).")),
  /** additive */
  payment_method: Type.Optional(
    Type.Enum([...paymentMethods], {
      description: 'How it was paid where it was placed; left out if nobody said (additive).',
    }),
  ),
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

const Name = () => Type.Optional(Nullable(Type.String({ maxLength: MAX_NAME_LENGTH })));

/** A ticket for a guest who has none. */
export const OrderRequest = Type.Object({
  ticket_type: NamedReference('ticketType', 'What is sold, of one place.'),
  session: Type.Optional(
    Nullable(NamedReference('session', 'Which date of a recurring event the ticket is for.')),
  ),
  first_name: Name(),
  last_name: Name(),
  email: Type.Optional(
    Nullable(
      Type.String({
        maxLength: MAX_EMAIL_LENGTH,
        description:
          'The contact with this email is the buyer, and gets the names that are sent. Without one, a name is required, and the order has no contact.',
      }),
    ),
  ),
  payment_method: Type.Enum([...paymentMethods], {
    description: 'How it was paid. A `complimentary` ticket costs nothing, whatever its type does.',
  }),
});
export type OrderRequest = Static<typeof OrderRequest>;

export const PlacedTicket = Type.Object({
  ...Ticket.properties,
  signed_code: Nullable(
    Text(
      'Content of its signed barcode, which admits at a door that has not heard of the ticket yet. Null if its entry points do not fit into one.',
    ),
  ),
});
export type PlacedTicket = Static<typeof PlacedTicket>;

export const PlacedOrder = Type.Object({
  ...OrderWithEvent.properties,
  tickets: Type.Array(PlacedTicket),
});
export type PlacedOrder = Static<typeof PlacedOrder>;

export const SentOrder = Type.Object({
  order: ReferenceTo('order'),
  emails: Type.Integer({ description: 'How many were accepted now.' }),
  tickets: Type.Integer({ description: 'How many tickets they held.' }),
  refused: Type.Integer({ description: 'How many the mail server refused.' }),
  without_email: Type.Integer({ description: 'Valid tickets whose holder has no email.' }),
  is_complete: Type.Boolean({
    description: 'False if the mail server stopped taking emails: send the rest later.',
  }),
});
export type SentOrder = Static<typeof SentOrder>;

export const OrderCancelRequest = Type.Object({
  reason: Type.Optional(
    Nullable(
      Type.String({ maxLength: MAX_NAME_LENGTH, description: 'Why, for `order.cancelled`.' }),
    ),
  ),
});
export type OrderCancelRequest = Static<typeof OrderCancelRequest>;

export const OrderRefundRequest = Type.Object({
  amount: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        description: 'In minor units, at most what is left; by default what is left.',
      }),
    ),
  ),
});
export type OrderRefundRequest = Static<typeof OrderRefundRequest>;

export const eventOrderPages = listPages(Order);

export const orderPages = listPages(OrderWithEvent);

export const orderRoutes = {
  listEventOrders: {
    ...read,
    summary: "List an event's orders",
    description: 'Newest first.',
    path: '/integration/events/{eventKey}/orders',
    scopes: ['orders:read'],
    query: [...paging, 'external_id', 'include_deleted'],
    responses: { 200: ListOf(eventOrderPages) },
  },
  listOrders: {
    ...read,
    summary: 'List orders',
    description: "Orders of all the client's events, newest first, each with its `event`.",
    path: '/integration/orders',
    scopes: ['orders:read'],
    query: [...paging, 'external_id'],
    responses: { 200: ListOf(orderPages) },
  },
  readOrder: {
    ...read,
    summary: 'Read an order',
    description:
      'One order with its `event`. Its tickets are those that the tickets of the event list with `order`.',
    path: '/integration/orders/{reference}',
    scopes: ['orders:read'],
    query: [],
    responses: { 200: DataOf(OrderWithEvent) },
  },
  placeOrder: {
    ...write,
    summary: 'Place an order',
    description:
      'Sells a guest one ticket and confirms the order: `order.created` fires. The answer has the ticket with its codes (additive).',
    path: '/integration/events/{eventKey}/orders',
    scopes: ['orders:write'],
    idempotent: true,
    request: OrderRequest,
    responses: { 201: DataOf(PlacedOrder) },
    refusals: ['capacity.exceeded', 'contacts.erased'],
  },
  sendOrder: {
    ...write,
    summary: "Send an order's tickets",
    description:
      'Emails holders the codes of their tickets. Those who have them already are left out, so it may be repeated. Needs a server with `orders.send` among its `capabilities` (additive).',
    path: '/integration/orders/{reference}/send',
    scopes: ['orders:write'],
    responses: { 200: DataOf(SentOrder) },
    refusals: ['validation.failed'],
  },
  cancelOrder: {
    ...write,
    summary: 'Cancel an order',
    description:
      'Voids the tickets of a confirmed order and frees its places: `order.cancelled` and `ticket.updated` fire. No money moves (additive).',
    path: '/integration/orders/{reference}/cancel',
    scopes: ['orders:write'],
    idempotent: true,
    request: OrderCancelRequest,
    bodyOptional: true,
    responses: { 200: DataOf(OrderWithEvent) },
  },
  refundOrder: {
    ...write,
    summary: 'Refund an order',
    description:
      'Records what was paid back of an order, in full or in part: `order.refunded` fires. Once everything is refunded, its tickets are void. The money itself is moved where it was paid (additive).',
    path: '/integration/orders/{reference}/refund',
    scopes: ['orders:write'],
    idempotent: true,
    request: OrderRefundRequest,
    bodyOptional: true,
    responses: { 200: DataOf(OrderWithEvent) },
  },
} as const satisfies Routes;
