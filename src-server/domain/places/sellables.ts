import { problem } from '../../../shared/console/problems.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import { addSoldAddOns, findAddOn, getAddOn, type AddOnRow } from '../../store/add-ons.ts';
import {
  addSoldTickets,
  findTicketType,
  getTicketType,
  type TicketTypeRow,
} from '../../store/ticket-types.ts';
import { countHeldPlaces, type SellableColumn } from '../../store/waitlist.ts';
import { DomainError } from '../../rules/domain-error.ts';

/** A ticket type or an add-on: both can sell out and have a waiting list. */
export type Sellable =
  | { readonly kind: 'ticket'; readonly row: TicketTypeRow }
  | { readonly kind: 'add_on'; readonly row: AddOnRow };

/** The two columns that point at a sellable; exactly one is set. */
export interface SellableIds {
  readonly ticket_type_id: number | null;
  readonly add_on_id: number | null;
}

/** Finds a sellable of the event. Throws `resource.not_found` otherwise. */
export async function sellableOf(
  tx: ReadTransaction,
  eventId: number,
  reference: string,
): Promise<Sellable> {
  const ticketType = await findTicketType(tx, reference);
  if (ticketType?.event_id === eventId) return { kind: 'ticket', row: ticketType };
  const addOn = await findAddOn(tx, reference);
  if (addOn?.event_id === eventId) return { kind: 'add_on', row: addOn };
  throw new DomainError(
    'resource.not_found',
    `There is no ticket type or add-on ${reference} in this event.`,
  );
}

export async function getSellable(tx: ReadTransaction, ids: SellableIds): Promise<Sellable> {
  if (ids.ticket_type_id !== null) {
    return { kind: 'ticket', row: await getTicketType(tx, ids.ticket_type_id) };
  }
  if (ids.add_on_id === null) throw new Error('expected a line of a ticket type or an add-on');
  return { kind: 'add_on', row: await getAddOn(tx, ids.add_on_id) };
}

export function idsOf(sellable: Sellable): SellableIds {
  return sellable.kind === 'ticket'
    ? { ticket_type_id: sellable.row.id, add_on_id: null }
    : { ticket_type_id: null, add_on_id: sellable.row.id };
}

export function columnOf(sellable: Sellable): SellableColumn {
  return sellable.kind === 'ticket' ? 'ticket_type_id' : 'add_on_id';
}

/** Places that are neither sold nor held by an offer; null means unlimited. Reads the current counter. */
export async function placesLeft(tx: ReadTransaction, sellable: Sellable): Promise<number | null> {
  const { row } = await getSellable(tx, idsOf(sellable));
  if (row.total === null) return null;
  const held = await countHeldPlaces(tx, columnOf(sellable), row.id, tx.now);
  return Math.max(0, row.total - row.sold - held);
}

/** Takes places. Throws `capacity.exceeded` if there are not enough. */
export async function takePlaces(
  tx: WriteTransaction,
  sellable: Sellable,
  quantity: number,
): Promise<void> {
  const left = await placesLeft(tx, sellable);
  if (left !== null && left < quantity) {
    throw new DomainError(
      'capacity.exceeded',
      problem('only_left', { name: sellable.row.name, left, wanted: quantity }),
    );
  }
  await moveSold(tx, sellable, quantity);
}

export async function returnPlaces(
  tx: WriteTransaction,
  sellable: Sellable,
  quantity: number,
): Promise<void> {
  if (quantity > 0) await moveSold(tx, sellable, -quantity);
}

function moveSold(tx: WriteTransaction, sellable: Sellable, quantity: number): Promise<void> {
  const move = sellable.kind === 'ticket' ? addSoldTickets : addSoldAddOns;
  return move(tx, sellable.row.id, quantity);
}
