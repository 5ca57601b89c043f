import { FIRST_ISSUE, shortName } from '../../../shared/ticket-code/code-payload.ts';
import { parseTicketCode } from '../../../shared/ticket-code/parse-ticket-code.ts';
import { verifySignedCode } from '../../../shared/ticket-code/signed-code.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { DomainError, invalid } from '../../rules/domain-error.ts';
import { listCodeKeys, publicCodeKey } from '../../store/access/code-keys.ts';
import type { EventRow } from '../../store/events.ts';
import { findTicket } from '../../store/tickets.ts';
import { findSoldTicket } from './find-sold-ticket.ts';

/** The ticket that a reading names, and which of its codes was read. */
export interface CodedTicket {
  readonly ticket: string;
  readonly code_issue: number;
}

/**
 * Reads a code as a door does: the one under which a ticket of the event was sold elsewhere, a signed one of the organiser's, or a plain
 * reference, which counts as the first. Without an event only the latter two name a ticket. Throws `resource.not_found`, or
 * `validation.failed` where only the event could tell.
 */
export async function requireCodedTicket(
  tx: ReadTransaction,
  { organiserId, event }: { readonly organiserId: number; readonly event: EventRow | null },
  reading: string,
): Promise<CodedTicket> {
  if (event !== null) {
    const sold = await findSoldTicket(tx, event.id, reading);
    if (sold.kind === 'found') return { ticket: sold.sold.reference, code_issue: FIRST_ISSUE };
    if (sold.kind === 'ambiguous') {
      throw unknownCode('The code is that of several tickets of this event.');
    }
  }
  const code = parseTicketCode(reading);
  const named =
    code.kind === 'signed'
      ? await readSigned(tx, { organiserId, event }, code.token)
      : code.kind === 'reference'
        ? { ticket: code.reference, code_issue: FIRST_ISSUE }
        : null;
  if (event === null) {
    if (named !== null) return named;
    if (code.kind !== 'signed') throw invalid('event', 'Expected the event of the code.');
    throw unknownCode('There is no ticket with this code.');
  }
  const ticket = named === null ? undefined : await findTicket(tx, named.ticket);
  if (named !== null && ticket?.event_id === event.id) return named;
  throw unknownCode('There is no ticket with this code in this event.');
}

/** Null unless one of the organiser's keys has signed it. */
async function readSigned(
  tx: ReadTransaction,
  { organiserId, event }: { readonly organiserId: number; readonly event: EventRow | null },
  token: string,
): Promise<CodedTicket | null> {
  const keys = (await listCodeKeys(tx, organiserId)).map(publicCodeKey);
  const verified = await verifySignedCode(token, keys);
  if (verified.kind !== 'valid') return null;
  const { ticket, event: of, issue } = verified.ticket;
  if (event !== null && of !== shortName('event', event.reference)) return null;
  return { ticket, code_issue: issue };
}

function unknownCode(message: string): DomainError {
  return new DomainError('resource.not_found', message, 'code');
}
