import type { WriteTransaction } from '../../database/transaction.ts';
import { insertAnswers } from '../../store/answers.ts';
import type { EventRow } from '../../store/events.ts';
import {
  costOf,
  freshOrder,
  insertOrderLines,
  insertOrders,
  updateOrder,
  type NewOrder,
  type NewOrderLine,
  type OrderLineRow,
  type OrderRow,
} from '../../store/orders.ts';
import { writeTexts } from '../../store/rows.ts';
import { insertTickets, type NewTicket, type TicketRow } from '../../store/tickets.ts';
import { getSellable, takePlaces, type SellableIds } from '../places/sellables.ts';
import { isVoid } from '../tickets/current-ticket.ts';
import { emitCreated, isOpen } from './confirm-order.ts';
import { feeOf } from './create-order.ts';
import type { StoredTicket } from './ticket-details.ts';

/** A ticket that was sold elsewhere, with columns as they are stored. */
export interface SoldTicket extends StoredTicket {
  readonly seat_label: string | null;
  readonly status: TicketRow['status'];
  readonly door_note: string | null;
  readonly flags: string | null;
}

/** Tickets of one type, or units of an add-on. */
export type SoldLine =
  | {
      readonly kind: 'ticket';
      readonly ticket_type_id: number;
      readonly session_id: number | null;
      readonly unit_price: number;
      /** So many of them cost one minor unit more. */
      readonly rounding: number;
      readonly tickets: readonly SoldTicket[];
    }
  | {
      readonly kind: 'add_on';
      readonly add_on_id: number;
      readonly unit_price: number;
      readonly quantity: number;
    };

/** An order that was placed elsewhere. */
export interface SoldOrder {
  /** Unique in the event. */
  readonly external_id: string | null;
  readonly contact: { readonly id: number; readonly email: string | null } | null;
  /** Without places and tickets unless it is confirmed; those that ended have their tickets, void. */
  readonly status: 'confirmed' | 'pending_payment' | 'cancelled' | 'refunded';
  /** JSON by the number of the question; the others are unanswered. */
  readonly answers: ReadonlyMap<number, string>;
}

/** A new order, or one of the event that stands, with lines that it gets. */
export interface SoldLines {
  readonly order: SoldOrder | OrderRow;
  readonly lines: readonly SoldLine[];
}

export interface PlacedLines {
  readonly order: OrderRow;
  /** In the order of the lines; `tickets` is empty for add-ons, and while the order waits for its payment. */
  readonly lines: readonly {
    readonly line: OrderLineRow;
    readonly tickets: readonly TicketRow[];
  }[];
}

/**
 * Places many orders, and adds lines to orders, at once; the input was checked already. Throws
 * `capacity.exceeded`, or an error of the database for a code or an order's number that the event has already.
 */
export async function placeSoldOrders(
  tx: WriteTransaction,
  event: EventRow,
  questionIds: readonly number[],
  sold: readonly SoldLines[],
): Promise<readonly PlacedLines[]> {
  const orders = await ordersOf(tx, event, questionIds, sold);
  const owned = sold.flatMap(({ lines }, at) => lines.map((line) => ({ line, at })));
  const rows = await insertOrderLines(
    tx,
    owned.map(({ line, at }) => soldLineColumns(event, requireAt(orders, at), line)),
  );
  const issued = await issueAll(
    tx,
    owned.map(({ line, at }, place) => ({
      sold: line,
      order: requireAt(orders, at),
      row: requireAt(rows, place),
    })),
  );
  const placed = sold.map(({ lines }, at) => ({ order: requireAt(orders, at), lines, at }));
  let place = 0;
  const result: PlacedLines[] = [];
  for (const { order, lines, at } of placed) {
    const own = lines.map(() => {
      const line = requireAt(rows, place);
      const tickets = issued.get(line.id) ?? [];
      place += 1;
      return { line, tickets };
    });
    const { order: asked } = requireAt(sold, at);
    result.push({
      order: await settle(tx, event, { asked, order, lines, placed: own }),
      lines: own,
    });
  }
  return result;
}

async function ordersOf(
  tx: WriteTransaction,
  event: EventRow,
  questionIds: readonly number[],
  sold: readonly SoldLines[],
): Promise<readonly OrderRow[]> {
  const asked = sold.flatMap(({ order, lines }) => (isRow(order) ? [] : [{ order, lines }]));
  const inserted = await insertOrders(
    tx,
    asked.map(({ order, lines }) => orderColumns(tx, event, order, totalOf(lines))),
  );
  await insertAnswers(
    tx,
    inserted.flatMap((row, at) =>
      questionIds.map((question_id) => {
        const value = asked[at]?.order.answers.get(question_id) ?? null;
        return { order_id: row.id, question_id, value };
      }),
    ),
  );
  let next = 0;
  return sold.map(({ order }) => (isRow(order) ? order : requireAt(inserted, next++)));
}

function orderColumns(
  tx: WriteTransaction,
  event: EventRow,
  { external_id, contact, status }: SoldOrder,
  total: number,
): NewOrder {
  const isConfirmed = status !== 'pending_payment';
  return {
    ...freshOrder,
    organiser_id: event.organiser_id,
    event_id: event.id,
    contact_id: contact?.id ?? null,
    status: status === 'confirmed' ? (total > 0 ? 'paid' : 'free_confirmed') : status,
    currency: event.currency,
    subtotal: total,
    total,
    refunded_total: status === 'refunded' ? total : 0,
    fee_reversed_total: status === 'refunded' ? feeOf(total) : 0,
    external_id,
    application_fee: feeOf(total),
    confirmed_at: isConfirmed ? tx.timestamp() : null,
  };
}

