import { instantFromMicros, type Instant } from '../../shared/instant.ts';
import type { AdmissionFact, EntryPoint, TicketStatus } from '../../shared/verdict/facts.ts';
import { compileStatement } from '../db/query.ts';
import type { ReadTransaction } from '../db/transaction.ts';
import { listLocations } from './locations.ts';
import { readTexts } from './texts-column.ts';

/** Everything about a ticket that a verdict may depend on, and the rows it belongs to. One row a scan. */
export interface AdmissionRow {
  readonly ticket_id: number;
  readonly ticket_reference: string;
  readonly status: TicketStatus;
  readonly voided_at: Instant | null;
  readonly deleted_at: Instant | null;
  readonly seat_label: string | null;
  readonly valid_from: Instant | null;
  readonly valid_until: Instant | null;
  readonly entry_points: string | null;
  readonly session_id: number | null;
  readonly session_reference: string | null;
  readonly session_name: string | null;
  readonly session_starts_at: Instant | null;
  readonly session_ends_at: Instant | null;
  readonly session_cancelled_at: Instant | null;
  readonly event_id: number;
  readonly event_reference: string;
  readonly event_starts_at: Instant | null;
  readonly event_created_at: Instant;
  readonly organiser_id: number;
  readonly timezone: string;
  readonly opens_before_minutes: number;
}

const byTicket = compileStatement<AdmissionRow>((db) =>
  db
    .selectFrom('tickets as t')
    .innerJoin('ticket_types as tt', 'tt.id', 't.ticket_type_id')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .leftJoin('sessions as s', 's.id', 't.session_id')
    .where('t.reference', '=', '')
    .select([
      't.id as ticket_id',
      't.reference as ticket_reference',
      't.status',
      't.voided_at',
      't.deleted_at',
      't.seat_label',
      't.session_id',
      's.reference as session_reference',
      's.name as session_name',
      's.starts_at as session_starts_at',
      's.ends_at as session_ends_at',
      's.cancelled_at as session_cancelled_at',
      't.event_id',
      'e.reference as event_reference',
      'e.starts_at as event_starts_at',
      'e.created_at as event_created_at',
      'e.organiser_id',
      'e.timezone',
      'e.opens_before_minutes',
    ])
    .select((eb) => [
      eb.fn.coalesce('t.valid_from', 'tt.valid_from').as('valid_from'),
      eb.fn.coalesce('t.valid_until', 'tt.valid_until').as('valid_until'),
      eb.fn.coalesce('t.entry_points', 'tt.entry_points').as('entry_points'),
    ]),
);

export function findAdmissionRow(
  tx: ReadTransaction,
  ticket: string,
): Promise<AdmissionRow | undefined> {
  return tx.first(byTicket, [ticket]);
}

const earliestAdmission = compileStatement((db) =>
  db
    .selectFrom('entry_scans as s')
    .leftJoin('locations as l', 'l.id', 's.location_id')
    .where('s.ticket_id', '=', 0)
    .where('s.result', '=', 'allowed')
    .orderBy('s.scanned_at')
    .orderBy('s.reference')
    .limit(1)
    .select(['s.scanned_at', 'l.reference as location_reference', 'l.name as location_name']),
);

/** The earliest `allowed` scan of the ticket, wherever it was made. */
export async function findAdmission(
  tx: ReadTransaction,
  ticketId: number,
): Promise<AdmissionFact | null> {
  // The limit is a parameter of the statement, as the builder writes it.
  const row = await tx.first(earliestAdmission, [ticketId, 'allowed', 1]);
  if (row === undefined) return null;
  return {
    scanned_at: instantFromMicros(row.scanned_at),
    location: placeOf(row.location_reference, row.location_name),
  };
}

/** The entry points of a column, by name. A reference that is no location of the event admits nobody and has no name to tell. */
export async function readEntryPoints(
  tx: ReadTransaction,
  eventId: number,
  column: string | null,
): Promise<readonly EntryPoint[] | null> {
  const references = readTexts(column);
  if (references === null) return null;
  const locations = await listLocations(tx, eventId);
  return locations
    .filter((location) => references.includes(location.reference))
    .map(({ reference, name }) => ({ reference, name }));
}

export function placeOf(reference: string | null, name: string | null): EntryPoint | null {
  return reference === null || name === null ? null : { reference, name };
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
