import type { Changes } from '../../database/schema.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { isOpen } from '../../domain/sales/confirm-order.ts';
import { addToTotal } from '../../domain/sales/place-sold-orders.ts';
import { getSellable, returnPlaces, takePlaces } from '../../domain/places/sellables.ts';
import { hasPlace, isVoid } from '../../domain/tickets/current-ticket.ts';
import { editTicket } from '../../domain/tickets/edit-ticket.ts';
import { updateImportedLine } from '../../store/imports.ts';
import {
  costOf,
  getOrder,
  getOrderLine,
  listOrderLines,
  pricesOf,
  updateOrder,
  updateOrderLine,
  type OrderRow,
} from '../../store/orders.ts';
import { writeTexts } from '../../store/rows.ts';
import { insertTickets, type TicketRow } from '../../store/tickets.ts';
import type { ComparedPart, ImportLine } from '../lines/import-line.ts';
import type { Decision } from '../plan/decide.ts';
import { withoutPart } from '../plan/line-content.ts';
import type { Match } from '../plan/match-lines.ts';
import type { ImportBatch, Said } from './import-batch.ts';
import type { BatchPeople } from './batch-people.ts';
import { soldLinesOf } from './new-lines.ts';
import { rewriteWaiting } from './waiting-lines.ts';

type Changed = Extract<Decision, { readonly kind: 'changed' }>;

/** Makes tickets what their lines say now. */
export async function changeLines(
  tx: WriteTransaction,
  batch: ImportBatch,
  decisions: readonly Changed[],
  people: BatchPeople,
): Promise<void> {
  const moved = new Map<number, number>();
  for (const decision of decisions) await changeLine(tx, batch, decision, { people, moved });
  // What is given back comes first, so that two tickets can exchange their types.
  const moves = [...moved].toSorted(([, one], [, other]) => one - other);
  for (const [ticket_type_id, quantity] of moves) {
    const sellable = await getSellable(tx, { ticket_type_id, add_on_id: null });
    if (quantity < 0) await returnPlaces(tx, sellable, -quantity);
    else if (quantity > 0) await takePlaces(tx, sellable, quantity);
  }
}

/** What a change takes part in: people by whom they are, and places by the number of their type; negative ones are given back. */
interface Changing {
  readonly people: BatchPeople;
  readonly moved: Map<number, number>;
}

async function changeLine(
  tx: WriteTransaction,
  batch: ImportBatch,
  { line, match, parts, keepsPrice }: Changed,
  changing: Changing,
): Promise<void> {
  const { event } = batch.context.catalogue;
  if (isOpen(match.order)) {
    await rewriteWaiting(tx, batch, { line, match }, changing.people);
    return;
  }
  const made = keepsPrice ? batch.contents.withoutPrice(line) : batch.contents.of(line);
  const said = saidOf({ line, match, parts, people: changing.people }, made);
  // Before its tickets are remembered: undone, it is looked at after them.
  await growLine(tx, batch, line, { match, said });
  if (parts.includes('price')) await priceLine(tx, batch, line, { match, said });
  const kept = keptOf(line, match.tickets);
  for (const [at, ticket] of kept.entries()) {
    const changes = changesOf(line, { ticket, at, parts, match, people: changing.people });
    if (Object.keys(changes).length === 0) continue;
    batch.remember({ ticket, set: changes, said });
    const was = isVoid(ticket.status) ? null : ticket.ticket_type_id;
    const isValid = was !== null || changes.status === 'valid';
    if (was !== null) move(changing, was, -1);
    if (isValid) move(changing, changes.ticket_type_id ?? ticket.ticket_type_id, 1);
    await editTicket(tx, event, ticket, changes);
  }
  for (const ticket of match.tickets) {
    if (kept.includes(ticket) || isVoid(ticket.status)) continue;
    const set = { status: 'cancelled' as const, voided_at: tx.now };
    batch.remember({ ticket, set, said });
    await editTicket(tx, event, ticket, set);
    move(changing, ticket.ticket_type_id, -1);
  }
  if (parts.includes('status')) await reopenOrder(tx, batch, match.order);
  const missing = line.quantity - kept.length;
  if (missing > 0) await addTickets(tx, batch, { line, match, missing, said }, changing);
  if (match.row !== null) await updateImportedLine(tx, match.row.id, { content: made });
}

/**
 * What is restored of what the file before had said. A note for the door that is forgotten and a person's former name are not, so that the next file
 * says them anew.
 */
function saidOf(
  {
    line,
    match,
    parts,
    people,
  }: Pick<Changed, 'line' | 'match' | 'parts'> & Pick<Changing, 'people'>,
  made: string,
): Said | null {
  const { row, tickets } = match;
  if (row === null) return null;
  const holder = people.contactOf(line.holder)?.id ?? people.contactOf(line.buyer)?.id;
  const isRenamed =
    parts.includes('holder') && tickets.some(({ contact_id }) => contact_id === holder);
  const isNoteGone = parts.includes('door note') || parts.includes('holder');
  const named = isRenamed ? withoutPart(row.content, 'holder') : row.content;
  return { row: row.id, content: isNoteGone ? withoutPart(named, 'door note') : named, made };
}

/** An order's line, and what was said of it. */
interface SaidLine {
  readonly match: Match;
  readonly said: Said | null;
}

