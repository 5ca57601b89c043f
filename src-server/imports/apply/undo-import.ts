import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Instant } from '../../../shared/instant.ts';
import type { Database } from '../../database/database.ts';
import type { Changes, Row } from '../../database/schema.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { endOrder } from '../../domain/sales/cancel-order.ts';
import { returnAddOns } from '../../domain/events/add-ons.ts';
import { isOpen } from '../../domain/sales/confirm-order.ts';
import { addToTotal } from '../../domain/sales/place-sold-orders.ts';
import { offerFreedPlaces } from '../../domain/places/offer-places.ts';
import { getSellable, returnPlaces, takePlaces } from '../../domain/places/sellables.ts';
import { hasPlace, isVoid } from '../../domain/tickets/current-ticket.ts';
import { isEnded } from '../plan/decide.ts';
import { editTicket } from '../../domain/tickets/edit-ticket.ts';
import { listTicketScans } from '../../store/entry-scans.ts';
import { getEvent, type EventRow } from '../../store/events.ts';
import {
  deleteImportChanges,
  deleteImportedLines,
  forgetContent,
  listImportChanges,
  listLinesOfImport,
  listUndoing,
  lockImport,
  updateImport,
  updateImportedLine,
  type ImportedLineRow,
  type ImportRow,
} from '../../store/imports.ts';
import {
  costOf,
  deleteOrderLines,
  emptyOrderLines,
  getOrderLine,
  listOrderLines,
  lockOrder,
  lockOrderLine,
  pricesOf,
  updateOrder,
  updateOrderLine,
  type OrderRow,
} from '../../store/orders.ts';
import { getTicket, listOrderTickets, lockTicket, type TicketRow } from '../../store/tickets.ts';

const LINES_AT_ONCE = 100;
const REASON = 'The import that brought it was undone';

/**
 * Undoes an import: its tickets are gone, their codes and numbers are free, what it changed or cancelled is as it was before. What was scanned since it
 * began stays. People stay, and orders that it confirmed. If the process ends, it can be called again, and the next server does so (`resumeUndoing`).
 */
export async function undoImport(
  database: Pick<Database, 'write' | 'giveWay'>,
  started: ImportRow,
): Promise<void> {
  const atOnce = { isolation: 'read committed' } as const;
  while (await database.write((tx) => undoSome(tx, started), atOnce)) await database.giveWay();
  await database.write(async (tx) => {
    await updateImport(tx, started.id, { status: 'undone' });
    await offerFreedPlaces(tx, await getEvent(tx, started.event_id));
  });
}

/**
 * Undoes the next lines or changes, if there are any left. At `read committed`, with the orders and tickets locked: an admission that was being committed
 * meanwhile is seen.
 */
async function undoSome(tx: WriteTransaction, started: ImportRow): Promise<boolean> {
  await lockImport(tx, started.id);
  const event = await getEvent(tx, started.event_id);
  const lines = await listLinesOfImport(tx, started.id, LINES_AT_ONCE);
  if (lines.length > 0) {
    await removeLines(tx, event, lines);
    return true;
  }
  const changes = await listImportChanges(tx, started.id, LINES_AT_ONCE);
  for (const change of changes) await restore(tx, event, change);
  await deleteImportChanges(
    tx,
    changes.map(({ id }) => id),
  );
  return changes.length > 0;
}

/** Goes on with what was being undone when the process that did it ended. Throws the failures of all at the end. */
export async function resumeUndoing(
  database: Pick<Database, 'read' | 'write' | 'giveWay'>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const row of await database.read(listUndoing)) {
    await undoImport(database, row).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Imports remain to be undone');
}

async function removeLines(
  tx: WriteTransaction,
  event: EventRow,
  lines: readonly ImportedLineRow[],
): Promise<void> {
  for (const [orderId, own] of Map.groupBy(lines, ({ order_id }) => order_id)) {
    const order = await lockOrder(tx, orderId);
    const tickets = await listOrderTickets(tx, orderId);
    const gone: ImportedLineRow[] = [];
    for (const line of own) {
      const issued = tickets.filter(({ order_line_id }) => order_line_id === line.order_line_id);
      const unscanned = await lockUnscanned(tx, issued);
      if (unscanned === null) {
        await updateImportedLine(tx, line.id, { import_id: null });
        continue;
      }
      for (const ticket of unscanned) await removeTicket(tx, event, ticket);
      gone.push(line);
    }
    await deleteImportedLines(
      tx,
      gone.map(({ id }) => id),
    );
    await settleOrder(tx, event, order, gone);
  }
}

