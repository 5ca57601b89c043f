import { Type } from 'typebox';
import { Nullable } from '../contract/fields.ts';
import { paymentMethods } from '../contract/statuses.ts';
import type { ReadOnly } from '../schema.ts';

/** What a guest without a ticket can be sold, as the server says now. */
export const GuestOptions = Type.Object({
  /** Those on sale. `price` in minor units; `left` null: any number. */
  ticket_types: Type.Array(
    Type.Object({
      reference: Type.String(),
      name: Type.String(),
      price: Type.Number(),
      currency: Type.String(),
      left: Nullable(Type.Number()),
    }),
  ),
  /** Dates of a recurring event that are not over, earliest first. */
  sessions: Type.Array(
    Type.Object({
      reference: Type.String(),
      name: Nullable(Type.String()),
      starts_at: Type.String(),
    }),
  ),
});
export type GuestOptions = ReadOnly<typeof GuestOptions>;

/** The ticket of a guest who was added. */
export const AddedGuest = Type.Object({
  order: Type.String(),
  ticket: Type.String(),
  /** Content of the barcode; doors that have not heard of the ticket admit it as well. */
  code: Type.String(),
  holder: Nullable(Type.String()),
  email: Nullable(Type.String()),
  ticket_type: Nullable(Type.String()),
  session: Nullable(Type.Object({ name: Nullable(Type.String()), starts_at: Type.String() })),
  total: Type.Number(),
  currency: Type.String(),
  payment_method: Type.Enum([...paymentMethods]),
});
export type AddedGuest = ReadOnly<typeof AddedGuest>;

/** What became of the email with a guest's code. `later`: the mail server takes none at the moment. */
export const SentTicket = Type.Enum(['sent', 'refused', 'later']);
export type SentTicket = ReadOnly<typeof SentTicket>;
