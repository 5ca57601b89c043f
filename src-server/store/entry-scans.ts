import type { ExpressionBuilder } from 'kysely';
import type { Instant } from '../../shared/instant.ts';
import { prepareQuery, type AmongParameter, type Parameter } from '../database/prepared-query.ts';
import type { Row, Tables } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import { newTimes } from './rows.ts';

export type EntryScanRow = Row<'entry_scans'>;
type Overruled = 'overruled_reason' | 'overruled_note';
/** Without a reason, nothing was overruled. */
export type NewEntryScan = Omit<EntryScanRow, 'id' | 'created_at' | 'updated_at' | Overruled> &
  Partial<Pick<EntryScanRow, Overruled>>;

/** A scan as it is stored, without its number. */
export type AppendedScan = Omit<EntryScanRow, 'id'>;

/** What a scan has that nobody overruled. */
const notOverruled = { overruled_reason: null, overruled_note: null };

/** Inserts a scan whose number nobody needs. It never changes afterwards (§2.9). */
export function appendEntryScan(tx: WriteTransaction, scan: NewEntryScan): AppendedScan {
  const row = { ...notOverruled, ...scan, ...newTimes(tx) };
  tx.append('entry_scans', [row]);
  return row;
}

/** Inserts scans, and returns them in order with their numbers. */
export function insertEntryScans(
  tx: WriteTransaction,
  scans: readonly NewEntryScan[],
): Promise<readonly EntryScanRow[]> {
  return tx.insertAll(
    'entry_scans',
    scans.map((scan) => ({ ...notOverruled, ...scan, ...newTimes(tx) })),
  );
}

type References = { readonly references: readonly string[] };

const byReferences = prepareQuery(
  (db, _: Parameter<References>, isAmong: AmongParameter<References>) =>
    db.selectFrom('entry_scans').selectAll().where(isAmong('reference', 'references')),
);

/** Those of the scans that are stored. */
export function findEntryScans(
  tx: ReadTransaction,
  references: readonly string[],
): Promise<readonly EntryScanRow[]> {
  return tx.all(byReferences, { references });
}

export async function findEntryScan(
  tx: ReadTransaction,
  reference: string,
): Promise<EntryScanRow | undefined> {
  const [scan] = await findEntryScans(tx, [reference]);
  return scan;
}

const ticketScanColumns = [
  'id',
  'ticket_id',
  'reference',
  'result',
  'reason',
  'scanned_at',
  'source',
  'location_id',
  'code_issue',
  'admission_source',
  'overruled_reason',
] as const;

export type TicketScan = Pick<EntryScanRow, (typeof ticketScanColumns)[number]>;

/** The scans of the ticket that a release gave back. Read once, however many scans and releases the ticket has. */
function givenBack(
  eb: ExpressionBuilder<Tables, 'entry_scans'>,
  ticket: ReturnType<Parameter<{ ticket: string }>>,
) {
  return eb
    .selectFrom('tickets as k')
    .innerJoin('releases as r', 'r.ticket_id', 'k.id')
    .innerJoin('ticket_types as y', 'y.id', 'k.ticket_type_id')
    .select('r.scan')
    .where('k.reference', '=', ticket)
    .where('r.scan', 'is not', null)
    .where((of) => of.or([of('r.kind', '=', 'mistake'), of('y.re_entry', '=', 'allowed')]));
}

const byTicket = prepareQuery((db, $: Parameter<{ ticketId: number }>) =>
  db
    .selectFrom('entry_scans')
    .where('ticket_id', '=', $('ticketId'))
    .select(ticketScanColumns)
    .orderBy('id'),
);
const admissionByTicket = prepareQuery((db, $: Parameter<{ ticket: string }>) =>
  db
    .selectFrom('entry_scans')
    .where('ticket_id', '=', (eb) =>
      eb.selectFrom('tickets').select('tickets.id').where('tickets.reference', '=', $('ticket')),
    )
    .where('result', '=', 'allowed')
    .where((eb) => eb('reference', 'not in', givenBack(eb, $('ticket'))))
    .select(['reference', 'scanned_at', 'location_id'])
    .orderBy('scanned_at')
    .orderBy('reference')
    .limit(1),
);

/** Every scan of the ticket, in the order of insertion. */
export function listTicketScans(
  tx: ReadTransaction,
  ticketId: number,
): Promise<readonly TicketScan[]> {
  return tx.all(byTicket, { ticketId });
}