/** The tickets as they are, or null if one was scanned. Whoever is let in at this moment is let in before, or finds no ticket. */
async function lockUnscanned(
  tx: WriteTransaction,
  tickets: readonly TicketRow[],
): Promise<readonly TicketRow[] | null> {
  const locked: TicketRow[] = [];
  for (const { id, reference } of tickets) {
    const ticket = await lockTicket(tx, reference);
    if (ticket === undefined || (await listTicketScans(tx, id)).length > 0) return null;
    locked.push(ticket);
  }
  return locked;
}

async function removeTicket(
  tx: WriteTransaction,
  event: EventRow,
  ticket: TicketRow,
): Promise<void> {
  if (hasPlace(ticket)) {
    const place = { ticket_type_id: ticket.ticket_type_id, add_on_id: null };
    await returnPlaces(tx, await getSellable(tx, place), 1);
  }
  await editTicket(tx, event, ticket, {
    status: isVoid(ticket.status) ? ticket.status : 'cancelled',
    voided_at: ticket.voided_at ?? tx.now,
    deleted_at: ticket.deleted_at ?? tx.now,
    code: null,
    external_id: null,
  });
}

/** An order of which nothing is left ends, and its number is free; another one costs less. */
async function settleOrder(
  tx: WriteTransaction,
  event: EventRow,
  order: OrderRow,
  lines: readonly ImportedLineRow[],
): Promise<void> {
  const tickets = await listOrderTickets(tx, order.id);
  const own = await listOrderLines(tx, order.id);
  const removed = own.filter(({ id }) => lines.some((line) => line.order_line_id === id));
  const left = own.filter(
    ({ kind, id }) => kind === 'ticket' && !removed.some((line) => line.id === id),
  );
  const isEmpty = isOpen(order)
    ? left.length === 0
    : tickets.every(({ deleted_at }) => deleted_at !== null);
  if (!isEmpty) {
    const ids = removed.map(({ id }) => id);
    // Lines that wait would be issued once the others are paid.
    await (isOpen(order) ? deleteOrderLines(tx, ids) : emptyOrderLines(tx, ids));
    const price = removed.reduce((sum, line) => sum + costOf(line), 0);
    await addToTotal(tx, order, -price);
    return;
  }
  const free = { external_id: null };
  for (const line of own)
    if (line.ticket_details !== null) await updateOrderLine(tx, line.id, { ticket_details: null });
  await updateOrder(
    tx,
    order.id,
    isOpen(order) ? { ...free, status: 'cancelled', cancel_reason: REASON } : free,
  );
  if (order.status === 'paid' || order.status === 'free_confirmed')
    await endOrder(tx, event, order, REASON);
}

const TicketBefore = Compile(
  Type.Object({
    ticket_type_id: Type.Integer(),
    session_id: Type.Union([Type.Integer(), Type.Null()]),
    seat_label: Type.Union([Type.String(), Type.Null()]),
    code: Type.Union([Type.String(), Type.Null()]),
    contact_id: Type.Union([Type.Integer(), Type.Null()]),
    valid_from: Type.Union([Type.Unsafe<Instant>(Type.Integer()), Type.Null()]),
    valid_until: Type.Union([Type.Unsafe<Instant>(Type.Integer()), Type.Null()]),
    entry_points: Type.Union([Type.String(), Type.Null()]),
    flags: Type.Union([Type.String(), Type.Null()]),
    status: Type.Unsafe<TicketRow['status']>(Type.String()),
    voided_at: Type.Union([Type.Unsafe<Instant>(Type.Integer()), Type.Null()]),
  }),
);
const OrderBefore = Compile(
  Type.Object({
    status: Type.Unsafe<OrderRow['status']>(Type.String()),
    cancel_reason: Type.Union([Type.String(), Type.Null()]),
    confirmed_at: Type.Union([Type.Unsafe<Instant>(Type.Integer()), Type.Null()]),
  }),
);

const GrownLine = Compile(
  Type.Object({ line: Type.Integer(), grown: Type.Integer(), added: Type.Integer() }),
);

