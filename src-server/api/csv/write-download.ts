import { writeCsvRow } from '../../../shared/csv-row.ts';
import { formatInstant } from '../../../shared/instant.ts';
import type { Ticket } from '../../../shared/resources/tickets.ts';
import type { Database } from '../../database/database.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import type { Download, DownloadKind } from '../../domain/access/download-token.ts';
import { requireEvent, requireOrganiser } from '../../rules/require-row.ts';
import { findEvent } from '../../store/events.ts';
import {
  listAdmissions,
  listAuditPart,
  listContactPart,
  listOrderPart,
} from '../../store/exports.ts';
import { listTicketKeys } from '../../store/tickets.ts';
import { exportScans, exportTickets } from '../exports.ts';
import { formatOrNull } from '../resources/summaries.ts';
import { readTickets } from '../resources/tickets.ts';
import { scanHeading, writeScanRow } from './write-scan-row.ts';
import { ticketHeading, writeTicketRow } from './write-ticket-row.ts';

/** Rows of one read, so that memory stays small and no transaction is long. */
const PART = 500;
/** By which spreadsheets know UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

type Source = Pick<Database, 'read' | 'write' | 'readBounded'>;
type Pages = AsyncIterable<readonly string[]>;

/** A file as it is written, page by page. */
export async function* writeDownload(
  database: Source,
  { kind, of }: Download,
): AsyncGenerator<string> {
  const { heading, rows } = tables[kind];
  yield `${BYTE_ORDER_MARK}${heading}\r\n`;
  for await (const page of rows(database, of)) yield page.map((row) => `${row}\r\n`).join('');
}

/** What the file is called. */
export function nameDownload(database: Source, { kind, of }: Download): Promise<string> {
  return database.read(async (tx) => {
    const event = await findEvent(tx, of);
    const day = formatInstant(tx.now).slice(0, 10);
    return [kind, ...(event === undefined ? [] : [event.slug]), day].join('-');
  });
}

const tables: Readonly<
  Record<
    DownloadKind,
    { readonly heading: string; readonly rows: (database: Source, of: string) => Pages }
  >
> = {
  tickets: { heading: ticketHeading, rows: ticketRows },
  scans: { heading: scanHeading, rows: scanRows },
  orders: {
    heading:
      'reference,event,status,currency,subtotal,discount_total,tax_total,total,refunded_total,email,first_name,last_name,external_id,confirmed_at,created_at,updated_at',
    rows: (database, of) =>
      parts(database, async (tx, part) => {
        const chosen = of.startsWith('evt_')
          ? { eventId: (await requireEvent(tx, of)).id }
          : { organiserId: (await requireOrganiser(tx, of)).id };
        const orders = await listOrderPart(tx, chosen, part);
        return orders.map((order) => [order.id, orderRow(order)]);
      }),
  },
  contacts: {
    heading: 'reference,email,first_name,last_name,mobile,unsubscribed_at,created_at,updated_at',
    rows: (database, of) =>
      parts(database, async (tx, part) => {
        const { id } = await requireOrganiser(tx, of);
        const contacts = await listContactPart(tx, id, part);
        return contacts.map((contact) => [
          contact.id,
          writeCsvRow([
            contact.reference,
            contact.email,
            contact.first_name,
            contact.last_name,
            contact.mobile,
            formatOrNull(contact.unsubscribed_at),
            formatInstant(contact.created_at),
            formatInstant(contact.updated_at),
          ]),
        ]);
      }),
  },
  attendance: {
    heading:
      'ticket,status,ticket_type_name,first_name,last_name,email,seat_label,session_name,session_starts_at,admitted_at,entry_point',
    rows: (database, of) =>
      parts(database, async (tx, part) => {
        const { id: eventId } = await requireEvent(tx, of);
        const keys = await listTicketKeys(tx, { eventId, ...part });
        const ids = keys.map(({ id }) => id);
        const admissions = await listAdmissions(tx, ids);
        const tickets = await readTickets(tx, ids);
        const byReference = new Map(tickets.map((ticket) => [ticket.reference, ticket]));
        return keys.map(({ id, reference }) => {
          const admission = admissions.find(({ ticket_id }) => ticket_id === id);
          return [id, attendanceRow(byReference.get(reference), admission)];
        });
      }),
  },
  audit: {
    heading: 'at,actor,address,operation,resource,input',
    rows: (database, of) =>
      parts(database, async (tx, part) => {
        const { id } = await requireOrganiser(tx, of);
        const entries = await listAuditPart(tx, id, part);
        return entries.map(({ id: number, at, actor, address, operation, resource, input }) => [
          number,
          writeCsvRow([formatInstant(at), actor, address, operation, resource, input]),
        ]);
      }),
  },
};

/** Each part is its own read transaction. `read` returns rows with their numbers. */
async function* parts(
  database: Source,
  read: (
    tx: ReadTransaction,
    part: { readonly after: number; readonly limit: number },
  ) => Promise<readonly (readonly [id: number, row: string])[]>,
): Pages {
  let after = 0;
  for (;;) {
    const found = await database.read((tx) => read(tx, { after, limit: PART }));
    const last = found.at(-1);
    if (last === undefined) return;
    yield found.map(([, row]) => row);
    [after] = last;
  }
}

async function* ticketRows(database: Source, event: string): Pages {
  for await (const page of exportTickets(database, { event }, 'signed'))
    yield page.map(({ ticket }) => writeTicketRow(ticket));
}

async function* scanRows(database: Source, event: string): Pages {
  for await (const page of exportScans(database, event)) yield page.map(writeScanRow);
}

function orderRow(order: Awaited<ReturnType<typeof listOrderPart>>[number]): string {
  return writeCsvRow([
    order.reference,
    order.event,
    order.status,
    order.currency,
    String(order.subtotal),
    String(order.discount_total),
    String(order.tax_total),
    String(order.total),
    String(order.refunded_total),
    order.email,
    order.first_name,
    order.last_name,
    order.external_id,
    formatOrNull(order.confirmed_at),
    formatInstant(order.created_at),
    formatInstant(order.updated_at),
  ]);
}

function attendanceRow(
  ticket: Ticket | undefined,
  admission: Awaited<ReturnType<typeof listAdmissions>>[number] | undefined,
): string {
  return writeCsvRow([
    ticket?.reference ?? null,
    ticket?.status ?? null,
    ticket?.ticket_type?.name ?? null,
    ticket?.contact?.first_name ?? null,
    ticket?.contact?.last_name ?? null,
    ticket?.contact?.email ?? null,
    ticket?.seat_label ?? null,
    ticket?.session?.name ?? null,
    ticket?.session?.starts_at ?? null,
    admission === undefined ? null : formatInstant(admission.scanned_at),
    admission?.entry_point ?? null,
  ]);
}
