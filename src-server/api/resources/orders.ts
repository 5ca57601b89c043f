import type { Order, OrderWithEvent, orderRoutes } from '../../../shared/resources/orders.ts';
import type { TicketWithEvent } from '../../../shared/resources/tickets.ts';
import { formatInstant } from '../../../shared/instant.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { notFound } from '../../http/errors/api-error.ts';
import type { Handler, HandlersOf } from '../../http/request-context.ts';
import type { AccessScope } from '../../store/access/access-scope.ts';
import { listOrderLines, remainingOf, type OrderLineRow } from '../../store/orders.ts';
import { getSellable } from '../../domain/places/sellables.ts';
import type { EventRow } from '../../store/events.ts';
import { listOfEvent } from './events.ts';
import { respondWithList } from '../lists/list.ts';
import { parseListQuery } from '../lists/list-parameters.ts';
import {
  inOrderOf,
  readAll,
  readOne,
  listSource,
  selectRows,
  type RowOf,
  type Selection,
} from '../lists/list-rows.ts';
import { formatOrNull } from './summaries.ts';
import { ticketDetails } from './tickets.ts';

const listOrders: Handler = (context) =>
  respondWithList(context, () => {
    const query = parseListQuery(context.query, context.contract.query);
    return { name: 'orders', selection: visibleOrders(context.caller), query };
  });

const readOrder: Handler = (context) =>
  context.database.read(async (tx) => {
    const order = await readOne(tx, visibleOrders(context.caller), context.param('reference'));
    if (order === null) throw notFound();
    return { status: 200, body: { data: order } };
  });

export const orderHandlers: HandlersOf<typeof orderRoutes> = {
  listEventOrders: listOfEvent('orders', ordersOf),
  listOrders,
  readOrder,
};

const orderRows = listSource('orders', (db, ids) =>
  db
    .selectFrom('orders as t')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .leftJoin('contacts as c', 'c.id', 't.contact_id')
    .selectAll('t')
    .select([
      'e.reference as event_reference',
      'c.reference as contact_reference',
      'c.email as contact_email',
      'c.first_name as contact_first_name',
      'c.last_name as contact_last_name',
    ])
    .where('t.id', 'in', ids),
);

type OrderRow = RowOf<typeof orderRows>;

function ordersOf(event: EventRow): Selection<'orders', OrderRow, Order> {
  return {
    source: orderRows,
    where: { event_id: event.id },
    partition: 'event_id',
    toResources: (_tx, rows) => rows.map(orderResource),
  };
}

/** Orders with their events, for the organiser-wide list and the single read (§2.5). */
function visibleOrders(scope: AccessScope): Selection<'orders', OrderRow, OrderWithEvent> {
  const all = {
    source: orderRows,
    where: { organiser_id: scope.organiserId },
    toResources: orderDetails,
  };
  // The total of a limited client also depends on its list of events.
  return scope.allEvents ? { ...all, partition: 'organiser_id' } : { ...all, scope };
}

function orderDetails(_tx: ReadTransaction, rows: readonly OrderRow[]): OrderWithEvent[] {
  return rows.map((row) => ({ ...orderResource(row), event: row.event_reference }));
}

function orderResource(row: OrderRow): Order {
  return {
    reference: row.reference,
    status: row.status,
    currency: row.currency,
    subtotal: row.subtotal,
    discount_total: row.discount_total,
    tax_total: row.tax_total,
    total: row.total,
    contact:
      row.contact_id === null
        ? null
        : {
            email: row.contact_email,
            first_name: row.contact_first_name,
            last_name: row.contact_last_name,
          },
    external_id: row.external_id,
    confirmed_at: formatOrNull(row.confirmed_at),
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
  };
}

/** The orders with these numbers, in their order. */
export async function readOrders(
  tx: ReadTransaction,
  ids: readonly number[],
): Promise<readonly OrderWithEvent[]> {
  return orderDetails(tx, inOrderOf(ids, await selectRows(tx, orderRows, ids)));
}

export interface OrderLineResource {
  readonly reference: string;
  readonly kind: 'ticket' | 'add_on';
  /** `tt_` or `adn_` */
  readonly sellable: string;
  readonly name: string;
  /** Of one when it was ordered, minor units. */
  readonly unit_price: number;
  readonly quantity: number;
  readonly redeemed: number;
  readonly remaining: number;
}

/** An order as the API shows it, with its lines and the tickets that were not superseded. */
export interface OrderDescription extends OrderWithEvent {
  /** `con_` */
  readonly buyer: string | null;
  readonly refunded_total: number;
  readonly lines: readonly OrderLineResource[];
  readonly tickets: readonly TicketWithEvent[];
}

function orderShown(_tx: ReadTransaction, rows: readonly OrderRow[]) {
  return rows.map((row) => ({
    ...orderResource(row),
    event: row.event_reference,
    buyer: row.contact_reference,
    refunded_total: row.refunded_total,
  }));
}

/** An order as its organiser sees it, by reference. */
export async function describeOrder(
  tx: ReadTransaction,
  { id, reference }: { readonly id: number; readonly reference: string },
): Promise<OrderDescription> {
  const order = await readOne(
    tx,
    { source: orderRows, where: {}, toResources: orderShown },
    reference,
  );
  if (order === null) throw new Error('expected an order that is there');
  const lines: OrderLineResource[] = [];
  for (const line of await listOrderLines(tx, id)) lines.push(await describeOrderLine(tx, line));
  const view = { withEmail: true, withAnswers: true };
  const tickets = await readAll(tx, ticketDetails({ order_id: id, deleted_at: null }, view));
  return { ...order, lines, tickets };
}

export async function describeOrderLine(
  tx: ReadTransaction,
  line: OrderLineRow,
): Promise<OrderLineResource> {
  const { reference, kind, quantity, unit_price, redeemed } = line;
  const { row } = await getSellable(tx, line);
  return {
    reference,
    kind,
    sellable: row.reference,
    name: row.name,
    unit_price,
    quantity,
    redeemed,
    remaining: remainingOf(line),
  };
}
