import type { TicketStatus } from '../../../shared/verdict/facts.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { getEvent, type EventRow } from '../../repositories/events.ts';
import { findTicket, type TicketRow } from '../../repositories/tickets.ts';
import { found, impossible } from '../domain-error.ts';

export interface CurrentTicket {
  readonly ticket: TicketRow;
  readonly event: EventRow;
}

/** The ticket, unless it was superseded. `done` is what was to be done with it, in words for people. */
export async function currentTicket(
  tx: WriteTransaction,
  reference: string,
  done: string,
): Promise<CurrentTicket> {
  const ticket = found(await findTicket(tx, reference), 'ticket', reference);
  if (ticket.deleted_at !== null) {
    throw impossible(`The ticket ${reference} was superseded and cannot be ${done} any more.`);
  }
  return { ticket, event: await getEvent(tx, ticket.event_id) };
}

export function isVoid(status: TicketStatus): boolean {
  return status === 'cancelled' || status === 'refunded';
}