const AddedAddOn = Compile(
  Type.Object({ add_on: Type.Integer(), with: Type.Array(Type.Integer()) }),
);

async function restore(
  tx: WriteTransaction,
  event: EventRow,
  { ticket_id, order_id, before }: Row<'import_changes'>,
): Promise<void> {
  const columns: unknown = JSON.parse(before);
  if (order_id !== null) {
    const order = await lockOrder(tx, order_id);
    if (GrownLine.Check(columns)) await shrinkLine(tx, order, columns);
    else if (AddedAddOn.Check(columns)) await takeBackAddOn(tx, order, columns);
    else await restoreOrder(tx, order, OrderBefore.Parse(columns));
    return;
  }
  if (ticket_id === null) return;
  const [ticket] = (await lockUnscanned(tx, [await getTicket(tx, ticket_id)])) ?? [];
  if (ticket === undefined || ticket.deleted_at !== null) return;
  const was: Changes<'tickets'> & Pick<TicketRow, 'ticket_type_id' | 'status'> =
    TicketBefore.Parse(columns);
  const now = isVoid(ticket.status) ? null : ticket.ticket_type_id;
  const then = isVoid(was.status) ? null : was.ticket_type_id;
  if (now !== then) {
    if (now !== null)
      await returnPlaces(tx, await getSellable(tx, { ticket_type_id: now, add_on_id: null }), 1);
    if (then !== null)
      await takePlaces(tx, await getSellable(tx, { ticket_type_id: then, add_on_id: null }), 1);
  }
  await editTicket(tx, event, ticket, was);
  // What the file said is no longer what is here.
  if (ticket.order_line_id !== null) await forgetContent(tx, ticket.order_line_id);
}

/**
 * Not below what is there: tickets that were scanned stay. A line that is gone has taken with it what it cost, and one that was refunded is not paid
 * again. What a later import has named a price below is no longer in it.
 */
async function shrinkLine(
  tx: WriteTransaction,
  order: OrderRow,
  {
    line: id,
    grown,
    added,
  }: { readonly line: number; readonly grown: number; readonly added: number },
): Promise<void> {
  const tickets = (await listOrderTickets(tx, order.id)).filter(
    ({ order_line_id, deleted_at }) => order_line_id === id && deleted_at === null,
  );
  if (tickets.length === 0 || order.status === 'refunded') return;
  const line = await getOrderLine(tx, id);
  const by = Math.min(grown, Math.max(0, line.quantity - tickets.filter(hasPlace).length));
  const cost = costOf(line);
  const less = by === grown && added <= cost ? added : by * line.unit_price;
  await updateOrderLine(tx, id, pricesOf(cost - less, line.quantity - by));
  await addToTotal(tx, order, -less);
  await forgetContent(tx, id);
}

/** It stays if a ticket stays with which it came, or some of it was handed out. An order that has ended has given its places back. */
async function takeBackAddOn(
  tx: WriteTransaction,
  order: OrderRow,
  { add_on, with: beside }: { readonly add_on: number; readonly with: readonly number[] },
): Promise<void> {
  const tickets = await listOrderTickets(tx, order.id);
  const isStaying = tickets.some(
    ({ order_line_id, deleted_at }) => deleted_at === null && beside.includes(order_line_id ?? 0),
  );
  if (isStaying || isEnded(order)) return;
  const line = await lockOrderLine(tx, (await getOrderLine(tx, add_on)).reference);
  if (line === undefined || line.redeemed > 0) return;
  if (!isOpen(order)) await returnPlaces(tx, await getSellable(tx, line), line.quantity);
  await emptyOrderLines(tx, [line.id]);
  await addToTotal(tx, order, -costOf(line));
}

async function restoreOrder(
  tx: WriteTransaction,
  order: OrderRow,
  was: Pick<OrderRow, 'status' | 'cancel_reason' | 'confirmed_at'>,
): Promise<void> {
  if (was.status === 'cancelled' && order.status !== 'cancelled') await returnAddOns(tx, order);
  else if (order.status !== 'cancelled') return;
  if (was.status === 'paid' || was.status === 'free_confirmed') {
    for (const line of await listOrderLines(tx, order.id))
      if (line.kind === 'add_on') await takePlaces(tx, await getSellable(tx, line), line.quantity);
  }
  await updateOrder(tx, order.id, was);
}
