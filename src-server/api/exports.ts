import type { EntryScan } from '../../shared/resources/scans.ts';
import type { Ticket } from '../../shared/resources/tickets.ts';
import { instantFromMicros, type Instant } from '../../shared/instant.ts';
import type { TicketStatus } from '../../shared/verdict/terms/facts.ts';
import type { Database } from '../database/database.ts';
import type { ReadTransaction } from '../database/transaction.ts';
import type { CodeKeyRow } from '../store/access/code-keys.ts';
import { type EventRow } from '../store/events.ts';
import { listLocations } from '../store/locations.ts';
import { findOrder, type OrderRow } from '../store/orders.ts';
import { getOrganiser } from '../store/access/organisers.ts';
import { listTicketTypes, type TicketTypeRow } from '../store/ticket-types.ts';
import { listTicketKeys, type TicketFilter } from '../store/tickets.ts';
import { currentCodeKey } from '../domain/tickets/code-keys.ts';
import { DomainError, invalid, requireFound } from '../rules/domain-error.ts';
import { isVoid } from '../domain/tickets/current-ticket.ts';
import { signTicketCode } from '../domain/tickets/issue-code.ts';
import type { ExportedCodes } from './exported-codes.ts';
import { readChangedPage, type ChangedPlace } from './lists/list-rows.ts';
import { scansOf } from './resources/scans.ts';
import { readTickets } from './resources/tickets.ts';
import { requireEvent } from '../rules/require-row.ts';

/** Complete exports of an event for other programs. */

const PAGE_ROWS = 500;
const beginning = instantFromMicros(Number.MIN_SAFE_INTEGER);

/** Which tickets of an event are exported: all that were not superseded, or those that every given field allows. */
export interface TicketChoice {
  /** `evt_…` */
  readonly event: string;
  /** Reference or name of a ticket type. */
  readonly ticketType?: string;
  /** `ord_…` */
  readonly order?: string;
  readonly statuses?: readonly TicketStatus[];
}

/** What stands on every ticket of an event. */
export interface TicketEvent {
  readonly name: string;
  readonly starts_at: Instant | null;
  /** An IANA name: times are shown in this zone. */
  readonly timezone: string;
  /** The organiser's name. */
  readonly organiser: string;
  /** Names by reference. */
  readonly entryPoints: ReadonlyMap<string, string>;
}

/** Throws `resource.not_found`. */
export async function readTicketEvent(
  database: Pick<Database, 'read'>,
  reference: string,
): Promise<TicketEvent> {
  return database.read(async (tx) => {
    const event = await requireEvent(tx, reference);
    const { display_name: organiser } = await getOrganiser(tx, event.organiser_id);
    const locations = await listLocations(tx, event.id);
    const entryPoints = new Map(locations.map((point) => [point.reference, point.name]));
    const { name, starts_at, timezone } = event;
    return { name, starts_at, timezone, organiser, entryPoints };
  });
}

/**
 * The chosen tickets, oldest first, in pages; each page is its own read transaction. `code` is null if the ticket is cancelled or
 * refunded, or (`code_missing`) if its entry points do not fit into a signed code. Throws `resource.not_found`.
 */
export async function* exportTickets(
  database: Pick<Database, 'read' | 'write'>,
  choice: TicketChoice,
  codes: ExportedCodes,
): AsyncGenerator<readonly ExportedTicket[]> {
  const { event, key, filter } = await database.write(async (tx) => {
    const row = await requireEvent(tx, choice.event);
    const filter = await readFilter(tx, row, choice);
    return { event: row, key: await currentCodeKey(tx, row.organiser_id), filter };
  });
  let after = 0;
  for (;;) {
    const { keys, tickets } = await database.read((tx) => readTicketPage(tx, event, after, filter));
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

async function readFilter(
  tx: ReadTransaction,
  event: EventRow,
  { ticketType, order: ordered, statuses }: TicketChoice,
): Promise<TicketFilter> {
  const type = ticketType === undefined ? null : await typeOf(tx, event, ticketType);
  const order = ordered === undefined ? null : await orderOf(tx, event, ordered);
  return {
    ...(type !== null && { ticketTypeId: type.id }),
    ...(order !== null && { orderId: order.id }),
    ...(statuses !== undefined && { statuses }),
  };
}

async function typeOf(tx: ReadTransaction, event: EventRow, text: string): Promise<TicketTypeRow> {
  const types = await listTicketTypes(tx, event.id);
  const named = types.filter(({ reference, name }) => reference === text || name === text);
  const [only] = named;
  if (named.length > 1) {
    const references = named.map(({ reference }) => reference).join(', ');
    throw invalid('ticket_type', `Several ticket types are called "${text}": ${references}.`);
  }
  if (only !== undefined) return only;
  const names = types.map(({ name }) => name).join(', ');
  throw new DomainError(
    'resource.not_found',
    `The event has no ticket type "${text}"${names === '' ? '' : `; it has ${names}`}.`,
    'ticket_type',
  );
}

async function orderOf(tx: ReadTransaction, event: EventRow, reference: string): Promise<OrderRow> {
  const order = await findOrder(tx, reference);
  return requireFound(order?.event_id === event.id ? order : undefined, 'order', reference);
}

export interface ExportedTicket {
  readonly ticket: Ticket;
  readonly code_missing: boolean;
}

async function readTicketPage(
  tx: ReadTransaction,
  event: EventRow,
  after: number,
  filter: TicketFilter,
) {
  const keys = await listTicketKeys(tx, { eventId: event.id, after, limit: PAGE_ROWS, filter });
  return {
    keys,
    tickets: await readTickets(
      tx,
      keys.map(({ id }) => id),
    ),
  };
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

interface ScanExport {
  readonly event: EventRow;
  readonly upperBound: Instant;
  readonly from: ChangedPlace | null;
}

/**
 * Every scan of an event that was recorded when the export began, oldest first, in pages. Each page is its own read transaction, so
 * that a long export holds no snapshot open; the pages are consistent because scans never change. Throws `resource.not_found`.
 */
export async function* exportScans(
  database: Pick<Database, 'read' | 'readBounded'>,
  reference: string,
): AsyncGenerator<readonly EntryScan[]> {
  let position: ScanExport | null = await database.readBounded(async (tx, bound) => {
    const event = await requireEvent(tx, reference);
    return { event, upperBound: bound, from: null };
  });
  while (position !== null) {
    const current: ScanExport = position;
    const page = await database.read((tx) => readScanPage(tx, current));
    if (page.scans.length > 0) yield page.scans;
    position = page.next;
  }
}

async function readScanPage(
  tx: ReadTransaction,
  position: ScanExport,
): Promise<{ readonly scans: readonly EntryScan[]; readonly next: ScanExport | null }> {
  const { event, upperBound, from } = position;
  const range = { since: beginning, upperBound, perPage: PAGE_ROWS, from };
  const { resources, last, hasMore } = await readChangedPage(tx, scansOf(event), range);
  if (!hasMore || last === null) return { scans: resources, next: null };
  return { scans: resources, next: { ...position, from: { direction: 'next', ...last } } };
}
