import { LAST_ISSUE } from '../../../shared/ticket-code/code-payload.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import type { EventRow } from '../../repositories/events.ts';
import { insertReissue } from '../../repositories/ticket-reissues.ts';
import { impossible } from '../domain-error.ts';
import { currentTicket, isVoid } from './current-ticket.ts';
import { editTicket } from './edit-ticket.ts';

/**
 * Replaces the code of a ticket, for a holder who lost it: the earlier ones, and the plain reference, admit nobody any more. Gives its
 * event.
 */
export async function reissueTicket(tx: WriteTransaction, reference: string): Promise<EventRow> {
  const { ticket, event } = await currentTicket(tx, reference, 'reissued');
  if (isVoid(ticket.status)) throw impossible(`The ticket ${reference} is ${ticket.status}.`);
  const issue = ticket.code_issue + 1;
  if (issue > LAST_ISSUE) {
    throw impossible(`The ticket ${reference} has had ${LAST_ISSUE} codes: transfer it instead.`);
  }
  await insertReissue(tx, { ticket_id: ticket.id, issue });
  await editTicket(tx, event, ticket, { code_issue: issue });
  return event;
}
