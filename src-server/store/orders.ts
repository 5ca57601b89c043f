import { prepareQuery, type AmongParameter, type Parameter } from '../database/prepared-query.ts';
import type { Changes, Row } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import { findByReference, getById, listByIds, listByOwner, newRow, updateById } from './rows.ts';

export type OrderRow = Row<'orders'>;
export type OrderLineRow = Row<'order_lines'>;
export type RefundRow = Row<'refunds'>;
/** `created_at` is now unless a past is made up. */
export type NewOrder = Omit<OrderRow, 'id' | 'reference' | 'created_at' | 'updated_at'> &
  Partial<Pick<OrderRow, 'created_at'>>;
export type NewOrderLine = Omit<OrderLineRow, 'id' | 'reference' | 'created_at' | 'updated_at'>;

/** Initial values of an order's fields. */
export const freshOrder = {
  discount_total: 0,
  tax_total: 0,
  refunded_total: 0,
  fee_reversed_total: 0,
  cancel_reason: null,
  confirmed_at: null,
  external_id: null,
  door_answers_at: null,
  payment_method: null,
} as const;

export function insertOrder(tx: WriteTransaction, order: NewOrder): Promise<OrderRow> {
  return tx.insert('orders', { ...newRow(tx, 'order', order.created_at), ...order });
}

/** Likewise; returns them in order. */
export function insertOrders(
  tx: WriteTransaction,
  orders: readonly NewOrder[],
): Promise<readonly OrderRow[]> {
  return tx.insertAll(
    'orders',
    orders.map((order) => ({ ...newRow(tx, 'order', order.created_at), ...order })),
  );
}

export const findOrder = findByReference('orders');

export const getOrder = getById('orders');

/** Locked, for a transaction at `read committed`. */
export function lockOrder(tx: WriteTransaction, id: number): Promise<OrderRow> {
  return tx.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

const updateOrderRow = updateById('orders');

/** Add-on lines show the order's status, so their `updated_at` changes with it. */
export async function updateOrder(
  tx: WriteTransaction,
  id: number,
  changes: Changes<'orders'>,
): Promise<OrderRow> {
  if (changes.status !== undefined) await touchAddOnLines(tx, id);
  return updateOrderRow(tx, id, changes);
}

async function touchAddOnLines(tx: WriteTransaction, orderId: number): Promise<void> {
  await tx.db
    .updateTable('order_lines')
    .set({ updated_at: tx.timestamp() })
    .where('order_id', '=', orderId)
    .where('kind', '=', 'add_on')
    .execute();
}

interface ExternalIds {
  readonly eventId: number;
  readonly ids: readonly string[];
}

const byExternalIds = prepareQuery(
  (db, $: Parameter<ExternalIds>, isAmong: AmongParameter<ExternalIds>) =>
    db
      .selectFrom('orders')
      .selectAll()
      .where('event_id', '=', $('eventId'))
      .where(isAmong('external_id', 'ids'))
      .where('external_id', 'is not', null),
);

/** The orders of the event that have one of these external ids. */
export function listOrdersByExternalId(
  tx: ReadTransaction,
  eventId: number,
  ids: readonly string[],
): Promise<readonly OrderRow[]> {
  return tx.all(byExternalIds, { eventId, ids });
}

/** Ids of the organiser's orders that have this external id: at most one of each event. */
export async function listOrderIdsByExternalId(
  tx: ReadTransaction,
  organiserId: number,
  externalId: string,
): Promise<readonly number[]> {
  const rows = await tx.db
    .selectFrom('orders')
    .select('id')
    .where('event_id', 'in', (eb) =>
      eb.selectFrom('events').select('id').where('organiser_id', '=', organiserId),
    )
    .where('external_id', '=', externalId)
    .where('external_id', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
}

export const listOrdersById = listByIds('orders');

/** The lines of these orders, oldest first. */
export async function listLinesOfOrders(
  tx: ReadTransaction,
  orderIds: readonly number[],
): Promise<readonly OrderLineRow[]> {
  if (orderIds.length === 0) return [];
  return tx.db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('id')
    .execute();
}

/** Orders of the person that are still open forget what their tickets would get. */
export async function forgetTicketDetails(tx: WriteTransaction, contactId: number): Promise<void> {
  await tx.db
    .updateTable('order_lines')
    .set({ ticket_details: null, updated_at: tx.timestamp() })
    .where('ticket_details', 'is not', null)
    .where(
      'order_id',
      'in',
      tx.db.selectFrom('orders').select('id').where('contact_id', '=', contactId),
    )
    .execute();
}

export function insertOrderLine(tx: WriteTransaction, line: NewOrderLine): Promise<OrderLineRow> {
  return tx.insert('order_lines', { ...newRow(tx, 'orderLine'), ...line });
}

/** Likewise; returns them in order. */
export function insertOrderLines(
  tx: WriteTransaction,
  lines: readonly NewOrderLine[],
): Promise<readonly OrderLineRow[]> {
  return tx.insertAll(
    'order_lines',
    lines.map((line) => ({ ...newRow(tx, 'orderLine'), ...line })),
  );
}

export const listOrderLines = listByOwner('order_lines', 'order_id');

export const findOrderLine = findByReference('order_lines');

export const getOrderLine = getById('order_lines');

/** Locked: transactions that hand out units of the line run one after another. */
export function lockOrderLine(
  tx: WriteTransaction,
  reference: string,
): Promise<OrderLineRow | undefined> {
  return tx.db
    .selectFrom('order_lines')
    .selectAll()
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirst();
}

export const updateOrderLine = updateById('order_lines');

/** Only for lines of which nothing was issued. */
export async function deleteOrderLines(
  tx: WriteTransaction,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.db.deleteFrom('order_lines').where('id', 'in', ids).execute();
}

/** What all of a line costs. */
export function costOf(line: Pick<OrderLineRow, 'quantity' | 'unit_price' | 'rounding'>): number {
  return line.quantity * line.unit_price + line.rounding;
}

/** Nothing is left of these lines; stations, tickets and redemptions may refer to them. */
export async function emptyOrderLines(tx: WriteTransaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const changes = { quantity: 0, rounding: 0, updated_at: tx.timestamp() };
  await tx.db.updateTable('order_lines').set(changes).where('id', 'in', ids).execute();
}

/** The columns of a line of which all together cost this amount. */
export function pricesOf(
  amount: number,
  quantity: number,
): Pick<OrderLineRow, 'quantity' | 'unit_price' | 'rounding'> {
  return { quantity, unit_price: Math.floor(amount / quantity), rounding: amount % quantity };
}

/** Unredeemed units of a line; never negative. */
export function remainingOf(line: Pick<OrderLineRow, 'quantity' | 'redeemed'>): number {
  return Math.max(0, line.quantity - line.redeemed);
}

export function insertRefund(
  tx: WriteTransaction,
  refund: Pick<RefundRow, 'order_id' | 'amount' | 'fee_reversed' | 'via'>,
): Promise<RefundRow> {
  return tx.insert('refunds', { ...newRow(tx, 'refund'), ...refund });
}

/** Orders show their contact, so a change of the contact updates their `updated_at`. */
export async function touchContactOrders(tx: WriteTransaction, contactId: number): Promise<void> {
  await tx.db
    .updateTable('orders')
    .set({ updated_at: tx.timestamp() })
    .where('contact_id', '=', contactId)
    .execute();
}
