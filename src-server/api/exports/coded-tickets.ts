import type { Ticket } from '../../../shared/resources/tickets.ts';
import type { Database } from '../../database/database.ts';
import { currentCodeKey } from '../../domain/tickets/code-keys.ts';
import { isVoid } from '../../domain/tickets/current-ticket.ts';
import { signTicketCode } from '../../domain/tickets/issue-code.ts';
import { requireEvent } from '../../rules/require-row.ts';
import type { CodeKeyRow } from '../../store/access/code-keys.ts';
import type { EventRow } from '../../store/events.ts';
import { countRows } from '../../store/exports.ts';
import { listTicketKeys } from '../../store/tickets.ts';
import type { TicketEvent } from '../../print/ticket-facts.ts';
import { describeTicketEvent } from '../resources/ticket-event.ts';
import { readTickets } from '../resources/tickets.ts';
import type { ExportedCodes } from './exported-codes.ts';
import { readParts } from './read-parts.ts';
import { readFilter, type TicketChoice } from './ticket-choice.ts';

/** Throws `resource.not_found`. */
export async function readTicketEvent(
  database: Pick<Database, 'read'>,
  reference: string,
): Promise<TicketEvent> {
  return database.read(async (tx) => describeTicketEvent(tx, await requireEvent(tx, reference)));
}

export interface ExportedTicket {
  readonly id: number;
  /** `code` is null if the ticket is cancelled or refunded, or (`code_missing`) if its entry points do not fit into a signed code. */
  readonly ticket: Ticket;
  readonly code_missing: boolean;
}

/** How many of the chosen tickets there are. Throws `resource.not_found`. */
export function countTickets(
  database: Pick<Database, 'read'>,
  choice: TicketChoice,
): Promise<number> {
  return database.read(async (tx) => {
    const event = await requireEvent(tx, choice.event);
    return countRows.tickets(tx, event.id, await readFilter(tx, event, choice));
  });
}

/** The chosen tickets, oldest first, in pages; each page is its own read transaction. Throws `resource.not_found`. */
export async function* codedTickets(
  database: Pick<Database, 'read' | 'write'>,
  choice: TicketChoice,
  codes: ExportedCodes,
): AsyncGenerator<readonly ExportedTicket[]> {
  const { event, key, filter } = await database.write(async (tx) => {
    const row = await requireEvent(tx, choice.event);
    const filter = await readFilter(tx, row, choice);
    return { event: row, key: await currentCodeKey(tx, row.organiser_id), filter };
  });
  const pages = readParts(
    database,
    (tx, part) => listTicketKeys(tx, { eventId: event.id, ...part, filter }),
    async (keys, tx) => {
      const ids = new Map(keys.map(({ id, reference }) => [reference, id]));
      const tickets = await readTickets(tx, [...ids.values()]);
      return tickets.map((ticket) => ({ ticket, id: ids.get(ticket.reference) ?? 0 }));
    },
  );
  for await (const page of pages) {
    yield await Promise.all(
      page.map(async ({ ticket, id }) => ({
        id,
        ...(codes === 'signed' && !isVoid(ticket.status)
          ? await withSignedCode(ticket, event, key)
          : withReference(ticket)),
      })),
    );
  }
}

async function withSignedCode(
  ticket: Ticket,
  event: EventRow,
  key: CodeKeyRow,
): Promise<Omit<ExportedTicket, 'id'>> {
  const code = await signTicketCode(ticket, event.reference, key);
  return { ticket: { ...ticket, code }, code_missing: code === null };
}

function withReference(ticket: Ticket): Omit<ExportedTicket, 'id'> {
  const code = isVoid(ticket.status) ? null : ticket.code;
  return { ticket: { ...ticket, code }, code_missing: false };
}
