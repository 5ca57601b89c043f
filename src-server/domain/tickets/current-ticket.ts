import type { TicketStatus } from '../../../shared/verdict/terms/facts.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { getEvent, type EventRow } from '../../store/events.ts';
import { lockTicket, type TicketRow } from '../../store/tickets.ts';
import { requireFound, wrongState } from '../../rules/domain-error.ts';

export interface CurrentTicket {
  readonly ticket: TicketRow;
  readonly event: EventRow;
}

/** The ticket, unless it was superseded. `done` is the participle of the intended action, for the message. */
export async function currentTicket(
  tx: WriteTransaction,
  reference: string,
  done: string,
): Promise<CurrentTicket> {
  const ticket = requireFound(await lockTicket(tx, reference), 'ticket', reference);
  if (ticket.deleted_at !== null) {
    throw wrongState(`ticket ${reference}`, 'superseded', ` and can no longer be ${done}`);
  }
  return { ticket, event: await getEvent(tx, ticket.event_id) };
}

/** Whether it takes a place: it was neither voided nor superseded. */
export function hasPlace({
  status,
  deleted_at,
}: Pick<TicketRow, 'status' | 'deleted_at'>): boolean {
  return deleted_at === null && !isVoid(status);
}

export function isVoid(status: TicketStatus): status is 'cancelled' | 'refunded' {
  return status === 'cancelled' || status === 'refunded';
}
