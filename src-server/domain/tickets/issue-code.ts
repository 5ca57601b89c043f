import type { Ticket } from '../../../shared/resources/tickets.ts';
import { parseInstant } from '../../../shared/instant.ts';
import { isReference } from '../../../shared/references.ts';
import { FIRST_ISSUE, shortName } from '../../../shared/ticket-code/code-payload.ts';
import { signCode, type PrivateCodeKey } from '../../../shared/ticket-code/signed-code.ts';
import { publicCodeKey, type CodeKeyRow } from '../../store/access/code-keys.ts';
import { invalidTransition } from '../../rules/domain-error.ts';

/**
 * The current signed code of a ticket of `event`. Null if its entry points do not fit into a code: one with fewer restrictions
 * would admit too much.
 */
export async function signTicketCode(
  ticket: Ticket,
  event: string,
  key: CodeKeyRow,
): Promise<string | null> {
  const { reference, ticket_type: type, session, entry_points: points } = ticket;
  if (!isReference('ticket', reference) || type === null) return null;
  return signCode(
    {
      ticket: reference,
      event: shortName('event', event),
      ticket_type: shortName('ticketType', type.reference),
      session: session === null ? null : shortName('session', session.reference),
      seat_label: ticket.seat_label,
      valid_from: ticket.valid_from === null ? null : parseInstant(ticket.valid_from),
      valid_until: ticket.valid_until === null ? null : parseInstant(ticket.valid_until),
      entry_points: points?.map((point) => shortName('location', point)) ?? null,
      issue: ticket.code_issue ?? FIRST_ISSUE,
    },
    privateKeyOf(key),
  );
}

const privateKeys = new WeakMap<CodeKeyRow, PrivateCodeKey>();

function privateKeyOf(row: CodeKeyRow): PrivateCodeKey {
  const known = privateKeys.get(row);
  if (known !== undefined) return known;
  const key = { ...publicCodeKey(row), d: row.secret_key.toString('base64url') };
  privateKeys.set(row, key);
  return key;
}

/** Signs the code of a single ticket. Throws if its entry points do not fit into a code. */
export async function issueCode(ticket: Ticket, event: string, key: CodeKeyRow): Promise<string> {
  const code = await signTicketCode(ticket, event, key);
  if (code !== null) return code;
  throw invalidTransition(
    `The ${ticket.entry_points?.length ?? 0} entry points of ticket ${ticket.reference} do not fit into a signed code.`,
  );
}
