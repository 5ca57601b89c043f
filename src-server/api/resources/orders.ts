import { ORDER_KEY_DAYS } from '../../../shared/contract/retention.ts';
import {
  orderRoutes,
  type Order,
  type OrderRequest,
  type OrderWithEvent,
  type PlacedTicket,
  type SentOrder,
} from '../../../shared/resources/orders.ts';
import { isBlank } from '../../../shared/plain-text.ts';
import type { TicketWithEvent } from '../../../shared/resources/tickets.ts';
import { formatInstant, MICROS_PER_DAY } from '../../../shared/instant.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import { notFound, validationFailed } from '../../http/errors/api-error.ts';
import { compileBody } from '../../http/bodies/validate-body.ts';
import { withIdempotency } from '../../http/idempotency.ts';
import type {
  Handler,
  HandlerResult,
  HandlersOf,
  RequestContext,
} from '../../http/request-context.ts';
import type { AccessScope } from '../../store/access/access-scope.ts';
import {
  costOf,
  listOrderIdsByExternalId,
  listOrderLines,
  remainingOf,
  type OrderLineRow,
  type OrderRow as OrderRecord,
} from '../../store/orders.ts';
import { listOrderTickets } from '../../store/tickets.ts';
import { getSellable } from '../../domain/places/sellables.ts';
import { cancelOrder } from '../../domain/sales/cancel-order.ts';
import { refundOrder } from '../../domain/sales/refund-order.ts';
import { createOrder, type OrderInput } from '../../domain/sales/create-order.ts';
import { currentCodeKey } from '../../domain/tickets/code-keys.ts';
import { signTicketCode } from '../../domain/tickets/issue-code.ts';
import { invalid } from '../../rules/domain-error.ts';
import type { EventRow } from '../../store/events.ts';
import { requireVisibleEvent } from './events.ts';
import { respondWithList } from '../lists/list.ts';
import { parseListQuery, type ParsedListQuery } from '../lists/list-parameters.ts';
import {
  inOrderOf,
  readAll,
  readOne,
  listSource,
  selectRows,
  type Filter,
  type RowOf,
  type Selection,
} from '../lists/list-rows.ts';
import { formatOrNull } from './summaries.ts';
import { recordCall, refuseStations } from './as-staff.ts';
import { readTickets, ticketDetails } from './tickets.ts';
import { optionalBody } from './webhooks.ts';

const REMEMBERED_MICROS = ORDER_KEY_DAYS * MICROS_PER_DAY;
const validateCancel = compileBody(orderRoutes.cancelOrder.request);
const validateRefund = compileBody(orderRoutes.refundOrder.request);
const validateOrder = compileBody(orderRoutes.placeOrder.request);

const listEventOrders: Handler = (context) =>
  respondWithList(context, async (tx) => {
    const event = await requireVisibleEvent(context, tx);
    const query = parseListQuery(context.query, context.contract.query);
    const filter = await numberedOrders(tx, context, query);
    return {
      name: `orders of ${event.reference}`,
      selection: { ...ordersOf(event), filter },
      query,
    };
  });

const listOrders: Handler = (context) =>
  respondWithList(context, async (tx) => {
    const query = parseListQuery(context.query, context.contract.query);
    const filter = await numberedOrders(tx, context, query);
    return { name: 'orders', selection: { ...visibleOrders(context.caller), filter }, query };
  });

/** Those with the number in the shop that the query names. */
async function numberedOrders(
  tx: ReadTransaction,
  { caller }: RequestContext,
  { externalId }: ParsedListQuery,
): Promise<Filter<'orders'> | undefined> {
  if (externalId === null) return undefined;
  const few = await listOrderIdsByExternalId(tx, caller.organiserId, externalId);
  return { few, by: 'event_id', conditions: {}, isByScans: false };
}

const readOrder: Handler = (context) =>
  context.database.read(async (tx) => {
    const order = await readOne(tx, visibleOrders(context.caller), context.param('reference'));
    if (order === null) throw notFound();
    return { status: 200, body: { data: order } };
  });

/** `POST /integration/events/{eventKey}/orders` (additive): what staff do with `order.create`, with its row of the audit log. */
const placeOrder: Handler = (context) =>
  withIdempotency(context, { rememberMicros: REMEMBERED_MICROS }, async (tx) => {
    const event = await requireVisibleEvent(context, tx);
    const guest = validateOrder(context.json);
    const { id, reference } = await createOrder(tx, orderOfGuest(event, guest));
    const { ticket_type, session = null, payment_method } = guest;
    recordCall(context, tx, {
      operation: 'order.create',
      resource: reference,
      input: { event: event.reference, ticket_type, session, payment_method },
    });
    const [order] = orderDetails(tx, await selectRows(tx, orderRows, [id]));
    const rows = await listOrderTickets(tx, id);
    const ids = rows.map((row) => row.id);
    const tickets = await withSignedCodes(tx, event, ids);
    const contactId = rows[0]?.contact_id ?? null;
    return { status: 201, body: { data: { ...order, tickets } }, contactId };
  });

