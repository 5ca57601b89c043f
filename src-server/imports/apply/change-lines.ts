import type { Changes } from '../../database/schema.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { getSellable, returnPlaces, takePlaces } from '../../domain/places/sellables.ts';
import { offerFreedPlaces } from '../../domain/places/offer-places.ts';
import { placeSoldOrders } from '../../domain/sales/place-sold-orders.ts';
import { isVoid } from '../../domain/tickets/current-ticket.ts';
import { editTicket } from '../../domain/tickets/edit-ticket.ts';
import { updateImportedLine } from '../../store/imports.ts';
import { writeTexts } from '../../store/rows.ts';
import type { TicketRow } from '../../store/tickets.ts';
import type { ComparedPart, ImportLine } from '../lines/import-line.ts';
import type { Decision } from '../plan/decide.ts';
import type { ImportBatch } from './import-batch.ts';
import type { BatchPeople } from './batch-people.ts';
import { soldLinesOf } from './new-lines.ts';

type Changed = Extract<Decision, { readonly kind: 'changed' }>;

/** Makes tickets what their lines say now. */
export async function changeLines(
  tx: WriteTransaction,
  batch: ImportBatch,
  decisions: readonly Changed[],
  people: BatchPeople,
): Promise<void> {
  for (const decision of decisions) await changeLine(tx, batch, decision, people);
  if (decisions.length > 0) await offerFreedPlaces(tx, batch.context.catalogue.event);
}

async function changeLine(
  tx: WriteTransaction,
  batch: ImportBatch,
  { line, match, parts }: Changed,
  people: BatchPeople,
): Promise<void> {
  const { event } = batch.context.catalogue;
  const { tickets } = match;
  const kept = tickets.slice(0, line.quantity);
  for (const [at, ticket] of kept.entries()) {
    const changes = changesOf(line, { ticket, at, parts, people });
    if (Object.keys(changes).length === 0) continue;
    batch.remember({ ticket });
    await movePlace(tx, ticket, changes);
    await editTicket(tx, event, ticket, changes);
  }
  for (const ticket of tickets.slice(line.quantity)) {
    if (isVoid(ticket.status)) continue;
    batch.remember({ ticket });
    await editTicket(tx, event, ticket, { status: 'cancelled', voided_at: tx.now });
    await returnPlaces(tx, await placeOf(tx, ticket.ticket_type_id), 1);
  }
  const missing = line.quantity - tickets.length;
  if (missing > 0) await addTickets(tx, batch, { line, match, missing }, people);
  if (match.row !== null)
    await updateImportedLine(tx, match.row.id, { content: batch.contents.of(line) });
}

function changesOf(
  line: ImportLine,
  {
    ticket,
    at,
    parts,
    people,
  }: {
    readonly ticket: TicketRow;
    readonly at: number;
    readonly parts: readonly ComparedPart[];
    readonly people: BatchPeople;
  },
): Changes<'tickets'> {
  const has = (part: ComparedPart) => parts.includes(part);
  const holder = people.contactOf(line.holder)?.id ?? people.contactOf(line.buyer)?.id ?? null;
  return {
    ...(has('type') && line.ticket_type_id !== null && { ticket_type_id: line.ticket_type_id }),
    ...(has('session') && { session_id: line.session_id }),
    ...(has('seat') && { seat_label: line.seats?.[at] ?? null }),
    ...(has('code') && { code: line.codes?.[at] ?? null }),
    ...(has('validity') && { valid_from: line.valid_from, valid_until: line.valid_until }),
    ...(has('entry points') && { entry_points: writeTexts(line.entry_points) }),
    ...(has('holder') && holder !== null && holder !== ticket.contact_id && { contact_id: holder }),
    ...(has('status') && isVoid(ticket.status) && { status: 'valid' as const, voided_at: null }),
  };
}

async function movePlace(
  tx: WriteTransaction,
  ticket: TicketRow,
  changes: Changes<'tickets'>,
): Promise<void> {
  const before = isVoid(ticket.status) ? null : ticket.ticket_type_id;
  const isTaking = before !== null || changes.status === 'valid';
  const after = isTaking ? (changes.ticket_type_id ?? ticket.ticket_type_id) : null;
  if (before === after) return;
  if (before !== null) await returnPlaces(tx, await placeOf(tx, before), 1);
  if (after !== null) await takePlaces(tx, await placeOf(tx, after), 1);
}

function placeOf(tx: WriteTransaction, ticket_type_id: number) {
  return getSellable(tx, { ticket_type_id, add_on_id: null });
}

async function addTickets(
  tx: WriteTransaction,
  { context }: ImportBatch,
  { line, match, missing }: Pick<Changed, 'line' | 'match'> & { readonly missing: number },
  people: BatchPeople,
): Promise<void> {
  const added = {
    ...line,
    quantity: missing,
    seats: line.seats?.slice(-missing) ?? null,
    codes: line.codes?.slice(-missing) ?? null,
    add_ons: [],
  };
  const sold = soldLinesOf({ order: match.order, lines: [added] }, context, people);
  await placeSoldOrders(tx, context.catalogue.event, [], [sold]);
}
