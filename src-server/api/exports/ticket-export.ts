import type { Ticket } from '../../../shared/resources/tickets.ts';
import { FIRST_ISSUE } from '../../../shared/ticket-code/code-payload.ts';
import type { Database } from '../../database/database.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { requireEvent } from '../../rules/require-row.ts';
import { countRows, listFirstTickets, listTicketSales } from '../../store/exports.ts';
import { listLocations } from '../../store/locations.ts';
import { isoCell } from './cells.ts';
import { EventColumns } from './event-columns.ts';
import type { Export, ExportedRow } from './export.ts';
import type { ExportedTicket } from './coded-tickets.ts';
import { readFilter, type TicketChoice } from './ticket-choice.ts';
import {
  entryPointCells,
  priceCells,
  ticketHeading,
  ticketRow,
  type TicketCells,
  type TicketTable,
} from './ticket-row.ts';
import { waitingTicketPages } from './waiting-tickets.ts';

/**
 * The tickets of these pages with what their orders say of them; `withWaiting` also those of orders that wait for their payment. Such a file goes back in: the
 * import makes the same tickets of it. Throws `resource.not_found`.
 */
export async function ticketExport(
  database: Pick<Database, 'read'>,
  choice: TicketChoice,
  pages: AsyncIterable<readonly ExportedTicket[]>,
  withWaiting: boolean,
): Promise<Export> {
  const { table, filter } = await database.read(async (tx) => {
    const event = await requireEvent(tx, choice.event);
    const locations = await listLocations(tx, event.id);
    const entryPoints = new Map(locations.map((point) => [point.reference, point.name]));
    const columns = await EventColumns.read(tx, event.id);
    return { table: { event, entryPoints, columns }, filter: await readFilter(tx, event, choice) };
  });
  const isWithWaiting = withWaiting && filter.statuses === undefined;
  const rows = async function* (): Export['pages'] {
    for await (const page of pages)
      yield await database.read((tx) => rowsOf(tx, table, page, filter));
    if (isWithWaiting) yield* waitingTicketPages(database, table, filter);
  };
  const count = () =>
    database.read(async (tx) => {
      const waiting = isWithWaiting ? await countRows.waiting(tx, table.event.id, filter) : 0;
      return waiting + (await countRows.tickets(tx, table.event.id, filter));
    });
  return { heading: [...ticketHeading, ...table.columns.heading], pages: rows(), count };
}

async function rowsOf(
  tx: ReadTransaction,
  table: TicketTable,
  page: readonly ExportedTicket[],
  filter: Parameters<typeof listFirstTickets>[2],
): Promise<readonly ExportedRow[]> {
  const sales = new Map(
    (
      await listTicketSales(
        tx,
        page.map(({ id }) => id),
      )
    ).map((sale) => [sale.id, sale]),
  );
  const orders = [...new Set([...sales.values()].flatMap(({ order_id }) => order_id ?? []))];
  const firsts = new Set((await listFirstTickets(tx, orders, filter)).map(({ id }) => id));
  const added = await table.columns.cellsOf(tx, orders);
  return page.map(({ id, ticket }) => {
    const sale = sales.get(id);
    const orderId = sale?.order_id ?? null;
    // The add-ons of an order stand once, beside its first ticket, so that their sum is right.
    const addOns = added.addOns(firsts.has(id) ? orderId : null);
    const row = ticketRow(cellsOf(ticket, sale, table), [...addOns, ...added.answers(orderId)]);
    return { cells: row, json: ticket };
  });
}

type Sale = Awaited<ReturnType<typeof listTicketSales>>[number];

function cellsOf(ticket: Ticket, sale: Sale | undefined, table: TicketTable): TicketCells {
  const { timezone } = table.event;
  const { code_issue = FIRST_ISSUE } = ticket;
  return {
    reference: ticket.reference,
    code: ticket.code,
    status: ticket.status,
    ticket_type: ticket.ticket_type?.reference ?? null,
    ticket_type_name: ticket.ticket_type?.name ?? null,
    first_name: ticket.contact?.first_name ?? null,
    last_name: ticket.contact?.last_name ?? null,
    email: ticket.contact?.email ?? null,
    seat_label: ticket.seat_label,
    session: ticket.session?.reference ?? null,
    session_name: ticket.session?.name ?? null,
    session_starts_at: isoCell(ticket.session?.starts_at ?? null, timezone, true),
    valid_from: isoCell(ticket.valid_from, timezone, true),
    valid_until: isoCell(ticket.valid_until, timezone, true),
    ...entryPointCells(ticket.entry_points, table),
    door_note: ticket.door_note ?? null,
    flags: ticket.flags?.join('; ') ?? null,
    sold_code: code_issue === FIRST_ISSUE ? (sale?.code ?? null) : null,
    external_id: ticket.external_id,
    order: ticket.order,
    order_external_id: ticket.order_external_id ?? null,
    buyer_email: sale?.email ?? null,
    buyer_first_name: sale?.first_name ?? null,
    buyer_last_name: sale?.last_name ?? null,
    ...priceCells(sale, Number(sale?.place ?? 0)),
    code_issue,
    created_at: isoCell(ticket.created_at, timezone),
    updated_at: isoCell(ticket.updated_at, timezone),
    timezone,
  };
}