/** The source of an admission that an import recorded, since the guest was checked in elsewhere. */
export const ELSEWHERE = 'box_office';

/** What a release says that ended an admission because the import that had recorded it was undone. */
export const UNDONE = 'The import was undone';

/** Releases that call the scan a mistake. */
function mistakes(eb: ExpressionBuilder<Tables & { readonly s: Tables['entry_scans'] }, 's'>) {
  return eb
    .selectFrom('releases as r')
    .select('r.id')
    .whereRef('r.ticket_id', '=', 's.ticket_id')
    .whereRef('r.scan', '=', 's.reference')
    .where('r.kind', '=', 'mistake');
}

/**
 * Those of the tickets that were ever admitted, but for what an undone import had recorded. What somebody at a door or in the console has called a
 * mistake counts: the next file that says the same does not record it again.
 */
export async function listAdmitted(
  tx: ReadTransaction,
  ticketIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ticketIds.length === 0) return new Set();
  const rows = await tx.db
    .selectFrom('entry_scans as s')
    .select('s.ticket_id')
    .where('s.ticket_id', 'in', ticketIds)
    .where('s.result', '=', 'allowed')
    .where((eb) => {
      const undone = mistakes(eb).where('r.note', '=', UNDONE).where('r.client_id', 'is', null);
      return eb.or([eb('s.source', '!=', ELSEWHERE), eb.not(eb.exists(undone))]);
    })
    .execute();
  return new Set(rows.map(({ ticket_id }) => ticket_id));
}

/** Whether a door has admitted the ticket since then. */
export async function isAdmittedHere(
  tx: ReadTransaction,
  ticketId: number,
  since: Instant,
): Promise<boolean> {
  const found = await tx.db
    .selectFrom('entry_scans')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .where('result', '=', 'allowed')
    .where('source', '!=', ELSEWHERE)
    .where('created_at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** References of admissions that imports recorded of the ticket, and that nobody has called a mistake since. */
export async function listAdmittedElsewhere(
  tx: ReadTransaction,
  ticketId: number,
): Promise<readonly string[]> {
  const rows = await tx.db
    .selectFrom('entry_scans as s')
    .select('s.reference')
    .where('s.ticket_id', '=', ticketId)
    .where('s.result', '=', 'allowed')
    .where('s.source', '=', ELSEWHERE)
    .where((eb) => eb.not(eb.exists(mistakes(eb))))
    .orderBy('s.id')
    .execute();
  return rows.map(({ reference }) => reference);
}

/** Whether a scan of the event was recorded after then. */
export async function isScannedSince(
  tx: ReadTransaction,
  eventId: number,
  after: Instant,
): Promise<boolean> {
  const found = await tx.db
    .selectFrom('entry_scans')
    .select('id')
    .where('event_id', '=', eventId)
    .where('created_at', '>', after)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Many times what the tickets of a part of an upload have, of scans as of releases. */
export const MAX_ROWS_OF_TICKETS = 5_000;

const byTickets = prepareQuery(
  (db, _: Parameter<References>, isAmong: AmongParameter<References>) =>
    db
      .selectFrom('tickets as t')
      .innerJoin('entry_scans as s', 's.ticket_id', 't.id')
      .where(isAmong('t.reference', 'references'))
      .select(ticketScanColumns.map((column) => `s.${column}` as const))
      .limit(MAX_ROWS_OF_TICKETS),
);

/** At most {@link MAX_ROWS_OF_TICKETS} scans of the tickets with these references, in no particular order. */
export function listScansOfTickets(
  tx: ReadTransaction,
  references: readonly string[],
): Promise<readonly TicketScan[]> {
  return tx.all(byTickets, { references });
}

/** The first scans of the ticket that were recorded. */
export function listFirstScans(
  tx: ReadTransaction,
  ticketId: number,
  count: number,
): Promise<readonly TicketScan[]> {
  return tx.db
    .selectFrom('entry_scans')
    .where('ticket_id', '=', ticketId)
    .select(ticketScanColumns)
    .orderBy('id')
    .limit(count)
    .execute();
}

/** The ticket's earliest `allowed` scan that no release gave back; of several at one instant the one with the lowest reference. */
export function findFirstAdmission(tx: ReadTransaction, ticket: string) {
  return tx.first(admissionByTicket, { ticket });
}
