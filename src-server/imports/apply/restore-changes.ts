import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Instant } from '../../../shared/instant.ts';
import type { Changes, Row } from '../../database/schema.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { returnAddOns } from '../../domain/events/add-ons.ts';
import {
  getSellable,
  placesLeft,
  returnPlaces,
  takePlaces,
} from '../../domain/places/sellables.ts';
import { isOpen } from '../../domain/sales/confirm-order.ts';
import { addToTotal } from '../../domain/sales/place-sold-orders.ts';
import { releaseScan } from '../../domain/scans/release-scan.ts';
import { hasPlace, isVoid } from '../../domain/tickets/current-ticket.ts';
import { editTicket } from '../../domain/tickets/edit-ticket.ts';
import { isAdmittedHere, listAdmittedElsewhere, UNDONE } from '../../store/entry-scans.ts';
import type { EventRow } from '../../store/events.ts';
import {
  findImportedContent,
  forgetSeen,
  updateImportedLine,
  type ImportRow,
} from '../../store/imports.ts';
import {
  costOf,
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
import { addSoldTickets } from '../../store/ticket-types.ts';
import {
  findTicketByCode,
  getTicket,
  listOrderTickets,
  lockTicket,
  type TicketRow,
} from '../../store/tickets.ts';
import type { ComparedPart } from '../lines/import-line.ts';
import { isEnded } from '../plan/decide.ts';
import { saidBefore, withoutPart } from '../plan/line-content.ts';
import type { Said } from './import-batch.ts';

export interface Undoing {
  readonly event: EventRow;
  readonly started: ImportRow;
}

/** Makes tickets and orders what they were before an import changed them, the latest change first. */
export async function restoreChanges(
  tx: WriteTransaction,
  undoing: Undoing,
  changes: readonly Row<'import_changes'>[],
): Promise<void> {
  await restoreTickets(tx, undoing, changes);
  for (const change of changes) await restoreOther(tx, change);
}

const SaidBefore = Type.Union([
  Type.Object({ row: Type.Integer(), content: Type.String(), made: Type.String() }),
  Type.Null(),
]);

const TicketBefore = Compile(
  Type.Object({
    said: SaidBefore,
    /** What the import made of it. */
    set: Type.Record(Type.String(), Type.Unknown()),
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
  Type.Object({
    said: SaidBefore,
    line: Type.Integer(),
    grown: Type.Integer(),
    added: Type.Integer(),
  }),
);

const AddedAddOn = Compile(
  Type.Object({ add_on: Type.Integer(), with: Type.Array(Type.Integer()) }),
);

const Admitted = Compile(Type.Object({ admission: Type.String() }));

type Before = Changes<'tickets'> & Pick<TicketRow, 'ticket_type_id' | 'status' | 'contact_id'>;

/** A ticket that an import changed, and what it was. */
interface ChangedTicket {
  readonly ticket: TicketRow;
  readonly was: Before;
  readonly said: Said | null;
}

/** Of a ticket that an import has noted as admitted: it was not. */
export async function endAdmission(tx: WriteTransaction, scan: string): Promise<void> {
  await releaseScan(tx, null, { scan, kind: 'mistake', note: UNDONE, scanner_location: null });
}

async function restoreTickets(
  tx: WriteTransaction,
  undoing: Undoing,
  changes: readonly Row<'import_changes'>[],
): Promise<void> {
  const found: ChangedTicket[] = [];
  for (const change of changes) {
    const changed = await findChanged(tx, undoing, change);
    if (changed !== null) found.push(changed);
  }
  const moved = await moveBack(tx, found);
  for (const one of found) {
    const { ticket, was } = one;
    const { ticket_type_id, status, voided_at } = ticket;
    const hasPlaceBack = moved.has(one) || typeTaken(ticket) === typeTaken(was);
    const restored = hasPlaceBack ? was : { ...was, ticket_type_id, status, voided_at };
    // What is said at the door is said to who has the ticket now.
    const isOther = was.contact_id !== ticket.contact_id;
    await editTicket(tx, undoing.event, ticket, {
      ...restored,
      code: await codeAgain(tx, ticket, was),
      ...(isOther && { door_note: null }),
    });
    const differs = isVoid(status) ? (['status', 'quantity'] as const) : (['type'] as const);
    const saysAgain = { ofTicket: true, differs: hasPlaceBack ? [] : differs };
    if (one.said !== null) await sayAgain(tx, one.said, saysAgain);
  }
  const unsaid = found.flatMap(({ ticket, said }) => (said === null ? [ticket.id] : []));
  await forgetSeen(tx, undoing.event.id, unsaid);
}

/** Null for what is gone, and for a ticket that was void and has let somebody in since. */
async function findChanged(
  tx: WriteTransaction,
  { started }: Undoing,
  { ticket_id, before }: Row<'import_changes'>,
): Promise<ChangedTicket | null> {
  const columns: unknown = JSON.parse(before);
  if (ticket_id === null || Admitted.Check(columns)) return null;
  let ticket = await lockTicket(tx, (await getTicket(tx, ticket_id)).reference);
  // Handed over since, it is another one, which has what the import set.
  while (typeof ticket?.superseded_by === 'number')
    ticket = await lockTicket(tx, (await getTicket(tx, ticket.superseded_by)).reference);
  if (ticket === undefined || ticket.deleted_at !== null) return null;
  const { said, ...changed } = TicketBefore.Parse(columns);
  const was = whatStays(ticket, changed);
  if (isVoid(was.status) && (await isAdmittedHere(tx, ticket.id, started.created_at))) return null;
  return { ticket, was, said };
}

/**
 * The next file is compared with what the one before had said, so that what somebody has made here stays, but for what a later one has said since.
 * `differs`: parts that could not be restored, in which the next one is compared with the ticket.
 */
async function sayAgain(
  tx: WriteTransaction,
  said: Said,
  { ofTicket, differs }: { readonly ofTicket: boolean; readonly differs: readonly ComparedPart[] },
): Promise<void> {
  const now = await findImportedContent(tx, said.row);
  if (now === undefined) return;
  const isRestored = (part: ComparedPart) =>
    ofTicket ? part !== 'price' : part === 'price' || part === 'quantity';
  const content = differs.reduce(withoutPart, saidBefore(now, said, isRestored));
  await updateImportedLine(tx, said.row, { content });
}

/** What the ticket was, but for what somebody has changed since the import: that stays as it is. */
function whatStays(
  ticket: TicketRow,
  { set, ...before }: Omit<ReturnType<typeof TicketBefore.Parse>, 'said'>,
): Before {
  const now = new Map<string, unknown>(Object.entries(ticket));
  const isSet = (column: string) => Object.hasOwn(set, column) && set[column] === now.get(column);
  const isSetVoid = isSet('status') && isSet('voided_at');
  const stays = Object.keys(before).filter(
    (column) => !(column === 'status' || column === 'voided_at' ? isSetVoid : isSet(column)),
  );
  return { ...before, ...Object.fromEntries(stays.map((column) => [column, now.get(column)])) };
}

/**
 * Moves the places of all at once, so that tickets can exchange their types again. Returns those that have the places that they had: of the others
 * these are sold by now, and they stay in their type, or void.
 */
async function moveBack(
  tx: WriteTransaction,
  changed: readonly ChangedTicket[],
): Promise<ReadonlySet<ChangedTicket>> {
  let moving = changed.filter(({ ticket, was }) => typeTaken(ticket) !== typeTaken(was));
  const typesOf = ({ ticket, was }: ChangedTicket) => [typeTaken(ticket), typeTaken(was)];
  const types = new Set(moving.flatMap(typesOf).filter((type) => type !== null));
  const free = new Map<number, number>();
  for (const type of [...types].toSorted((one, other) => one - other)) {
    // Locks it: nobody takes a place meanwhile.
    await addSoldTickets(tx, type, 0);
    const place = await getSellable(tx, { ticket_type_id: type, add_on_id: null });
    free.set(type, (await placesLeft(tx, place)) ?? Infinity);
  }
  for (;;) {
    const taken = new Map<number, number>();
    const take = (type: number | null, by: number) => {
      if (type === null) return true;
      taken.set(type, (taken.get(type) ?? 0) + by);
      return (taken.get(type) ?? 0) <= (free.get(type) ?? 0);
    };
    for (const { ticket } of moving) take(typeTaken(ticket), -1);
    const stuck = moving.find(({ was }) => !take(typeTaken(was), 1));
    if (stuck === undefined) {
      // What is given back comes first: a type has never more than all its places.
      const moves = [...taken].toSorted(([, one], [, other]) => one - other);
      for (const [type, by] of moves) await addSoldTickets(tx, type, by);
      return new Set(moving);
    }
    moving = moving.filter((one) => one !== stuck);
  }
}

/** The code that the ticket had, unless another one has it by now. */
async function codeAgain(
  tx: WriteTransaction,
  { id, event_id, code }: TicketRow,
  { code: before = null }: Before,
): Promise<string | null> {
  if (before === null) return null;
  const holder = await findTicketByCode(tx, event_id, before);
  return holder === undefined || holder.id === id ? before : code;
}

/** Of whose places a ticket has one. */
function typeTaken({ status, ticket_type_id }: Pick<TicketRow, 'status' | 'ticket_type_id'>) {
  return isVoid(status) ? null : ticket_type_id;
}

/** Restores what is no ticket: an admission, an order, what a line costs. */
async function restoreOther(
  tx: WriteTransaction,
  { ticket_id, order_id, before }: Row<'import_changes'>,
): Promise<void> {
  const columns: unknown = JSON.parse(before);
  if (order_id !== null) {
    const order = await lockOrder(tx, order_id);
    if (GrownLine.Check(columns)) await shrinkLine(tx, order, columns);
    else if (AddedAddOn.Check(columns)) await takeBackAddOn(tx, order, columns);
    else await restoreOrder(tx, order, OrderBefore.Parse(columns));
  } else if (ticket_id !== null && Admitted.Check(columns)) {
    await lockTicket(tx, (await getTicket(tx, ticket_id)).reference);
    const open = await listAdmittedElsewhere(tx, ticket_id);
    if (open.includes(columns.admission)) await endAdmission(tx, columns.admission);
  }
}

/**
 * Not below what is there: tickets of who is in stay. A line that is gone has taken with it what it cost, and one that was refunded is not paid
 * again. What a later import has named a price below is no longer in it.
 */
async function shrinkLine(
  tx: WriteTransaction,
  order: OrderRow,
  { line: id, grown, added, said }: ReturnType<typeof GrownLine.Parse>,
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
  if (said !== null) await sayAgain(tx, said, { ofTicket: false, differs: [] });
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

/** Add-ons of which too few are left by now are no longer in it. */
async function restoreOrder(
  tx: WriteTransaction,
  order: OrderRow,
  was: Pick<OrderRow, 'status' | 'cancel_reason' | 'confirmed_at'>,
): Promise<void> {
  if (order.status === 'refunded') return;
  if (was.status === 'cancelled' && order.status !== 'cancelled') await returnAddOns(tx, order);
  else if (order.status !== 'cancelled') return;
  let restored = await updateOrder(tx, order.id, was);
  if (was.status !== 'paid' && was.status !== 'free_confirmed') return;
  for (const line of await listOrderLines(tx, order.id)) {
    if (line.kind !== 'add_on') continue;
    const place = await getSellable(tx, line);
    const left = await placesLeft(tx, place);
    if (left === null || left >= line.quantity) {
      await takePlaces(tx, place, line.quantity);
      continue;
    }
    await emptyOrderLines(tx, [line.id]);
    restored = await addToTotal(tx, restored, -costOf(line));
  }
}
