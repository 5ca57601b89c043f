import type { Ticket } from '../../../shared/resources/tickets.ts';
import { writeCsvRow } from '../../../shared/csv-row.ts';
import { FIRST_ISSUE } from '../../../shared/ticket-code/code-payload.ts';

/** A column for each field of a ticket (§2.6), nested fields by both names. */
export const ticketHeading = [
  'reference',
  'code',
  'status',
  'ticket_type',
  'ticket_type_name',
  'first_name',
  'last_name',
  'email',
  'seat_label',
  'session',
  'session_name',
  'session_starts_at',
  'valid_from',
  'valid_until',
  'entry_points',
  'code_issue',
  'order',
  'external_id',
  'order_external_id',
  'created_at',
  'updated_at',
].join(',');

export function writeTicketRow(ticket: Ticket): string {
  return writeCsvRow([
    ticket.reference,
    ticket.code,
    ticket.status,
    ticket.ticket_type?.reference ?? null,
    ticket.ticket_type?.name ?? null,
    ticket.contact?.first_name ?? null,
    ticket.contact?.last_name ?? null,
    ticket.contact?.email ?? null,
    ticket.seat_label,
    ticket.session?.reference ?? null,
    ticket.session?.name ?? null,
    ticket.session?.starts_at ?? null,
    ticket.valid_from,
    ticket.valid_until,
    ticket.entry_points?.join(' ') ?? null,
    String(ticket.code_issue ?? FIRST_ISSUE),
    ticket.order,
    ticket.external_id,
    ticket.order_external_id ?? null,
    ticket.created_at,
    ticket.updated_at,
  ]);
}
