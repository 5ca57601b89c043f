// Why: docs/decisions/0028-exports.md
import type { ImportField } from './import-fields.ts';

/** What the columns of our own export of tickets are (`api/exports/ticket-row.ts`), beside those of its add-ons and answers; null for what only describes the row that it came from. */
export const ownLayout: Readonly<Record<string, ImportField | null>> = {
  reference: 'ticket_reference',
  code: null,
  status: 'status',
  ticket_type: 'ticket_type',
  ticket_type_name: 'ticket_type',
  first_name: 'first_name',
  last_name: 'last_name',
  email: 'email',
  seat_label: 'seat',
  session: 'session',
  session_name: 'session',
  session_starts_at: 'session',
  valid_from: 'valid_from',
  valid_until: 'valid_until',
  entry_points: 'entry_points',
  entry_point_names: 'entry_points',
  door_note: 'door_note',
  flags: 'flags',
  sold_code: 'code',
  external_id: 'ticket',
  order: 'order_reference',
  order_external_id: 'order',
  buyer_email: 'buyer_email',
  buyer_first_name: 'buyer_first_name',
  buyer_last_name: 'buyer_last_name',
  price: 'price',
  currency: 'currency',
  code_issue: null,
  created_at: null,
  updated_at: null,
  timezone: 'timezone',
};

/** Whether a file with these columns is an export of ours, whose voided tickets are imported as what they are. */
export function isOwnLayout(heading: readonly string[]): boolean {
  return ['reference', 'ticket_type_name', 'order_external_id'].every((name) =>
    heading.includes(name),
  );
}
