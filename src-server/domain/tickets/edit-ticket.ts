import type { Changes } from '../../database/schema.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import type { EventRow } from '../../store/events.ts';
import { getTicketType } from '../../store/ticket-types.ts';
import { updateTicketRow, type TicketRow } from '../../store/tickets.ts';

/** An edit of an existing ticket: `revision` + 1 and `ticket.updated` (§3.2, §6.4). */
export async function editTicket(
  tx: WriteTransaction,
  event: EventRow,
  ticket: TicketRow,
  changes: Changes<'tickets'>,
): Promise<TicketRow> {
  const edited = await updateTicketRow(tx, ticket.id, changes);
  const ticketType = await getTicketType(tx, edited.ticket_type_id);
  tx.emit({
    organiser_id: event.organiser_id,
    event_id: event.id,
    name: 'ticket.updated',
    data: {
      ticket: edited.reference,
      event: event.reference,
      status: edited.status,
      ticket_type: ticketType.reference,
      revision: edited.revision,
      updated_at: edited.updated_at,
    },
  });
  return edited;
}

/** Whether the ticket takes a place: not voided and not superseded. */
export function takesPlace(ticket: TicketRow): boolean {
  return ticket.voided_at === null && ticket.deleted_at === null;
}
