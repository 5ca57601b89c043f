import type { WriteTransaction } from '../../database/transaction.ts';
import { getTicketType } from '../../store/ticket-types.ts';
import { insertTicketResale, type TicketRow } from '../../store/tickets.ts';
import { checkWhole } from '../../rules/checks.ts';
import { saveContact, type ContactUpsert } from '../contacts/contacts.ts';
import { invalid } from '../../rules/domain-error.ts';
import { supersedeTicket, ticketToHandOver } from './supersede-ticket.ts';

export interface Resale {
  /** Somebody other than the present holder. */
  readonly buyer: ContactUpsert;
  /** What the buyer pays, in minor units of the event's currency; null means the ticket type's current price. */
  readonly price: number | null;
}

/**
 * Resells a ticket (§2.6): supersedes it like a transfer and records the price paid. The order's totals stay, because a resale is
 * settled between buyer and seller. Returns the new ticket.
 */
export async function resellTicket(
  tx: WriteTransaction,
  reference: string,
  resale: Resale,
): Promise<TicketRow> {
  const current = await ticketToHandOver(tx, reference, 'resold');
  const { ticket, event } = current;
  const price = checkWhole('price', resale.price ?? (await priceOfType(tx, ticket)), 0);
  const { contact } = await saveContact(tx, event.organiser_id, resale.buyer);
  if (contact.id === ticket.contact_id) {
    throw invalid(
      'email',
      `The ticket ${reference} can only be resold to somebody other than its present holder.`,
    );
  }
  const issued = await supersedeTicket(tx, current, contact.id);
  await insertTicketResale(tx, {
    seller_ticket_id: ticket.id,
    issued_ticket_id: issued.id,
    price,
    currency: event.currency,
  });
  return issued;
}

async function priceOfType(tx: WriteTransaction, ticket: TicketRow): Promise<number> {
  return (await getTicketType(tx, ticket.ticket_type_id)).price;
}
