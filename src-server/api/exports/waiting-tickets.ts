import type { Database } from '../../database/database.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { readTicketDetails, type StoredTicket } from '../../domain/sales/ticket-details.ts';
import { listContacts, type ContactRow } from '../../store/contacts.ts';
import { listFirstLines, listWaitingLines } from '../../store/exports.ts';
import { readTexts } from '../../store/rows.ts';
import { listEventSessions, type SessionRow } from '../../store/sessions.ts';
import { listTicketTypes, type TicketTypeRow } from '../../store/ticket-types.ts';
import type { TicketFilter } from '../../store/tickets.ts';
import { timeCell } from './cells.ts';
import type { Export, ExportedRow } from './export.ts';
import { readParts } from './read-parts.ts';
import {
  entryPointCells,
  priceCells,
  ticketRow,
  type TicketCells,
  type TicketTable,
} from './ticket-row.ts';

type Line = Awaited<ReturnType<typeof listWaitingLines>>[number];

interface Catalogue {
  readonly types: ReadonlyMap<number, TicketTypeRow>;
  readonly sessions: ReadonlyMap<number, SessionRow>;
}

/** A row for each ticket that an order gets once it is paid. */
export async function* waitingTicketPages(
  database: Pick<Database, 'read'>,
  table: TicketTable,
  filter: TicketFilter,
): Export['pages'] {
  const { id: eventId } = table.event;
  const catalogue = await database.read(async (tx): Promise<Catalogue> => ({
    types: new Map((await listTicketTypes(tx, eventId)).map((type) => [type.id, type])),
    sessions: new Map((await listEventSessions(tx, eventId)).map((one) => [one.id, one])),
  }));
  yield* readParts(
    database,
    (tx, part) => listWaitingLines(tx, eventId, filter, part),
    (lines, tx) => rowsOf(tx, table, { lines, catalogue, filter }),
  );
}

async function rowsOf(
  tx: ReadTransaction,
  table: TicketTable,
  {
    lines,
    catalogue,
    filter,
  }: {
    readonly lines: readonly Line[];
    readonly catalogue: Catalogue;
    readonly filter: TicketFilter;
  },
): Promise<readonly ExportedRow[]> {
  const orders = [...new Set(lines.map(({ order_id }) => order_id))];
  const firsts = new Set((await listFirstLines(tx, orders, filter)).map(({ id }) => id));
  const added = await table.columns.cellsOf(tx, orders);
  const details = new Map(lines.map((line) => [line.id, detailsOf(line)]));
  const people = [...details.values()].flat().flatMap(({ contact_id }) => contact_id ?? []);
  const holders = new Map((await listContacts(tx, people)).map((one) => [one.id, one]));
  return lines.flatMap((line) =>
    (details.get(line.id) ?? []).map((ticket, at) => {
      const addOns = added.addOns(firsts.has(line.id) && at === 0 ? line.order_id : null);
      const holder = holders.get(ticket.contact_id ?? 0) ?? null;
      const seat = readTexts(line.seat_labels)?.[at] ?? '';
      const cells = cellsOf(table, catalogue, { line, at, ticket, holder, seat });
      return {
        cells: ticketRow(cells, [...addOns, ...added.answers(line.order_id)]),
        json: null,
      };
    }),
  );
}

/** One for each ticket of the line. */
function detailsOf({ quantity, ticket_details }: Line): readonly StoredTicket[] {
  const details = readTicketDetails(ticket_details) ?? [];
  return Array.from({ length: quantity }, (_, at) => details[at] ?? noDetails);
}

const noDetails: StoredTicket = {
  code: null,
  external_id: null,
  contact_id: null,
  valid_from: null,
  valid_until: null,
  entry_points: null,
};

function cellsOf(
  table: TicketTable,
  { types, sessions }: Catalogue,
  {
    line,
    at,
    ticket,
    holder,
    seat,
  }: {
    readonly line: Line;
    readonly at: number;
    readonly ticket: StoredTicket;
    readonly holder: ContactRow | null;
    readonly seat: string;
  },
): TicketCells {
  const { timezone } = table.event;
  const type = types.get(line.ticket_type_id ?? 0);
  const session = sessions.get(line.session_id ?? 0);
  const person = holder ?? line;
  return {
    reference: null,
    code: null,
    status: 'pending',
    ticket_type: type?.reference ?? null,
    ticket_type_name: type?.name ?? null,
    first_name: person.first_name,
    last_name: person.last_name,
    email: person.email,
    seat_label: seat,
    session: session?.reference ?? null,
    session_name: session?.name ?? null,
    session_starts_at: timeCell(session?.starts_at ?? null, timezone, true),
    valid_from: timeCell(ticket.valid_from ?? type?.valid_from ?? null, timezone, true),
    valid_until: timeCell(ticket.valid_until ?? type?.valid_until ?? null, timezone, true),
    ...entryPointCells(readTexts(ticket.entry_points ?? type?.entry_points ?? null), table),
    door_note: null,
    flags: null,
    sold_code: ticket.code,
    external_id: ticket.external_id,
    order: line.order,
    order_external_id: line.external_id,
    buyer_email: line.email,
    buyer_first_name: line.first_name,
    buyer_last_name: line.last_name,
    ...priceCells(line, at),
    code_issue: null,
    created_at: timeCell(line.created_at, timezone),
    updated_at: timeCell(line.updated_at, timezone),
    timezone,
  };
}
