import type { Changes } from '../../database/schema.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { insertTicket, isAdmitted, type TicketRow } from '../../store/tickets.ts';
import { wrongState } from '../../rules/domain-error.ts';
import { currentTicket, isVoid, type CurrentTicket } from './current-ticket.ts';
import { editTicket } from './edit-ticket.ts';

/** How a ticket passes to somebody else, who gets a new one. */
export type Handover = 'transferred' | 'resold';

/**
 * The ticket, unless it is void, superseded or already used for admission, and so cannot be handed over. At `read committed`, so that an
 * admission that was being committed when the lock was taken is seen.
 */
export async function ticketToHandOver(
  tx: WriteTransaction,
  reference: string,
  handover: Handover,
): Promise<CurrentTicket> {
  const current = await currentTicket(tx, reference, handover);
  const { status, id } = current.ticket;
  if (isVoid(status)) {
    throw wrongState(`ticket ${reference}`, status, ` and cannot be ${handover}`);
  }
  if (status === 'checked_in' || (await isAdmitted(tx, id))) {
    throw wrongState(`ticket ${reference}`, 'admitted', ` and cannot be ${handover}`);
  }
  return current;
}

/**
 * Supersedes a ticket (§2.6): doors refuse it from now on, and a code under which it was sold elsewhere. The contact gets a new one on the
 * same order, with the flags, and without what was to be said to the one before. Returns the new ticket.
 */
export async function supersedeTicket(
  tx: WriteTransaction,
  { ticket, event }: CurrentTicket,
  contactId: number,
): Promise<TicketRow> {
  const { created_at: _, ...kept } = ticket;
  const issued = await insertTicket(tx, {
    ...kept,
    code: null,
    contact_id: contactId,
    door_note: null,
  });
  const superseded: Changes<'tickets'> = {
    status: 'cancelled',
    voided_at: tx.now,
    deleted_at: tx.now,
    superseded_by: issued.id,
  };
  await editTicket(tx, event, ticket, superseded);
  return issued;
}
