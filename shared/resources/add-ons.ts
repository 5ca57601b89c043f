import { Type, type Static } from 'typebox';
import { Nullable, ReferenceTo, SentTime, Text, Timestamp, warned } from '../contract/fields.ts';
import { MAX_UPLOAD_ITEMS } from '../contract/limits.ts';
import { listPages } from '../contract/lists.ts';
import { orderStatuses } from '../contract/statuses.ts';
import { ListOf, type Routes, UPLOAD_VALUES, paging, read, write } from './route-contract.ts';

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

export const RedemptionUpload = Type.Object({
  /** Identifies the action: repetitions are applied and reported once. */
  client_reference: Type.String({ minLength: 1, maxLength: 200 }),
  order_line: ReferenceTo('orderLine'),
  /** Units handed out; negative takes units back. */
  quantity: Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 }),
  /** Corrected device time. */
  redeemed_at: SentTime(),
  scanner_location: Type.Optional(Nullable(ReferenceTo('location'))),
});
export type RedemptionUpload = Static<typeof RedemptionUpload>;

/** As with scans, each item is validated on its own. */
export const RedemptionUploadRequest = Type.Object({
  items: Type.Array(RedemptionUpload, {
    minItems: 1,
    maxItems: MAX_UPLOAD_ITEMS,
    description: 'Each is validated on its own, as those of scans are.',
  }),
});
export type RedemptionUploadRequest = Static<typeof RedemptionUploadRequest>;

export const RedemptionUploadResult = Type.Object({
  /** Null if the item has no valid one. */
  client_reference: Nullable(Type.String()),
  status: Type.Enum(['recorded', 'duplicate', 'mismatch', 'rejected']),
  /** Units of the line that are left; null if the item was not recorded. */
  remaining: Nullable(Type.Integer({ minimum: 0 })),
  /** The line's `updated_at` as in its list; of the two, the newer one counts. Null if the item was not recorded. */
  updated_at: Nullable(Timestamp()),
  /** More was handed out than bought, because two stations could not know of each other. */
  over_redeemed: Type.Boolean(),
  /** `rejected` and `mismatch`: why, stable and in words. */
  code: Nullable(Text()),
  message: Nullable(Text()),
});
export type RedemptionUploadResult = Static<typeof RedemptionUploadResult>;

export const RedemptionUploadResponse = Type.Object({
  data: Type.Array(RedemptionUploadResult),
  ...warned,
});
export type RedemptionUploadResponse = Static<typeof RedemptionUploadResponse>;

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
  uploadRedemptions: {
    ...write,
    summary: 'Upload redemptions',
    description: 'Add-ons that a station handed out. Sending one again changes nothing.',
    path: '/scanner/redemptions',
    scopes: ['scanner:sync'],
    request: RedemptionUploadRequest,
    maxBodyValues: UPLOAD_VALUES,
    responses: { 200: RedemptionUploadResponse },
  },
} as const satisfies Routes;
