import type { WriteTransaction } from '../../database/transaction.ts';
import { endOrder } from '../../domain/sales/cancel-order.ts';
import { isOpen } from '../../domain/sales/confirm-order.ts';
import { getSellable, returnPlaces } from '../../domain/places/sellables.ts';
import { hasPlace, isVoid } from '../../domain/tickets/current-ticket.ts';
import { editTicket } from '../../domain/tickets/edit-ticket.ts';
import { updateImportedLine } from '../../store/imports.ts';
import type { OrderRow } from '../../store/orders.ts';
import { listOrderTickets } from '../../store/tickets.ts';
import type { Decision } from '../plan/decide.ts';
import { ENDED_THERE, type ImportBatch } from './import-batch.ts';
import { leaveOut } from './waiting-lines.ts';

type Cancelled = Extract<Decision, { readonly kind: 'cancelled' }>;

/** Voids the tickets of lines that were cancelled or refunded in the shop; an order ends that has no other ticket, and gets none. */
export async function voidLines(
  tx: WriteTransaction,
  batch: ImportBatch,
  decisions: readonly Decision[],
): Promise<void> {
  const cancelled = decisions.filter((one): one is Cancelled => one.kind === 'cancelled');
  const growing = new Set(decisions.flatMap((one) => orderWithMore(one)?.id ?? []));
  for (const decision of cancelled) await voidTickets(tx, batch, decision);
  const byOrder = Map.groupBy(cancelled, ({ match }) => match.order.id);
  for (const own of byOrder.values()) {
    const [first] = own;
    if (first === undefined) continue;
    const { order } = first.match;
    if (isOpen(order))
      await leaveOut(
        tx,
        batch,
        order,
        own.map(({ match }) => match),
      );
    else if (!growing.has(order.id)) await endIfVoid(tx, batch, order);
  }
}

/** The order that gets a ticket by the line, or one of its own back. */
function orderWithMore(decision: Decision): OrderRow | null {
  if (decision.kind === 'new') return decision.order;
  if (decision.kind !== 'changed') return null;
  const { parts, match } = decision;
  return parts.includes('status') || parts.includes('quantity') ? match.order : null;
}

async function voidTickets(
  tx: WriteTransaction,
  batch: ImportBatch,
  { line, match }: Cancelled,
): Promise<void> {
  const { event } = batch.context.catalogue;
  const made = batch.contents.of(line);
  const said = match.row === null ? null : { row: match.row.id, content: match.row.content, made };
  const status = line.standing === 'refunded' ? 'refunded' : 'cancelled';
  for (const ticket of match.tickets) {
    if (isVoid(ticket.status)) continue;
    const set = { status, voided_at: tx.now } as const;
    batch.remember({ ticket, set, said });
    await editTicket(tx, event, ticket, set);
    const place = { ticket_type_id: ticket.ticket_type_id, add_on_id: null };
    await returnPlaces(tx, await getSellable(tx, place), 1);
  }
  if (match.row !== null) await updateImportedLine(tx, match.row.id, { content: made });
}

async function endIfVoid(tx: WriteTransaction, batch: ImportBatch, order: OrderRow): Promise<void> {
  if (order.status !== 'paid' && order.status !== 'free_confirmed') return;
  const tickets = await listOrderTickets(tx, order.id);
  if (tickets.some(hasPlace)) return;
  batch.remember({ order });
  await endOrder(tx, batch.context.catalogue.event, order, ENDED_THERE);
}
