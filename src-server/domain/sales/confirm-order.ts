// Why: docs/decisions/0010-orders-and-places.md
import type { WriteTransaction } from '../../database/transaction.ts';
import { getContact } from '../../store/contacts.ts';
import { getEvent, type EventRow } from '../../store/events.ts';
import {
  listOrderLines,
  updateOrder,
  updateOrderLine,
  type OrderLineRow,
  type OrderRow,
} from '../../store/orders.ts';
import { insertTicket } from '../../store/tickets.ts';
import { readTexts } from '../../store/rows.ts';
import { wrongState } from '../../rules/domain-error.ts';
import { getSellable, takePlaces } from '../places/sellables.ts';
import { requireOrder } from '../../rules/require-row.ts';
import { readTicketDetails, refuseKnownCode } from './ticket-details.ts';

/**
 * Confirms an order (§3.1): takes its places, issues its tickets, and makes it `paid`, or `free_confirmed` if its total is 0.
 * Throws `capacity.exceeded` if something has sold out in the meantime.
 */
export async function confirmOrder(tx: WriteTransaction, reference: string): Promise<OrderRow> {
  const order = await requireOrder(tx, reference);
  if (order.confirmed_at !== null || !isOpen(order)) {
    throw wrongState(`order ${reference}`, order.status, ' and cannot be confirmed');
  }
  let tickets = 0;
  for (const line of await listOrderLines(tx, order.id)) {
    tickets += await fulfilLine(tx, order, line);
  }
  const status = order.total > 0 ? 'paid' : 'free_confirmed';
  const confirmed = await updateOrder(tx, order.id, { status, confirmed_at: tx.timestamp() });
  const contact = order.contact_id === null ? null : await getContact(tx, order.contact_id);
  const event = await getEvent(tx, order.event_id);
  emitCreated(tx, event, confirmed, status, { tickets, email: contact?.email ?? null });
  return confirmed;
}

/** Takes the places of a line and issues its tickets; returns how many. */
async function fulfilLine(
  tx: WriteTransaction,
  order: OrderRow,
  line: OrderLineRow,
): Promise<number> {
  await takePlaces(tx, await getSellable(tx, line), line.quantity);
  return line.kind === 'ticket' ? issueTickets(tx, order, line) : 0;
}

/** Whether it may still be confirmed. */
export function isOpen({ status }: OrderRow): boolean {
  return status === 'draft' || status === 'pending_payment' || status === 'awaiting_approval';
}

async function issueTickets(
  tx: WriteTransaction,
  order: OrderRow,
  line: OrderLineRow,
): Promise<number> {
  if (line.ticket_type_id === null) throw new Error('expected a line of a ticket type');
  const seats = readTexts(line.seat_labels);
  const details = readTicketDetails(line.ticket_details);
  for (let place = 0; place < line.quantity; place += 1) {
    const own = details?.[place];
    await refuseKnownCode(tx, order.event_id, own?.code ?? null);
    await insertTicket(tx, {
      ...own,
      event_id: order.event_id,
      order_id: order.id,
      order_line_id: line.id,
      ticket_type_id: line.ticket_type_id,
      contact_id: own?.contact_id ?? order.contact_id,
      session_id: line.session_id,
      seat_label: seats?.[place] ?? null,
    });
  }
  if (details !== null) await updateOrderLine(tx, line.id, { ticket_details: null });
  return line.quantity;
}

/** Says that an order was confirmed, with how many tickets, and the email of who bought them. */
export function emitCreated(
  tx: WriteTransaction,
  event: EventRow,
  order: OrderRow,
  status: 'paid' | 'free_confirmed',
  { tickets, email }: { readonly tickets: number; readonly email: string | null },
): void {
  tx.emit({
    organiser_id: order.organiser_id,
    event_id: event.id,
    name: 'order.created',
    data: {
      order: order.reference,
      status,
      currency: order.currency,
      total: order.total,
      application_fee: order.application_fee,
      event: event.reference,
      contact_email: email,
      tickets,
    },
  });
}