/** A line that has more tickets than ever costs what the file says, or more by its price. One that has fewer costs what it did: nothing is paid back by it. */
async function growLine(
  tx: WriteTransaction,
  batch: ImportBatch,
  { quantity, price, rounding }: ImportLine,
  { match: { orderLine, tickets }, said }: SaidLine,
): Promise<void> {
  if (orderLine === null) return;
  const others = (batch.known.tickets.byOrderLine.get(orderLine.id) ?? []).filter(
    (one) => hasPlace(one) && tickets.every(({ id }) => id !== one.id),
  );
  const grown = others.length + quantity - orderLine.quantity;
  if (grown <= 0) return;
  const line = await getOrderLine(tx, orderLine.id);
  const cost = costOf(line);
  const amount =
    price === null || others.length > 0
      ? cost + grown * line.unit_price
      : Math.max(cost, quantity * price + rounding);
  batch.remember({ line, grown, added: amount - cost, said });
  await updateOrderLine(tx, line.id, pricesOf(amount, line.quantity + grown));
  await addToTotal(tx, await getOrder(tx, line.order_id), amount - cost);
}

/** A line costs what the file says of all its tickets now. */
async function priceLine(
  tx: WriteTransaction,
  batch: ImportBatch,
  { quantity, price, rounding }: ImportLine,
  { match: { orderLine }, said }: SaidLine,
): Promise<void> {
  if (orderLine === null || price === null) return;
  const line = await getOrderLine(tx, orderLine.id);
  const amount = quantity * price + rounding;
  const added = amount - costOf(line);
  if (added === 0) return;
  batch.remember({ line, grown: 0, added, said });
  await updateOrderLine(tx, line.id, pricesOf(amount, line.quantity));
  await addToTotal(tx, await getOrder(tx, line.order_id), added);
}

function move({ moved }: Changing, type: number, quantity: number): void {
  moved.set(type, (moved.get(type) ?? 0) + quantity);
}

/** As many tickets as the line has: those with its codes in their places, then valid ones, then void ones. */
function keptOf({ codes, quantity }: ImportLine, tickets: readonly TicketRow[]): TicketRow[] {
  const coded = (codes ?? []).map((code) => tickets.find((ticket) => ticket.code === code));
  const left = tickets
    .filter((ticket) => !coded.includes(ticket))
    .toSorted((one, other) => Number(isVoid(one.status)) - Number(isVoid(other.status)));
  return Array.from({ length: quantity }, (_, at) => coded[at] ?? left.shift()).filter(
    (ticket) => ticket !== undefined,
  );
}

/** The shop has restored a ticket of an order that had ended there, or sold another one in it. */
export async function reopenOrder(
  tx: WriteTransaction,
  batch: ImportBatch,
  { id }: OrderRow,
): Promise<OrderRow> {
  const order = await getOrder(tx, id);
  if (order.status !== 'cancelled' || order.confirmed_at === null) return order;
  batch.remember({ order });
  for (const line of await listOrderLines(tx, order.id))
    if (line.kind === 'add_on') await takePlaces(tx, await getSellable(tx, line), line.quantity);
  const status = order.total > 0 ? 'paid' : 'free_confirmed';
  return updateOrder(tx, order.id, { status, cancel_reason: null });
}

function changesOf(
  line: ImportLine,
  {
    ticket,
    at,
    parts,
    match,
    people,
  }: {
    readonly ticket: TicketRow;
    readonly at: number;
    readonly parts: readonly ComparedPart[];
    readonly match: Match;
    readonly people: BatchPeople;
  },
): Changes<'tickets'> {
  const has = (part: ComparedPart) => parts.includes(part);
  const holder =
    people.contactOf(line.holder)?.id ?? people.contactOf(line.buyer)?.id ?? match.order.contact_id;
  const isOther = has('holder') && holder !== null && holder !== ticket.contact_id;
  const isBack = isVoid(ticket.status) && (has('status') || has('quantity'));
  return {
    ...(has('type') && line.ticket_type_id !== null && { ticket_type_id: line.ticket_type_id }),
    ...(has('session') && { session_id: line.session_id }),
    ...(has('seat') && { seat_label: line.seats?.[at] ?? null }),
    ...(has('code') && { code: line.codes?.[at] ?? null }),
    ...(has('validity') && { valid_from: line.valid_from, valid_until: line.valid_until }),
    ...(has('entry points') && { entry_points: writeTexts(line.entry_points) }),
    // What was to be said to the holder before is forgotten.
    ...((has('door note') || isOther) && { door_note: line.door_note }),
    ...(has('flags') && { flags: line.flags }),
    ...(isOther && { contact_id: holder }),
    ...(isBack && { status: 'valid' as const, voided_at: null }),
  };
}

async function addTickets(
  tx: WriteTransaction,
  batch: ImportBatch,
  { line, match, missing, said }: SaidLine & Pick<Changed, 'line'> & { readonly missing: number },
  changing: Changing,
): Promise<void> {
  const { order, orderLine } = match;
  if (orderLine === null) return;
  const added = {
    ...line,
    quantity: missing,
    seats: line.seats?.slice(-missing) ?? null,
    codes: line.codes?.slice(-missing) ?? null,
  };
  const [sold] = soldLinesOf({ order, lines: [added] }, batch.context, changing.people).lines;
  if (sold?.kind !== 'ticket') throw new Error(`expected tickets in line ${line.line}`);
  const placed = await insertTickets(
    tx,
    sold.tickets.map((ticket) => ({
      ...ticket,
      event_id: order.event_id,
      order_id: order.id,
      order_line_id: orderLine.id,
      ticket_type_id: sold.ticket_type_id,
      session_id: sold.session_id,
      contact_id: ticket.contact_id ?? order.contact_id,
      voided_at: null,
    })),
  );
  // Undone, they are cancelled.
  const set = { status: 'valid' as const, voided_at: null };
  for (const ticket of placed)
    batch.remember({ ticket: { ...ticket, status: 'cancelled', voided_at: tx.now }, set, said });
  move(changing, sold.ticket_type_id, missing);
}
