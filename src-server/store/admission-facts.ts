import type { AdmissionFact, EntryPoint } from '../../shared/verdict/terms/facts.ts';
import type { Instant } from '../../shared/instant.ts';
import { FIRST_ISSUE } from '../../shared/ticket-code/code-payload.ts';
import { Cached } from '../database/cached.ts';
import { prepareQuery, type AmongParameter, type Parameter } from '../database/prepared-query.ts';
import type { Row } from '../database/schema.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import { findFirstAdmission } from './entry-scans.ts';
import { getEvent, type EventRow } from './events.ts';
import { eventLocations, getLocation } from './locations.ts';
import { getSession, type SessionRow } from './sessions.ts';
import { readTexts } from './rows.ts';
import { listReissueTimes } from './ticket-reissues.ts';
import { getTicketType, type TicketTypeRow } from './ticket-types.ts';
import type { TicketRow } from './tickets.ts';

/** Every row that a verdict about a ticket may depend on. */
export interface AdmissionRow {
  readonly ticket: TicketRow;
  readonly ticketType: TicketTypeRow;
  readonly session: SessionRow | null;
  readonly event: EventRow;
  /** Where the ticket admits; null anywhere, an empty list nowhere. */
  readonly entryPoints: readonly EntryPoint[] | null;
  /** When each code of the ticket, except the first, was issued. */
  readonly reissuedAt: readonly Instant[];
}

/** By number of the ticket type. */
const typesWithEvent = new Cached<number, Pick<AdmissionRow, 'ticketType' | 'event'>>('setup');
const sessions = new Cached<number, SessionRow>('setup');
/** By `client:event`. */
const grants = new Cached<string, boolean>('setup');

/** A ticket with its related rows. Several small reads are faster than one join, and most of them are cached. */
export async function findAdmissionRow(
  tx: WriteTransaction,
  reference: string,
): Promise<AdmissionRow | undefined> {
  const ticket = await tx.first(ticketByReference, { reference });
  return ticket === undefined ? undefined : admissionRowOf(tx, ticket);
}

/** The tickets with these references, each with its related rows, locked in the order of their references. */
export async function findAdmissionRows(
  tx: WriteTransaction,
  references: readonly string[],
): Promise<readonly AdmissionRow[]> {
  const tickets = await tx.all(ticketsByReferences, { references });
  const rows: AdmissionRow[] = [];
  for (const ticket of tickets) rows.push(await admissionRowOf(tx, ticket));
  return rows;
}

async function admissionRowOf(tx: WriteTransaction, ticket: TicketRow): Promise<AdmissionRow> {
  const { ticket_type_id, event_id, session_id } = ticket;
  const { ticketType, event } = await typesWithEvent.get(tx, ticket_type_id, async () => ({
    ticketType: await getTicketType(tx, ticket_type_id),
    event: await getEvent(tx, event_id),
  }));
  const references = readTexts(ticket.entry_points ?? ticketType.entry_points);
  const named = references === null ? null : await eventLocations(tx, event_id);
  return {
    ticket,
    ticketType,
    session:
      session_id === null
        ? null
        : await sessions.get(tx, session_id, () => getSession(tx, session_id)),
    event,
    entryPoints: named?.filter((location) => references?.includes(location.reference)) ?? null,
    reissuedAt: ticket.code_issue === FIRST_ISSUE ? [] : await listReissueTimes(tx, ticket.id),
  };
}

/**
 * Locked, so that transactions that decide by a ticket's scans do so one after another, also at `read committed`: reads after the lock
 * include what its previous holder committed. That covers the ticket, its scans, conflicts and codes. The cached setup (sessions, entry
 * points, ticket types, grants, subscriptions) is at least as new as the transaction's beginning; a change committed after that counts from
 * the next request on, as if it had happened a moment later. The caller's plan and scopes were read when the request came in.
 */
const ticketByReference = prepareQuery((db, $: Parameter<{ reference: string }>) =>
  db.selectFrom('tickets').selectAll().where('reference', '=', $('reference')).forUpdate(),
);

type References = { readonly references: readonly string[] };

/** PostgreSQL locks rows in the order in which it returns them. References sort alike in every collation. */
const ticketsByReferences = prepareQuery(
  (db, _: Parameter<References>, isAmong: AmongParameter<References>) =>
    db
      .selectFrom('tickets')
      .selectAll()
      .where(isAmong('reference', 'references'))
      .orderBy('reference')
      .forUpdate(),
);

/** The earliest `allowed` scan of the ticket that no release gave back, wherever it was made. */
export async function findAdmission(
  tx: WriteTransaction,
  ticket: string,
): Promise<AdmissionFact | null> {
  const first = await findFirstAdmission(tx, ticket);
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

const grant = prepareQuery((db, $: Parameter<{ clientRowId: number; eventId: number }>) =>
  db
    .selectFrom('client_events')
    .select('event_id')
    .where('client_id', '=', $('clientRowId'))
    .where('event_id', '=', $('eventId')),
);

/** Whether a limited client may see the event now. */
export function isGranted(
  tx: WriteTransaction,
  clientRowId: number,
  eventId: number,
): Promise<boolean> {
  return grants.get(
    tx,
    `${clientRowId}:${eventId}`,
    async () => (await tx.first(grant, { clientRowId, eventId })) !== undefined,
  );
}
