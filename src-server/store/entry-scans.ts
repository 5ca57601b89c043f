import { prepareQuery, type Parameter } from '../database/prepared-query.ts';
import type { Row } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';

export type EntryScanRow = Row<'entry_scans'>;
export type NewEntryScan = Omit<EntryScanRow, 'id' | 'created_at' | 'updated_at'>;

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

const byTicket = prepareQuery((db, $: Parameter<{ ticketId: number }>) =>
  db
    .selectFrom('entry_scans')
    .where('ticket_id', '=', $('ticketId'))
    .select([
      'id',
      'reference',
      'result',
      'reason',
      'scanned_at',
      'source',
      'location_id',
      'code_issue',
      'admission_source',
    ])
    .orderBy('id'),
);

/** Every scan of the ticket, in the order of insertion. */
export function listTicketScans(
  tx: ReadTransaction,
  ticketId: number,
): Promise<readonly TicketScan[]> {
  return tx.all(byTicket, { ticketId });
}
