import type { Ticket } from '../../../shared/resources/tickets.ts';
import type { Database } from '../../database/database.ts';
import { requireEvent } from '../../rules/require-row.ts';
import { countRows, listAdmissions } from '../../store/exports.ts';
import { listTicketKeys } from '../../store/tickets.ts';
import { readTickets } from '../resources/tickets.ts';
import { isoCell, timeCell, type Cell } from './cells.ts';
import type { Export } from './export.ts';
import { readParts } from './read-parts.ts';

const heading = [
  'ticket',
  'status',
  'ticket_type_name',
  'first_name',
  'last_name',
  'email',
  'seat_label',
  'session_name',
  'session_starts_at',
  'external_id',
  'order_external_id',
  'admitted_at',
  'entry_point',
  'timezone',
];

type Admission = Awaited<ReturnType<typeof listAdmissions>>[number];

/** The tickets of an event, with when and where each was admitted first. Throws `resource.not_found`. */
export async function exportAttendance(
  database: Pick<Database, 'read'>,
  event: string,
): Promise<Export> {
  const { id: eventId, timezone } = await database.read((tx) => requireEvent(tx, event));
  const pages = readParts(
    database,
    (tx, part) => listTicketKeys(tx, { eventId, ...part }),
    async (keys, tx) => {
      const ids = new Map(keys.map(({ id, reference }) => [reference, id]));
      const admissions = new Map<number, Admission>();
      for (const admission of await listAdmissions(tx, [...ids.values()]))
        if (!admissions.has(admission.ticket_id)) admissions.set(admission.ticket_id, admission);
      const tickets = await readTickets(tx, [...ids.values()]);
      return tickets.map((ticket) => {
        const admission = admissions.get(ids.get(ticket.reference) ?? 0);
        return { cells: cellsOf(ticket, admission, timezone), json: null };
      });
    },
  );
  const count = () => database.read((tx) => countRows.tickets(tx, eventId, {}));
  return { heading, pages, count };
}

function cellsOf(
  ticket: Ticket,
  admission: Admission | undefined,
  timezone: string,
): readonly Cell[] {
  return [
    ticket.reference,
    ticket.status,
    ticket.ticket_type?.name ?? null,
    ticket.contact?.first_name ?? null,
    ticket.contact?.last_name ?? null,
    ticket.contact?.email ?? null,
    ticket.seat_label,
    ticket.session?.name ?? null,
    isoCell(ticket.session?.starts_at ?? null, timezone),
    ticket.external_id,
    ticket.order_external_id ?? null,
    timeCell(admission?.scanned_at ?? null, timezone),
    admission?.entry_point ?? null,
    timezone,
  ];
}
