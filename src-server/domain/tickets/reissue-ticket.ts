import { LAST_ISSUE } from '../../../shared/ticket-code/code-payload.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import type { EventRow } from '../../store/events.ts';
import { insertReissue } from '../../store/ticket-reissues.ts';
import { invalidTransition, wrongState } from '../../rules/domain-error.ts';
import { currentTicket, isVoid } from './current-ticket.ts';
import { editTicket } from './edit-ticket.ts';

/** Replaces a ticket's code for a holder who lost it: earlier codes and the plain reference no longer admit. Returns the event. */
export async function reissueTicket(tx: WriteTransaction, reference: string): Promise<EventRow> {
  const { ticket, event } = await currentTicket(tx, reference, 'reissued');
  if (isVoid(ticket.status)) throw wrongState(`ticket ${reference}`, ticket.status);
  const issue = ticket.code_issue + 1;
  if (issue > LAST_ISSUE) {
    throw invalidTransition(
      `The ticket ${reference} has had ${LAST_ISSUE} codes: transfer it instead.`,
    );
  }
  await insertReissue(tx, { ticket_id: ticket.id, issue });
  await editTicket(tx, event, ticket, { code_issue: issue });
  return event;
}
