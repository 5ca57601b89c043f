import type { Instant } from '../../../shared/instant.ts';
import type { Standing } from '../columns/import-fields.ts';

/** A person as a line names them. At least one of these is set. */
export interface LinePerson {
  readonly email: string | null;
  /** Equal for all spellings of the mailbox. */
  readonly email_key: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
}

/** What a line of a file says, checked. What its columns do not say is null. */
export interface ImportLine {
  readonly line: number;
  /** The numbers in the shop. */
  readonly order: string | null;
  readonly ticket: string | null;
  /** References of ours, in an export of ours. */
  readonly order_reference: string | null;
  readonly ticket_reference: string | null;
  /** One for each ticket of the line. */
  readonly codes: readonly string[] | null;
  readonly standing: Standing;
  /** Null for a line that is not imported. */
  readonly ticket_type_id: number | null;
  readonly session_id: number | null;
  /** One for each ticket of the line. */
  readonly seats: readonly string[] | null;
  readonly quantity: number;
  /** Of one ticket, in minor units. */
  readonly price: number | null;
  /** So many of them cost one minor unit more. */
  readonly rounding: number;
  readonly holder: LinePerson | null;
  readonly buyer: LinePerson | null;
  readonly add_ons: readonly { readonly id: number; readonly quantity: number }[];
  readonly answers: readonly { readonly id: number; readonly value: string }[];
  readonly valid_from: Instant | null;
  readonly valid_until: Instant | null;
  readonly entry_points: readonly string[] | null;
  readonly door_note: string | null;
  /** As the ticket's column holds them. */
  readonly flags: string | null;
  /** When it was checked in elsewhere; `unknown` if only that it was. */
  readonly checked_in: Instant | 'unknown' | null;
}

/** What a ticket has that a line may say; only what the columns of the file say is compared. */
export const comparedParts = [
  'status',
  'type',
  'session',
  'seat',
  'holder',
  'code',
  'validity',
  'entry points',
  'quantity',
  'door note',
  'flags',
  // Last: a content without it says nothing of a price.
  'price',
] as const;
export type ComparedPart = (typeof comparedParts)[number];

/** What a line may say of its whole order, which has one of them, or so many. */
export const orderParts = ['answers', 'buyer', 'add-ons'] as const;
export type OrderPart = (typeof orderParts)[number];
