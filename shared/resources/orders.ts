import { Type, type Static } from 'typebox';
import { Currency, Money, Nullable, ReferenceTo, Text, Timestamp } from '../contract/fields.ts';
import { listPages } from '../contract/lists.ts';
import { orderStatuses } from '../contract/statuses.ts';
import { DataOf, ListOf, type Routes, paging, read } from './route-contract.ts';

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

export const eventOrderPages = listPages(Order);

export const orderPages = listPages(OrderWithEvent);

export const orderRoutes = {
  listEventOrders: {
    ...read,
    summary: "List an event's orders",
    description: 'Newest first.',
    path: '/integration/events/{eventKey}/orders',
    scopes: ['orders:read'],
    query: [...paging, 'include_deleted'],
    responses: { 200: ListOf(eventOrderPages) },
  },
  listOrders: {
    ...read,
    summary: 'List orders',
    description: "Orders of all the client's events, newest first, each with its `event`.",
    path: '/integration/orders',
    scopes: ['orders:read'],
    query: [...paging],
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
} as const satisfies Routes;
