import type { WriteTransaction } from '../../database/transaction.ts';
import { endOrder } from '../../domain/sales/cancel-order.ts';
import { isOpen } from '../../domain/sales/confirm-order.ts';
import { getSellable, returnPlaces } from '../../domain/places/sellables.ts';
import { offerFreedPlaces } from '../../domain/places/offer-places.ts';
import { isVoid } from '../../domain/tickets/current-ticket.ts';
import { editTicket } from '../../domain/tickets/edit-ticket.ts';
import { updateImportedLine } from '../../store/imports.ts';
import { updateOrder, type OrderRow } from '../../store/orders.ts';
import { listOrderTickets } from '../../store/tickets.ts';
import type { Decision } from '../plan/decide.ts';
import type { ImportBatch } from './import-batch.ts';

type Cancelled = Extract<Decision, { readonly kind: 'cancelled' }>;

/** Why an order has ended, as its history says it. */
const REASON = 'Cancelled where it was sold';

/** Voids the tickets of lines that were cancelled or refunded in the shop; an order without any other ticket ends. */
export async function voidLines(
  tx: WriteTransaction,
  batch: ImportBatch,
  decisions: readonly Cancelled[],
): Promise<void> {
  const { event } = batch.context.catalogue;
  for (const decision of decisions) await voidTickets(tx, batch, decision);
  const orders = new Map(decisions.map(({ match }) => [match.order.id, match.order]));
  for (const order of orders.values()) {
    const lines = decisions.filter(({ match }) => match.order.id === order.id);
    if (isOpen(order)) await endOpenOrder(tx, batch, order, lines);
    else await endIfVoid(tx, batch, order);
  }
  if (decisions.length > 0) await offerFreedPlaces(tx, event);
}

async function voidTickets(
  tx: WriteTransaction,
  batch: ImportBatch,
  { line, match }: Cancelled,
): Promise<void> {
  const { event } = batch.context.catalogue;
  const status = line.standing === 'refunded' ? 'refunded' : 'cancelled';
  for (const ticket of match.tickets) {
    if (isVoid(ticket.status)) continue;
    batch.remember({ ticket });
    await editTicket(tx, event, ticket, { status, voided_at: tx.now });
    const place = { ticket_type_id: ticket.ticket_type_id, add_on_id: null };
    await returnPlaces(tx, await getSellable(tx, place), 1);
  }
  if (match.row !== null)
    await updateImportedLine(tx, match.row.id, { content: batch.contents.of(line) });
}

async function endIfVoid(tx: WriteTransaction, batch: ImportBatch, order: OrderRow): Promise<void> {
  if (order.status !== 'paid' && order.status !== 'free_confirmed') return;
  const tickets = await listOrderTickets(tx, order.id);
  if (!tickets.every(({ status, deleted_at }) => isVoid(status) || deleted_at !== null)) return;
  batch.remember({ order });
  await endOrder(tx, batch.context.catalogue.event, order, REASON);
}

/** Of an order that waits for its payment nothing was issued: it ends once every line of it has. */
async function endOpenOrder(
  tx: WriteTransaction,
  batch: ImportBatch,
  order: OrderRow,
  lines: readonly Cancelled[],
): Promise<void> {
  const own = [...batch.known.orderLines.values()].filter(
    ({ order_id, kind }) => order_id === order.id && kind === 'ticket',
  );
  const isWhole = own.every(({ id }) => lines.some(({ match }) => match.orderLine?.id === id));
  if (!isWhole) return;
  batch.remember({ order });
  await updateOrder(tx, order.id, { status: 'cancelled', cancel_reason: REASON });
}