/** Of one ticket. Throws `validation.failed` for a guest with neither name nor email. */
function orderOfGuest(event: EventRow, guest: OrderRequest): OrderInput {
  const { ticket_type: sellable, session = null, payment_method } = guest;
  const [first_name, last_name, email] = [guest.first_name, guest.last_name, guest.email].map(
    (text) => (isBlank(text ?? '') ? null : (text ?? null)),
  );
  // Null would clear the name of a contact who is known.
  const names = { ...(first_name && { first_name }), ...(last_name && { last_name }) };
  if (!email && !first_name && !last_name) {
    throw invalid('first_name', 'Expected a name or an email.');
  }
  const free = payment_method === 'complimentary' ? { unit_price: 0 } : {};
  const holder = email ? {} : { tickets: [{ holder: { email: null, ...names } }] };
  return {
    event: event.reference,
    lines: [{ sellable, quantity: 1, session, ...free, ...holder }],
    contact: email ? { email, ...names } : null,
    answers: {},
    status: 'confirmed',
    payment_method,
  };
}

async function withSignedCodes(
  tx: WriteTransaction,
  { reference, organiser_id }: EventRow,
  ids: readonly number[],
): Promise<readonly PlacedTicket[]> {
  const key = await currentCodeKey(tx, organiser_id);
  const placed: PlacedTicket[] = [];
  for (const ticket of await readTickets(tx, ids)) {
    placed.push({ ...ticket, signed_code: await signTicketCode(ticket, reference, key) });
  }
  return placed;
}

/** `POST /integration/orders/{reference}/send` (additive). */
const sendOrder: Handler = async (context) => {
  const { caller, database, mailOrder } = context;
  const reference = context.param('reference');
  const order = await database.read((tx) => readOne(tx, visibleOrders(caller), reference));
  if (order === null) throw notFound();
  if (mailOrder === null) throw validationFailed({ body: ['This server sends no email.'] });
  const { emails, tickets, refused, stopped, without_email } = await mailOrder(order.reference);
  const data: SentOrder = {
    order: order.reference,
    emails,
    tickets,
    refused: refused.length,
    without_email,
    is_complete: stopped === null,
  };
  return { status: 200, body: { data } };
};

const cancelOrderOf: Handler = (context) =>
  changeOrder(context, 'order.cancel', async (tx, reference) => {
    const { reason = null } = validateCancel(optionalBody(context));
    return cancelOrder(tx, reference, reason);
  });

const refundOrderOf: Handler = (context) =>
  changeOrder(context, 'order.refund', async (tx, reference) => {
    const { amount = null } = validateRefund(optionalBody(context));
    return refundOrder(tx, reference, { amount, via: 'console' });
  });

/** What staff do with an operation of that name, to an order that the caller may see (additive). */
function changeOrder(
  context: RequestContext,
  operation: string,
  change: (tx: WriteTransaction, reference: string) => Promise<OrderRecord>,
): Promise<HandlerResult> {
  return withIdempotency(context, { rememberMicros: REMEMBERED_MICROS }, async (tx) => {
    refuseStations(context.caller);
    const orders = visibleOrders(context.caller);
    const known = await readOne(tx, orders, context.param('reference'));
    if (known === null) throw notFound();
    const { reference, contact_id: contactId } = await change(tx, known.reference);
    recordCall(context, tx, { operation, resource: reference, input: { order: reference } });
    return { status: 200, body: { data: await readOne(tx, orders, reference) }, contactId };
  });
}

export const orderHandlers: HandlersOf<typeof orderRoutes> = {
  listEventOrders,
  listOrders,
  readOrder,
  placeOrder,
  sendOrder,
  cancelOrder: cancelOrderOf,
  refundOrder: refundOrderOf,
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
    ...(row.payment_method !== null && { payment_method: row.payment_method }),
    confirmed_at: formatOrNull(row.confirmed_at),
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
  };
}

/** The orders with these numbers, in their order, as their organiser sees them. */
export async function readOrders(tx: ReadTransaction, ids: readonly number[]) {
  return orderShown(tx, inOrderOf(ids, await selectRows(tx, orderRows, ids)));
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
  /** Of all of them. */
  readonly amount: number;
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
  for (const line of await listOrderLines(tx, id))
    if (line.quantity > 0 || line.redeemed > 0) lines.push(await describeOrderLine(tx, line));
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
    amount: costOf(line),
    redeemed,
    remaining: remainingOf(line),
  };
}
