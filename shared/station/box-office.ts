import { Type } from 'typebox';
import { Nullable } from '../contract/fields.ts';
import { orderStatuses } from '../contract/statuses.ts';
import { OrUndefined, type ReadOnly } from '../schema.ts';
import {
  FirstAdmission,
  MissedWindow,
  OutcomeNote,
  ReasonKey,
  SaidAnswer,
  ShownSession,
} from './outcomes.ts';

export const MAX_FOUND_TICKETS = 50;
/** The most tickets of an order that are shown, or admitted together; its add-ons are shown beyond that. */
export const MAX_ORDER_TICKETS = 1_000;

/** The verdict that a check-in would return now. */
export const CheckInPreview = Type.Object({
  kind: Type.Enum(['admitted', 'denied']),
  reason: Nullable(ReasonKey),
  note: OrUndefined(OutcomeNote),
  message: Type.String(),
  first_admission: FirstAdmission,
  window: MissedWindow,
  /** The guest had been in and gone out. */
  re_entry: OrUndefined(Type.Literal(true)),
});
export type CheckInPreview = ReadOnly<typeof CheckInPreview>;

/** A ticket as the box office shows it. */
export const TicketSummary = Type.Object({
  ticket: Type.String(),
  order: Nullable(Type.String()),
  /** The order's number in the shop that sold it, if it was sold elsewhere. */
  shop_order: OrUndefined(Type.String()),
  holder: Nullable(Type.String()),
  /** Null also if this station may not read it. */
  email: Nullable(Type.String()),
  ticket_type: Nullable(Type.String()),
  seat_label: Nullable(Type.String()),
  session: ShownSession,
  /** When it was ordered, as far as the server has said. */
  ordered_at: Nullable(Type.String()),
  /** Names of the entry points it is limited to; null if it admits anywhere. */
  entry_points: Nullable(Type.Array(Type.String())),
  /** A guest who went out may come in again with it. */
  re_entry: OrUndefined(Type.Literal('allowed')),
  /** What the organiser wants said at the door: with an order, not with results of a search. */
  door_note: OrUndefined(Type.String()),
  flags: OrUndefined(Type.Array(Type.String())),
  answers: OrUndefined(Type.Array(SaidAnswer)),
  check_in: CheckInPreview,
});
export type TicketSummary = ReadOnly<typeof TicketSummary>;

/** Tickets with a word of the holder's name that begins with the first word of the query come first. */
export const FoundTickets = Type.Object({
  tickets: Type.Array(TicketSummary),
  /** There are more matches than these. */
  more: Type.Boolean(),
  /** Whether every ticket in the store is searchable; false for seconds after a large import. */
  complete: Type.Boolean(),
});
export type FoundTickets = ReadOnly<typeof FoundTickets>;

/** A purchased add-on and the units that are left, as far as this station knows. */
export const AddOnState = Type.Object({
  order_line: Type.String(),
  order: Type.String(),
  /** `unknown`: one that this version does not know. */
  order_status: Type.Enum([...orderStatuses, 'unknown']),
  add_on: Type.String(),
  /** Null until the setup contains it. */
  name: Nullable(Type.String()),
  session: Nullable(Type.String()),
  quantity: Type.Number(),
  redeemed: Type.Number(),
  remaining: Type.Number(),
});
export type AddOnState = ReadOnly<typeof AddOnState>;

/** An order's tickets, by seat and then by holder. */
export const OrderView = Type.Object({
  /** Null for a ticket without an order; it is shown alone. */
  order: Nullable(Type.String()),
  tickets: Type.Array(TicketSummary),
  add_ons: Type.Array(AddOnState),
  /** False if tickets of the order may be missing, see `FoundTickets`. */
  complete: Type.Boolean(),
});
export type OrderView = ReadOnly<typeof OrderView>;
