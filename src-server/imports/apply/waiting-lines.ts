// Orders that wait for their payment in the shop: nothing was issued, so their lines are only what the last file said.
import type { WriteTransaction } from '../../database/transaction.ts';
import { confirmOrder, isOpen } from '../../domain/sales/confirm-order.ts';
import { changeWaitingOrder } from '../../domain/sales/waiting-order.ts';
import { editTicket } from '../../domain/tickets/edit-ticket.ts';
import { getContact } from '../../store/contacts.ts';
import { deleteImportedLines, updateImportedLine } from '../../store/imports.ts';
import { updateOrder, type OrderRow } from '../../store/orders.ts';
import type { TicketRow } from '../../store/tickets.ts';
import type { ImportLine } from '../lines/import-line.ts';
import type { Decision } from '../plan/decide.ts';
import type { Match } from '../plan/match-lines.ts';
import type { BatchPeople } from './batch-people.ts';
import { ENDED_THERE, type ImportBatch } from './import-batch.ts';
import { soldLinesOf } from './new-lines.ts';

/** Takes lines out of a waiting order. One that has none left ends, and its number is free. */
export async function leaveOut(
  tx: WriteTransaction,
  batch: ImportBatch,
  order: OrderRow,
  matches: readonly Match[],
): Promise<void> {
  await deleteImportedLines(
    tx,
    matches.flatMap(({ row }) => row?.id ?? []),
  );
  const removed = matches.flatMap(({ orderLine }) => orderLine?.id ?? []);
  const { event } = batch.context.catalogue;
  const { left } = await changeWaitingOrder(tx, event, order, { rewritten: [], removed });
  if (left > 0) return;
  const ended = { status: 'cancelled', cancel_reason: ENDED_THERE, external_id: null } as const;
  await updateOrder(tx, order.id, ended);
}

/** Has a line that still waits say what it says now. */
export async function rewriteWaiting(
  tx: WriteTransaction,
  batch: ImportBatch,
  { line, match: { order, orderLine, row } }: { readonly line: ImportLine; readonly match: Match },
  people: BatchPeople,
): Promise<void> {
  const { catalogue } = batch.context;
  const [sold] = soldLinesOf({ order, lines: [line] }, batch.context, people).lines;
  if (orderLine === null || sold === undefined) return;
  const rewritten = [{ lineId: orderLine.id, line: sold }];
  await changeWaitingOrder(tx, catalogue.event, order, { rewritten, removed: [] });
  if (row !== null) await updateImportedLine(tx, row.id, { content: batch.contents.of(line) });
}

/** Has the lines of waiting orders that are paid say what they say now, and takes out those that still wait. */
export async function settleWaiting(
  tx: WriteTransaction,
  batch: ImportBatch,
  decisions: readonly Decision[],
  people: BatchPeople,
): Promise<void> {
  const { catalogue } = batch.context;
  const changed = decisions.flatMap((one) =>
    one.kind === 'paid' || (one.kind === 'skipped' && one.match !== undefined) ? [one] : [],
  );
  const byOrder = Map.groupBy(changed, ({ match }) => match?.order.id ?? 0);
  for (const own of byOrder.values()) {
    const order = own[0]?.match?.order;
    if (order === undefined || !isOpen(order)) continue;
    const rewritten = own.flatMap((one) => {
      const lineId = one.match?.orderLine?.id;
      if (one.kind !== 'paid' || one.parts.length === 0 || lineId === undefined) return [];
      const [line] = soldLinesOf({ order, lines: [one.line] }, batch.context, people).lines;
      return line === undefined ? [] : [{ lineId, line }];
    });
    const left = own.flatMap(({ kind, match }) =>
      kind === 'skipped' && match !== undefined ? [match] : [],
    );
    if (rewritten.length === 0 && left.length === 0) continue;
    await deleteImportedLines(
      tx,
      left.flatMap(({ row }) => row?.id ?? []),
    );
    await changeWaitingOrder(tx, catalogue.event, order, {
      rewritten,
      removed: left.flatMap(({ orderLine }) => orderLine?.id ?? []),
    });
  }
}

/** What is said at the door is not kept while an order waits: its tickets get it once they are there. Nothing is said of an erased person. */
export async function sayAtDoor(
  tx: WriteTransaction,
  { context }: ImportBatch,
  lines: readonly { readonly line: ImportLine; readonly tickets: readonly TicketRow[] }[],
): Promise<void> {
  for (const { line, tickets } of lines) {
    for (const ticket of tickets) {
      if (line.door_note === ticket.door_note && line.flags === ticket.flags) continue;
      const { contact_id } = ticket;
      const contact = contact_id === null ? null : await getContact(tx, contact_id);
      const isErased = typeof contact?.erased_at === 'number';
      const says = { door_note: isErased ? null : line.door_note, flags: line.flags };
      await editTicket(tx, context.catalogue.event, ticket, says);
    }
  }
}

/** Confirms orders that are paid now. Returns their numbers. */
export async function confirmPaid(
  tx: WriteTransaction,
  batch: ImportBatch,
  decisions: readonly Decision[],
): Promise<readonly number[]> {
  const orders = new Map<number, OrderRow>();
  for (const decision of decisions) {
    const { kind, line } = decision;
    if (kind === 'paid') {
      const { order, row } = decision.match;
      orders.set(order.id, order);
      if (row !== null) await updateImportedLine(tx, row.id, { content: batch.contents.of(line) });
    } else if (kind === 'new' && line.standing === 'valid') {
      const { order } = decision;
      if (order !== null && isOpen(order)) orders.set(order.id, order);
    }
  }
  for (const { reference } of orders.values()) await confirmOrder(tx, reference);
  return [...orders.keys()];
}
