import type { AdmissionFact, EntryPoint } from '../../shared/verdict/facts.ts';
import { compileStatement } from '../db/query.ts';
import type { Row } from '../db/schema.ts';
import type { ReadTransaction } from '../db/transaction.ts';
import { getEvent, type EventRow } from './events.ts';
import { getLocation, listLocations } from './locations.ts';
import { getSession, type SessionRow } from './sessions.ts';
import { readTexts } from './texts-column.ts';
import { getTicketType, type TicketTypeRow } from './ticket-types.ts';
import type { TicketRow } from './tickets.ts';

/** Everything about a ticket that a verdict may depend on, and the rows it belongs to. */
export interface AdmissionRow {
  readonly ticket: TicketRow;
  readonly ticketType: TicketTypeRow;
  readonly session: SessionRow | null;
  readonly event: EventRow;
  /** Where the ticket admits; null anywhere, an empty list nowhere. */
  readonly entryPoints: readonly EntryPoint[] | null;
}

/**
 * Finds tickets with what they belong to, and remembers what many tickets share: for one transaction that changes none of it.
 * Several small reads are faster than one join of all four tables.
 */
export function createAdmissionReader(tx: ReadTransaction) {
  const eventOf = remember((id) => getEvent(tx, id));
  const ticketTypeOf = remember((id) => getTicketType(tx, id));
  const sessionOf = remember((id) => getSession(tx, id));
  const locationsOf = remember((id) => listLocations(tx, id));
  return async (reference: string): Promise<AdmissionRow | undefined> => {
    const ticket = await tx.first(ticketByReference, [reference]);
    if (ticket === undefined) return undefined;
    const ticketType = await ticketTypeOf(ticket.ticket_type_id);
    const references = readTexts(ticket.entry_points ?? ticketType.entry_points);
    const named = references === null ? null : await locationsOf(ticket.event_id);
    return {
      ticket,
      ticketType,
      session: ticket.session_id === null ? null : await sessionOf(ticket.session_id),
      event: await eventOf(ticket.event_id),
      entryPoints: named?.filter((location) => references?.includes(location.reference)) ?? null,
    };
  };
}

const ticketByReference = compileStatement((db) =>
  db.selectFrom('tickets').selectAll().where('reference', '=', ''),
);

function remember<T>(read: (id: number) => Promise<T>): (id: number) => Promise<T> {
  const known = new Map<number, T>();
  return async (id) => {
    const earlier = known.get(id);
    if (earlier !== undefined) return earlier;
    const row = await read(id);
    known.set(id, row);
    return row;
  };
}

// Without an order: asking for one costs more than the few admissions that a ticket can have.
const admissions = compileStatement((db) =>
  db
    .selectFrom('entry_scans')
    .where('ticket_id', '=', 0)
    .where('result', '=', 'allowed')
    .select(['scanned_at', 'reference', 'location_id']),
);

/** The earliest `allowed` scan of the ticket, wherever it was made. */
export async function findAdmission(
  tx: ReadTransaction,
  ticketId: number,
): Promise<AdmissionFact | null> {
  const rows = await tx.all(admissions, [ticketId, 'allowed']);
  const [first] = rows.length > 1 ? rows.toSorted(byTimeThenReference) : rows;
  if (first === undefined) return null;
  const location = first.location_id === null ? null : await getLocation(tx, first.location_id);
  return { scanned_at: first.scanned_at, location: location && entryPoint(location) };
}

/** References break ties, so that two scans of one instant have one order everywhere. */
export function byTimeThenReference(one: ScanMoment, other: ScanMoment): number {
  if (one.scanned_at !== other.scanned_at) return one.scanned_at - other.scanned_at;
  if (one.reference === other.reference) return 0;
  return one.reference < other.reference ? -1 : 1;
}

type ScanMoment = Pick<Row<'entry_scans'>, 'scanned_at' | 'reference'>;

export function entryPoint({ reference, name }: EntryPoint): EntryPoint {
  return { reference, name };
}

const grant = compileStatement((db) =>
  db
    .selectFrom('client_events')
    .select('event_id')
    .where('client_id', '=', 0)
    .where('event_id', '=', 0),
);

/** Whether a limited client may see the event now. */
export async function isGranted(
  tx: ReadTransaction,
  clientRowId: number,
  eventId: number,
): Promise<boolean> {
  return (await tx.first(grant, [clientRowId, eventId])) !== undefined;
}
