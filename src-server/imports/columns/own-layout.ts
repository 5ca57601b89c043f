import type { ImportField } from './import-fields.ts';

/** What the columns of our own export of tickets are (`api/csv/write-ticket-row.ts`); null for what only describes the row that it came from. */
export const ownLayout: Readonly<Record<string, ImportField | null>> = {
  reference: 'ticket_reference',
  code: 'code',
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
  code_issue: null,
  order: 'order_reference',
  external_id: 'ticket',
  order_external_id: 'order',
  buyer_email: 'buyer_email',
  buyer_first_name: 'buyer_first_name',
  buyer_last_name: 'buyer_last_name',
  created_at: null,
  updated_at: null,
};

/** Whether a file with these columns is an export of ours, whose voided tickets are imported as what they are. */
export function isOwnLayout(heading: readonly string[]): boolean {
  return ['reference', 'ticket_type_name', 'order_external_id'].every((name) =>
    heading.includes(name),
  );
}
