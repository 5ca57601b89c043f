import type { WriteTransaction } from '../../database/transaction.ts';
import { getContact } from '../../repositories/contacts.ts';
import { getEvent } from '../../repositories/events.ts';
import {
  findOrder,
  listOrderLines,
  updateOrder,
  type OrderLineRow,
  type OrderRow,
} from '../../repositories/orders.ts';
import { insertTicket } from '../../repositories/tickets.ts';
import { readTexts } from '../../repositories/texts-column.ts';
import { found, impossible } from '../domain-error.ts';
import { getSellable, takePlaces } from '../sellables.ts';

/**
 * Confirms an order (§3.1): takes its places, issues its tickets, and makes it `paid`, or `free_confirmed` when nothing was to pay.
 * Throws `capacity.exceeded` when something has sold out since.
 */
export async function confirmOrder(tx: WriteTransaction, reference: string): Promise<OrderRow> {
  const order = found(await findOrder(tx, reference), 'order', reference);
  if (order.confirmed_at !== null || !isOpen(order)) {
    throw impossible(`The order ${reference} is ${order.status} and cannot be confirmed.`);
  }
  let tickets = 0;
  for (const line of await listOrderLines(tx, order.id)) {
    await takePlaces(tx, await getSellable(tx, line), line.quantity);
    if (line.kind === 'ticket') tickets += await issueTickets(tx, order, line);
  }
  const status = order.total > 0 ? 'paid' : 'free_confirmed';
  const confirmed = await updateOrder(tx, order.id, { status, confirmed_at: tx.stamp() });
  await tellCreated(tx, confirmed, status, tickets);
  return confirmed;
}

function isOpen({ status }: OrderRow): boolean {
  return status === 'draft' || status === 'pending_payment' || status === 'awaiting_approval';
}

async function issueTickets(
  tx: WriteTransaction,
  order: OrderRow,
  line: OrderLineRow,
): Promise<number> {
  if (line.ticket_type_id === null) throw new Error('expected a line of a ticket type');
  const seats = readTexts(line.seat_labels);
  for (let place = 0; place < line.quantity; place += 1) {
    await insertTicket(tx, {
      event_id: order.event_id,
      order_id: order.id,
      order_line_id: line.id,
      ticket_type_id: line.ticket_type_id,
      contact_id: order.contact_id,
      session_id: line.session_id,
      seat_label: seats?.[place] ?? null,
    });
  }
  return line.quantity;
}

async function tellCreated(
  tx: WriteTransaction,
  order: OrderRow,
  status: 'paid' | 'free_confirmed',
  tickets: number,
): Promise<void> {
  const event = await getEvent(tx, order.event_id);
  const contact = order.contact_id === null ? null : await getContact(tx, order.contact_id);
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
      contact_email: contact?.email ?? null,
      tickets,
    },
  });
}
