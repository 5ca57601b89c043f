import type { Changes } from '../../database/schema.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { insertTicket, isAdmitted, type TicketRow } from '../../repositories/tickets.ts';
import { impossible } from '../domain-error.ts';
import { currentTicket, isVoid, type CurrentTicket } from './current-ticket.ts';
import { editTicket } from './edit-ticket.ts';

/** How a ticket passes to somebody else, who gets a new one. */
export type Handover = 'transferred' | 'resold';

/** The ticket, unless it is void, was superseded or has admitted somebody: then it cannot be handed over. */
export async function ticketToHandOver(
  tx: WriteTransaction,
  reference: string,
  handover: Handover,
): Promise<CurrentTicket> {
  const current = await currentTicket(tx, reference, handover);
  const { status, id } = current.ticket;
  if (isVoid(status)) {
    throw impossible(`The ticket ${reference} is ${status} and cannot be ${handover}.`);
  }
  if (status === 'checked_in' || (await isAdmitted(tx, id))) {
    throw impossible(`The ticket ${reference} has been admitted and cannot be ${handover}.`);
  }
  return current;
}

/**
 * Supersedes a ticket (§2.6): it is refused at every door from now on, and a new one is issued to the contact on the same order.
 * Gives the new one.
 */
export async function supersedeTicket(
  tx: WriteTransaction,
  { ticket, event }: CurrentTicket,
  contactId: number,
): Promise<TicketRow> {
  const issued = await insertTicket(tx, { ...ticket, contact_id: contactId });
  const superseded: Changes<'tickets'> = {
    status: 'cancelled',
    voided_at: tx.now,
    deleted_at: tx.now,
    superseded_by: issued.id,
  };
  await editTicket(tx, event, ticket, superseded);
  return issued;
}
