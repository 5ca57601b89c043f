import type { Ticket } from '../../../shared/contract/resources.ts';
import type { Database } from '../../database/database.ts';
import type { CodeKeyRow } from '../../repositories/code-keys.ts';
import { findEvent, type EventRow } from '../../repositories/events.ts';
import { readResources } from '../../repositories/lists/read-rows.ts';
import { ticketsList } from '../../repositories/lists/tickets-list.ts';
import { listTicketKeys } from '../../repositories/tickets.ts';
import { currentCodeKey } from '../code-keys.ts';
import { found } from '../domain-error.ts';
import { isVoid } from './current-ticket.ts';
import { signTicketCode } from './issue-code.ts';

const PAGE_ROWS = 500;
const source = ticketsList({ withEmail: true, withAnswers: false });

/** What `code` of an exported ticket is. */
export const exportedCodes = ['signed', 'reference'] as const;
export type ExportedCodes = (typeof exportedCodes)[number];

/**
 * Every ticket of an event that was not superseded, oldest first, in pages that are each a read of their own. `code` is null where a
 * ticket has none: it is cancelled or refunded, or (`code_missing`) its limits do not fit into a signed one.
 * Throws `resource.not_found`.
 */
export async function* exportTickets(
  database: Pick<Database, 'read' | 'write'>,
  reference: string,
  codes: ExportedCodes,
): AsyncGenerator<readonly ExportedTicket[]> {
  const { event, key } = await database.write(async (tx) => {
    const row = found(await findEvent(tx, reference), 'event', reference);
    return { event: row, key: await currentCodeKey(tx, row.organiser_id) };
  });
  let after = 0;
  for (;;) {
    const { keys, tickets } = await database.read((tx) => readPage(tx, event, after));
    const last = keys.at(-1);
    if (last === undefined) return;
    yield await Promise.all(
      tickets.map((ticket) =>
        codes === 'signed' ? withSignedCode(ticket, event, key) : withReference(ticket),
      ),
    );
    after = last.id;
  }
}

export interface ExportedTicket {
  readonly ticket: Ticket;
  readonly code_missing: boolean;
}

async function readPage(
  tx: Parameters<Parameters<Database['read']>[0]>[0],
  event: EventRow,
  after: number,
) {
  const keys = await listTicketKeys(tx, { eventId: event.id, after, limit: PAGE_ROWS });
  return { keys, tickets: await readResources(tx, source, keys) };
}

async function withSignedCode(
  ticket: Ticket,
  event: EventRow,
  key: CodeKeyRow,
): Promise<ExportedTicket> {
  if (isVoid(ticket.status)) return withReference(ticket);
  const code = await signTicketCode(ticket, event.reference, key);
  return { ticket: { ...ticket, code }, code_missing: code === null };
}

async function withReference(ticket: Ticket): Promise<ExportedTicket> {
  const code = isVoid(ticket.status) ? null : ticket.code;
  return { ticket: { ...ticket, code }, code_missing: false };
}
