import type { WriteTransaction } from '../../database/transaction.ts';
import type { EventRow } from '../../store/events.ts';
import type { OrderRow } from '../../store/orders.ts';
import { listOrderTickets } from '../../store/tickets.ts';
import { getSellable, returnPlaces } from '../places/sellables.ts';
import { editTicket, takesPlace } from './edit-ticket.ts';

/** Voids an order's tickets, except superseded ones, and returns their places. */
export async function voidOrderTickets(
  tx: WriteTransaction,
  event: EventRow,
  order: OrderRow,
  status: 'cancelled' | 'refunded',
): Promise<void> {
  const freed = new Map<number, number>();
  for (const ticket of await listOrderTickets(tx, order.id)) {
    if (ticket.deleted_at !== null || ticket.status === status) continue;
    if (takesPlace(ticket)) {
      freed.set(ticket.ticket_type_id, (freed.get(ticket.ticket_type_id) ?? 0) + 1);
    }
    await editTicket(tx, event, ticket, { status, voided_at: ticket.voided_at ?? tx.now });
  }
  for (const [ticket_type_id, quantity] of freed) {
    await returnPlaces(tx, await getSellable(tx, { ticket_type_id, add_on_id: null }), quantity);
  }
}
