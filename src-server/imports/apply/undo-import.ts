import type { Database } from '../../database/database.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { endOrder } from '../../domain/sales/cancel-order.ts';
import { isOpen } from '../../domain/sales/confirm-order.ts';
import { addToTotal } from '../../domain/sales/place-sold-orders.ts';
import { offerFreedPlaces } from '../../domain/places/offer-places.ts';
import { getSellable, returnPlaces } from '../../domain/places/sellables.ts';
import { hasPlace, isVoid } from '../../domain/tickets/current-ticket.ts';
import { editTicket } from '../../domain/tickets/edit-ticket.ts';
import { isAdmittedHere, listAdmittedElsewhere } from '../../store/entry-scans.ts';
import { getEvent, type EventRow } from '../../store/events.ts';
import {
  deleteImportChanges,
  deleteImportedLines,
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
  listOrderLines,
  lockOrder,
  updateOrder,
  updateOrderLine,
  type OrderRow,
} from '../../store/orders.ts';
import { listOrderTickets, lockTicket, type TicketRow } from '../../store/tickets.ts';
import { endAdmission, restoreChanges, type Undoing } from './restore-changes.ts';

const LINES_AT_ONCE = 100;
const REASON = 'The import that brought it was undone';

/**
 * Undoes an import: its tickets are gone, their codes and numbers are free, what it changed or cancelled is as it was before, and admissions that it
 * recorded were none. Whoever a door has admitted since it began keeps their ticket. People stay, and orders that it confirmed. If the process ends, it
 * can be called again, and the next server does so (`resumeUndoing`).
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
    await removeLines(tx, { event, started }, lines);
    return true;
  }
  const changes = await listImportChanges(tx, started.id, LINES_AT_ONCE);
  await restoreChanges(tx, { event, started }, changes);
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
  { event, started }: Undoing,
  lines: readonly ImportedLineRow[],
): Promise<void> {
  for (const [orderId, own] of Map.groupBy(lines, ({ order_id }) => order_id)) {
    const order = await lockOrder(tx, orderId);
    const tickets = await listOrderTickets(tx, orderId);
    const gone: ImportedLineRow[] = [];
    for (const line of own) {
      const issued = tickets.filter(({ order_line_id }) => order_line_id === line.order_line_id);
      const outside = await lockOutside(tx, issued, started);
      if (outside === null) {
        await updateImportedLine(tx, line.id, { import_id: null });
        continue;
      }
      for (const ticket of outside) await removeTicket(tx, event, ticket);
      gone.push(line);
    }
    await deleteImportedLines(
      tx,
      gone.map(({ id }) => id),
    );
    await settleOrder(tx, event, order, gone);
  }
}

/** The tickets as they are, or null if a door has admitted one. Whoever is let in at this moment is let in before, or finds no ticket. */
async function lockOutside(
  tx: WriteTransaction,
  tickets: readonly TicketRow[],
  { created_at }: ImportRow,
): Promise<readonly TicketRow[] | null> {
  const locked: TicketRow[] = [];
  for (const { id, reference } of tickets) {
    const ticket = await lockTicket(tx, reference);
    if (ticket === undefined || (await isAdmittedHere(tx, id, created_at))) return null;
    locked.push(ticket);
  }
  return locked;
}

async function removeTicket(
  tx: WriteTransaction,
  event: EventRow,
  ticket: TicketRow,
): Promise<void> {
  for (const scan of await listAdmittedElsewhere(tx, ticket.id)) await endAdmission(tx, scan);
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