/** The columns of a line of that order. */
export function soldLineColumns(event: EventRow, order: OrderRow, line: SoldLine): NewOrderLine {
  const shared = { order_id: order.id, event_id: event.id, redeemed: 0 };
  if (line.kind === 'add_on') {
    const { add_on_id, quantity, unit_price } = line;
    const none = { ticket_type_id: null, session_id: null, seat_labels: null };
    return {
      ...shared,
      kind: 'add_on',
      add_on_id,
      quantity,
      unit_price,
      rounding: 0,
      ...none,
      ticket_details: null,
    };
  }
  const { ticket_type_id, session_id, unit_price, rounding, tickets } = line;
  const seats = tickets.map(({ seat_label }) => seat_label ?? '');
  return {
    ...shared,
    kind: 'ticket',
    add_on_id: null,
    quantity: tickets.length,
    unit_price,
    rounding,
    ticket_type_id,
    session_id,
    seat_labels: seats.some((seat) => seat !== '') ? writeTexts(seats) : null,
    ticket_details: isOpen(order) ? JSON.stringify(tickets.map(detailsOf)) : null,
  };
}

/** What is to be said at the door comes with the file in which the order is paid. */
function detailsOf({
  seat_label: _seat,
  status: _status,
  door_note: _note,
  flags: _flags,
  ...details
}: SoldTicket): StoredTicket {
  return details;
}

interface Owned {
  readonly sold: SoldLine;
  readonly order: OrderRow;
  readonly row: OrderLineRow;
}

/** Takes places and issues tickets of confirmed orders; returns the tickets by the number of their line. */
async function issueAll(
  tx: WriteTransaction,
  owned: readonly Owned[],
): Promise<ReadonlyMap<number, readonly TicketRow[]>> {
  const taken = new Map<string, { readonly ids: SellableIds; quantity: number }>();
  const take = (ids: SellableIds, quantity: number) => {
    const key = `${ids.ticket_type_id} ${ids.add_on_id}`;
    const before = taken.get(key) ?? { ids, quantity: 0 };
    taken.set(key, { ids, quantity: before.quantity + quantity });
  };
  const fresh: NewTicket[] = [];
  for (const { sold, order, row } of owned) {
    if (isOpen(order)) continue;
    if (sold.kind === 'add_on') {
      if (!isEnded(order)) take({ ticket_type_id: null, add_on_id: sold.add_on_id }, sold.quantity);
      continue;
    }
    const { ticket_type_id, session_id, tickets } = sold;
    const valid = tickets.filter(({ status }) => !isVoid(status)).length;
    if (valid > 0) take({ ticket_type_id, add_on_id: null }, valid);
    for (const ticket of tickets) {
      fresh.push({
        ...ticket,
        event_id: order.event_id,
        order_id: order.id,
        order_line_id: row.id,
        ticket_type_id,
        session_id,
        contact_id: ticket.contact_id ?? order.contact_id,
        voided_at: isVoid(ticket.status) ? tx.now : null,
      });
    }
  }
  for (const { ids, quantity } of taken.values())
    await takePlaces(tx, await getSellable(tx, ids), quantity);
  return Map.groupBy(await insertTickets(tx, fresh), ({ order_line_id }) => order_line_id ?? 0);
}

/** Says that a new order was made; an order that was there costs more now. */
async function settle(
  tx: WriteTransaction,
  event: EventRow,
  {
    asked,
    order,
    lines,
    placed,
  }: {
    readonly asked: SoldOrder | OrderRow;
    readonly order: OrderRow;
    readonly lines: readonly SoldLine[];
    readonly placed: PlacedLines['lines'];
  },
): Promise<OrderRow> {
  if (isRow(asked)) return addToTotal(tx, order, totalOf(lines));
  const { status } = order;
  if (status !== 'paid' && status !== 'free_confirmed') return order;
  const tickets = placed.reduce((sum, line) => sum + line.tickets.length, 0);
  emitCreated(tx, event, order, status, { tickets, email: asked.contact?.email ?? null });
  return order;
}

/** What was added to an order costs so much; negative for what was taken from it. Never less than was refunded. */
export function addToTotal(
  tx: WriteTransaction,
  { id, status, ...order }: OrderRow,
  added: number,
): Promise<OrderRow> {
  const total = Math.max(order.refunded_total, order.total + added);
  return updateOrder(tx, id, {
    subtotal: Math.max(0, order.subtotal + added),
    total,
    application_fee: Math.max(order.fee_reversed_total, feeOf(total)),
    ...(status === 'free_confirmed' && total > 0 && { status: 'paid' as const }),
    ...(status === 'paid' && total === 0 && { status: 'free_confirmed' as const }),
  });
}

function totalOf(lines: readonly SoldLine[]): number {
  return lines.reduce((sum, line) => {
    if (line.kind === 'add_on') return sum + line.quantity * line.unit_price;
    return sum + costOf({ ...line, quantity: line.tickets.length });
  }, 0);
}

function isEnded({ status }: OrderRow): boolean {
  return status === 'cancelled' || status === 'refunded';
}

function isRow(order: SoldOrder | OrderRow): order is OrderRow {
  return 'id' in order;
}

function requireAt<T>(items: readonly T[], at: number): T {
  const item = items[at];
  if (item === undefined) throw new Error(`expected an item at ${at}`);
  return item;
}
