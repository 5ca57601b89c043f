import { prepareQuery, type Parameter } from '../database/prepared-query.ts';
import type { Row } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';

export type EntryScanRow = Row<'entry_scans'>;
export type NewEntryScan = Omit<EntryScanRow, 'id' | 'created_at' | 'updated_at'>;

/** A scan as it is stored, without its number. */
export type AppendedScan = Omit<EntryScanRow, 'id'>;

/** Inserts a scan whose number nobody needs. It never changes afterwards (§2.9). */
export function appendEntryScan(tx: WriteTransaction, scan: NewEntryScan): AppendedScan {
  const timestamp = tx.timestamp();
  const row = { ...scan, created_at: timestamp, updated_at: timestamp };
  tx.append('entry_scans', row);
  return row;
}

/** Inserts a scan. It never changes afterwards (§2.9). */
export async function insertEntryScan(
  tx: WriteTransaction,
  scan: NewEntryScan,
): Promise<EntryScanRow> {
  const timestamp = tx.timestamp();
  return tx.insert('entry_scans', { ...scan, created_at: timestamp, updated_at: timestamp });
}

const byReference = prepareQuery((db, $: Parameter<{ reference: string }>) =>
  db.selectFrom('entry_scans').selectAll().where('reference', '=', $('reference')),
);

export function findEntryScan(
  tx: ReadTransaction,
  reference: string,
): Promise<EntryScanRow | undefined> {
  return tx.first(byReference, { reference });
}

export type TicketScan = Pick<
  EntryScanRow,
  | 'id'
  | 'reference'
  | 'result'
  | 'reason'
  | 'scanned_at'
  | 'source'
  | 'location_id'
  | 'code_issue'
  | 'admission_source'
>;

const ticketScan = [
  'id',
  'reference',
  'result',
  'reason',
  'scanned_at',
  'source',
  'location_id',
  'code_issue',
  'admission_source',
] as const;
const byTicket = prepareQuery((db, $: Parameter<{ ticketId: number }>) =>
  db
    .selectFrom('entry_scans')
    .where('ticket_id', '=', $('ticketId'))
    .select(ticketScan)
    .orderBy('id'),
);
const admissionsByTicket = prepareQuery((db, $: Parameter<{ ticket: string }>) =>
  db
    .selectFrom('entry_scans')
    .where('ticket_id', '=', (eb) =>
      eb.selectFrom('tickets').select('tickets.id').where('tickets.reference', '=', $('ticket')),
    )
    .where('result', '=', 'allowed')
    .select(['reference', 'scanned_at', 'location_id']),
);

/** Every scan of the ticket, in the order of insertion. */
export function listTicketScans(
  tx: ReadTransaction,
  ticketId: number,
): Promise<readonly TicketScan[]> {
  return tx.all(byTicket, { ticketId });
}

/** The ticket's `allowed` scans, in no particular order. */
export function listAdmissions(tx: ReadTransaction, ticket: string) {
  return tx.all(admissionsByTicket, { ticket });
}
