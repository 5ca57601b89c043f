import { soldCodeKey } from '../../../shared/ticket-code/sold-code.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { listAnswersOf } from '../../store/answers.ts';
import { listContacts, type ContactRow } from '../../store/contacts.ts';
import { listDisputedOrders } from '../../store/disputes.ts';
import { listImportedLines, type ImportedLineRow } from '../../store/imports.ts';
import {
  listLinesOfOrders,
  listOrdersByExternalId,
  listOrdersById,
  type OrderLineRow,
  type OrderRow,
} from '../../store/orders.ts';
import { findTicketPlaces, listTicketsOfOrders, type TicketRow } from '../../store/tickets.ts';
import { findOrder } from '../../store/orders.ts';
import type { LineGroup } from '../staging/staging.ts';
import type { ImportKeys } from './import-keys.ts';

/** What the event has already of some lines. */
export interface Known {
  /** What lines with the key of a group became, by that key. */
  readonly lines: ReadonlyMap<string, readonly ImportedLineRow[]>;
  /** Orders that any of the lines names, or that hold what it became. */
  readonly orders: ReadonlyMap<number, OrderRow>;
  /** By reference, and by the number in the shop. */
  readonly ordersByName: ReadonlyMap<string, OrderRow>;
  readonly orderLines: ReadonlyMap<number, OrderLineRow>;
  readonly tickets: TicketIndex;
  readonly contacts: ReadonlyMap<number, ContactRow>;
  /** JSON by the number of the question, by that of the order; none where no line has an answer. */
  readonly answers: ReadonlyMap<number, ReadonlyMap<number, string>>;
  /** Orders of which a payment was disputed. */
  readonly disputed: ReadonlySet<number>;
}

/** Every ticket of the orders, superseded ones too, by what names it. */
export interface TicketIndex {
  readonly byId: ReadonlyMap<number, TicketRow>;
  readonly byReference: ReadonlyMap<string, readonly TicketRow[]>;
  readonly byCode: ReadonlyMap<string, readonly TicketRow[]>;
  readonly byExternalId: ReadonlyMap<string, readonly TicketRow[]>;
  readonly byOrderLine: ReadonlyMap<number, readonly TicketRow[]>;
  readonly byOrder: ReadonlyMap<number, readonly TicketRow[]>;
}

/** Reads what the event has of the lines of these groups: a few queries, however many they are. */
export async function readKnown(
  tx: ReadTransaction,
  eventId: number,
  keys: ImportKeys,
  groups: readonly LineGroup[],
): Promise<Known> {
  const lines = groups.flatMap((group) => group.lines);
  const rows = await listImportedLines(
    tx,
    eventId,
    groups.map(({ identity }) => keys.lineKey(eventId, identity)),
  );
  const named = (numbers: readonly (string | null)[]) =>
    [...new Set(numbers.filter((one) => one !== null))].flatMap((one) => [one, keys.conceal(one)]);
  const places = await Promise.all([
    findTicketPlaces.byCodeKeys(
      tx,
      eventId,
      lines.flatMap(({ codes }) => codes ?? []).map(soldCodeKey),
    ),
    findTicketPlaces.byReferences(
      tx,
      eventId,
      lines.flatMap((line) => line.ticket_reference ?? []),
    ),
    findTicketPlaces.byExternalIds(tx, eventId, named(lines.map((line) => line.ticket))),
  ]);
  const orders = [
    ...(await listOrdersByExternalId(tx, eventId, named(lines.map((line) => line.order)))),
    ...(await ordersOfReferences(tx, eventId, groups)),
  ];
  const ids = new Set([
    ...orders.map(({ id }) => id),
    ...rows.map((row) => row.order_id),
    ...places.flat().flatMap(({ order_id }) => order_id ?? []),
  ]);
  const hasAnswers = lines.some(({ answers }) => answers.length > 0);
  return {
    ...(await readOrders(tx, [...ids], rows)),
    answers: hasAnswers ? await listAnswersOf(tx, [...ids]) : new Map(),
  };
}

async function readOrders(
  tx: ReadTransaction,
  ids: readonly number[],
  rows: readonly ImportedLineRow[],
): Promise<Omit<Known, 'answers'>> {
  const orders = await listOrdersById(tx, ids);
  const tickets = await listTicketsOfOrders(tx, ids);
  const orderLines = await listLinesOfOrders(tx, ids);
  const people = new Set([...tickets, ...orders].flatMap(({ contact_id }) => contact_id ?? []));
  const contacts = await listContacts(tx, [...people]);
  return {
    lines: Map.groupBy(rows, ({ line_key }) => line_key),
    orders: byId(orders),
    ordersByName: new Map(
      orders.flatMap((order) => [
        [order.reference, order],
        ...(order.external_id === null ? [] : [[order.external_id, order] as const]),
      ]),
    ),
    orderLines: byId(orderLines),
    tickets: indexOf(tickets),
    contacts: byId(contacts),
    disputed: await listDisputedOrders(tx, ids),
  };
}

async function ordersOfReferences(
  tx: ReadTransaction,
  eventId: number,
  groups: readonly LineGroup[],
): Promise<readonly OrderRow[]> {
  const references = new Set(
    groups.flatMap(({ lines }) => lines.flatMap((line) => line.order_reference ?? [])),
  );
  const found: OrderRow[] = [];
  for (const reference of references) {
    const order = await findOrder(tx, reference);
    if (order?.event_id === eventId) found.push(order);
  }
  return found;
}

function byId<Row extends { readonly id: number }>(rows: readonly Row[]): ReadonlyMap<number, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

function indexOf(tickets: readonly TicketRow[]): TicketIndex {
  return {
    byId: byId(tickets),
    byReference: Map.groupBy(tickets, ({ reference }) => reference),
    byCode: Map.groupBy(tickets, ({ code }) => code ?? ''),
    byExternalId: Map.groupBy(tickets, ({ external_id }) => external_id ?? ''),
    byOrderLine: Map.groupBy(tickets, ({ order_line_id }) => order_line_id ?? 0),
    byOrder: Map.groupBy(tickets, ({ order_id }) => order_id ?? 0),
  };
}

/** The ticket that a superseded one has become; itself if it was not superseded. */
export function currentOf({ tickets }: Known, ticket: TicketRow): TicketRow {
  let current = ticket;
  for (;;) {
    const next =
      current.superseded_by === null ? undefined : tickets.byId.get(current.superseded_by);
    if (next === undefined) return current;
    current = next;
  }
}
