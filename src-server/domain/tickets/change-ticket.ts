import type { TicketStatus } from '../../../shared/verdict/terms/facts.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import type { EventRow } from '../../store/events.ts';
import { getOrder } from '../../store/orders.ts';
import type { TicketRow } from '../../store/tickets.ts';
import { checkName } from '../../rules/checks.ts';
import { saveContact, type ContactUpsert } from '../contacts/contacts.ts';
import { wrongState } from '../../rules/domain-error.ts';
import { getSellable, returnPlaces, takePlaces } from '../places/sellables.ts';
import { offerFreedPlaces } from '../places/offer-places.ts';
import { currentTicket, isVoid } from './current-ticket.ts';
import { checkDoorNote, flagsColumn } from './door-words.ts';
import { editTicket, takesPlace } from './edit-ticket.ts';
import { supersedeTicket, ticketToHandOver } from './supersede-ticket.ts';

export interface TicketChanges {
  /** Null removes the seat. */
  readonly seat_label?: string | null;
  readonly status?: TicketStatus;
  /** What the organiser wants said at the door; null: nothing. */
  readonly door_note?: string | null;
  /** Null: none. */
  readonly flags?: readonly string[] | null;
}

/** Edits a ticket. Without a change `revision` stays and no event is emitted. */
export async function updateTicket(
  tx: WriteTransaction,
  reference: string,
  changes: TicketChanges,
): Promise<TicketRow> {
  const { ticket, event } = await currentTicket(tx, reference, 'changed');
  const status = changes.status ?? ticket.status;
  const seat_label =
    typeof changes.seat_label === 'string'
      ? checkName('seat_label', changes.seat_label)
      : changes.seat_label === undefined
        ? ticket.seat_label
        : null;
  const door_note =
    changes.door_note === undefined ? ticket.door_note : checkDoorNote(changes.door_note);
  const flags = changes.flags === undefined ? ticket.flags : flagsColumn(changes.flags);
  const edit = { seat_label, status, door_note, flags };
  const isSame =
    status === ticket.status &&
    seat_label === ticket.seat_label &&
    door_note === ticket.door_note &&
    flags === ticket.flags;
  if (isSame) return ticket;
  if (isVoid(ticket.status) && !isVoid(status)) await takePlaceAgain(tx, ticket);
  const edited = await editTicket(tx, event, ticket, {
    ...edit,
    voided_at: isVoid(status) ? (ticket.voided_at ?? tx.now) : null,
  });
  if (takesPlace(ticket) && isVoid(status)) await freePlace(tx, event, ticket);
  return edited;
}

/** Cancels one ticket of an order; its place returns to the pool and the waiting list. */
export async function cancelTicket(tx: WriteTransaction, reference: string): Promise<TicketRow> {
  const { ticket } = await currentTicket(tx, reference, 'changed');
  refuseVoid(ticket);
  return updateTicket(tx, reference, { status: 'cancelled' });
}

/** Changes the holder (§2.6 `contact`); the ticket and its code stay. What was to be said to the one before is forgotten. */
export async function reassignTicket(
  tx: WriteTransaction,
  reference: string,
  holder: ContactUpsert,
): Promise<TicketRow> {
  const { ticket, event } = await currentTicket(tx, reference, 'changed');
  refuseVoid(ticket);
  const { contact } = await saveContact(tx, event.organiser_id, holder);
  if (contact.id === ticket.contact_id) return ticket;
  return editTicket(tx, event, ticket, { contact_id: contact.id, door_note: null });
}

/** Transfers a ticket: a new one for the new holder, on the same order, supersedes it. Returns the new ticket. */
export async function transferTicket(
  tx: WriteTransaction,
  reference: string,
  holder: ContactUpsert,
): Promise<TicketRow> {
  const current = await ticketToHandOver(tx, reference, 'transferred');
  const { contact } = await saveContact(tx, current.event.organiser_id, holder);
  return supersedeTicket(tx, current, contact.id);
}

function refuseVoid(ticket: TicketRow): void {
  if (isVoid(ticket.status)) {
    throw wrongState(`ticket ${ticket.reference}`, ticket.status);
  }
}

/** A voided ticket can be restored only if its order still stands and a place is free. */
async function takePlaceAgain(tx: WriteTransaction, ticket: TicketRow): Promise<void> {
  const order = ticket.order_id === null ? null : await getOrder(tx, ticket.order_id);
  if (order !== null && order.status !== 'paid' && order.status !== 'free_confirmed') {
    throw wrongState(`order of ticket ${ticket.reference}`, order.status);
  }
  await takePlaces(tx, await placeOf(tx, ticket), 1);
}

async function freePlace(tx: WriteTransaction, event: EventRow, ticket: TicketRow): Promise<void> {
  await returnPlaces(tx, await placeOf(tx, ticket), 1);
  await offerFreedPlaces(tx, event);
}

function placeOf(tx: WriteTransaction, ticket: TicketRow) {
  return getSellable(tx, { ticket_type_id: ticket.ticket_type_id, add_on_id: null });
}
