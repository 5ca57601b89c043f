import {
  chooseForgiven,
  chooseSoldCode,
  forgivenCodeKeys,
  soldCodeKeys,
  type FoundSoldCode,
} from '../../../shared/ticket-code/sold-code.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { listTicketsByCodeKey, type TicketRow } from '../../store/tickets.ts';

type SoldTicket = TicketRow & { readonly code: string };

/** The ticket of the event that was sold elsewhere under the code in a reading, superseded or not. `ambiguous`: what is around the code leaves several. */
export async function findSoldTicket(
  tx: ReadTransaction,
  eventId: number,
  reading: string,
): Promise<FoundSoldCode<SoldTicket>> {
  const known = await listTicketsByCodeKey(tx, eventId, soldCodeKeys(reading));
  const chosen = chooseSoldCode(reading, known);
  if (chosen.kind !== 'unknown') return chosen;
  const forgiven = await listTicketsByCodeKey(tx, eventId, forgivenCodeKeys(reading));
  return chooseForgiven(reading, forgiven);
}
