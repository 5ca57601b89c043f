import type { OrderWithEvent, TicketWithEvent } from '../../../shared/contract/resources.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { findAll } from '../../repositories/find-all.ts';
import { notDeleted, ofOrder } from '../../repositories/lists/conditions.ts';
import { findOne } from '../../repositories/lists/find-one.ts';
import { ordersList } from '../../repositories/lists/orders-list.ts';
import { ticketDetails } from '../../repositories/lists/tickets-list.ts';
import { listOrderLines, type OrderLineRow, type OrderRow } from '../../repositories/orders.ts';
import { remainingOf } from '../../repositories/orders.ts';
import { getSellable } from '../sellables.ts';

export interface OrderLineResource {
  readonly reference: string;
  readonly kind: 'ticket' | 'add_on';
  /** `tt_` or `adn_` */
  readonly sellable: string;
  readonly quantity: number;
  readonly redeemed: number;
  readonly remaining: number;
}

/** An order in the API's shape with its lines and the tickets that were not superseded. */
export interface OrderDescription extends OrderWithEvent {
  readonly lines: readonly OrderLineResource[];
  readonly tickets: readonly TicketWithEvent[];
}

const view = { withEmail: true, withAnswers: true } as const;

export async function describeOrder(
  tx: ReadTransaction,
  { id, reference }: OrderRow,
): Promise<OrderDescription> {
  const order = await findOne(tx, { source: ordersList, conditions: [] }, reference);
  if (order === null) throw new Error('expected an order that is there');
  const lines: OrderLineResource[] = [];
  for (const line of await listOrderLines(tx, id)) lines.push(await describeOrderLine(tx, line));
  const conditions = [ofOrder(id), notDeleted];
  const tickets = await findAll(tx, { source: ticketDetails(view), conditions });
  return { ...order, lines, tickets };
}

export async function describeOrderLine(
  tx: ReadTransaction,
  line: OrderLineRow,
): Promise<OrderLineResource> {
  const { reference, kind, quantity, redeemed } = line;
  const { row } = await getSellable(tx, line);
  return {
    reference,
    kind,
    sellable: row.reference,
    quantity,
    redeemed,
    remaining: remainingOf(line),
  };
}

/** A ticket as the single read shows it, superseded or not. */
export async function describeTicket(
  tx: ReadTransaction,
  reference: string,
): Promise<TicketWithEvent> {
  const ticket = await findOne(tx, { source: ticketDetails(view), conditions: [] }, reference);
  if (ticket === null) throw new Error('expected a ticket that is there');
  return ticket;
}
