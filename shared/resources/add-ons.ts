import { Type, type Static } from 'typebox';
import { Nullable, ReferenceTo, Timestamp } from '../contract/fields.ts';
import { listPages } from '../contract/lists.ts';
import { orderStatuses } from '../contract/statuses.ts';
import { ListOf, type Routes, paging, read } from './route-contract.ts';

/** An order line of an add-on: units bought and units handed out. */
export const AddOnLine = Type.Object({
  reference: ReferenceTo('orderLine'),
  order: ReferenceTo('order'),
  /** Nothing is handed out for an order that was cancelled or refunded. */
  order_status: Type.Enum([...orderStatuses]),
  add_on: ReferenceTo('addOn'),
  session: Nullable(ReferenceTo('session')),
  quantity: Type.Integer(),
  /** May exceed `quantity` if two offline stations handed out the same units. */
  redeemed: Type.Integer(),
  remaining: Type.Integer({ minimum: 0 }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});
export type AddOnLine = Static<typeof AddOnLine>;

export const addOnLinePages = listPages(AddOnLine);

export const addOnRoutes = {
  listAddOnLines: {
    ...read,
    summary: "List an event's add-on lines",
    description: 'Add-ons that were bought and how many units were handed out, newest first.',
    path: '/scanner/events/{eventKey}/order-lines',
    scopes: ['scanner:sync'],
    query: [...paging, 'include_deleted'],
    responses: { 200: ListOf(addOnLinePages) },
  },
} as const satisfies Routes;
