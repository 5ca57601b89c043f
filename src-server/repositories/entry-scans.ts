import { compileInsert, compileStatement } from '../database/query.ts';
import type { Row } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import { expectRow } from './new-row.ts';

export type EntryScanRow = Row<'entry_scans'>;
export type NewEntryScan = Omit<EntryScanRow, 'id' | 'created_at' | 'updated_at'>;

const insert = compileInsert('entry_scans', [
  'reference',
  'event_id',
  'ticket_id',
  'session_id',
  'location_id',
  'client_id',
  'result',
  'reason',
  'scanned_at',
  'source',
  'clock_offset_ms',
  'sequence',
  'snapshot_watermark',
  'content_hash',
  'clock_suspect',
  'code_issue',
  'admission_source',
  'created_at',
  'updated_at',
]);

/** Lands a scan. It never changes afterwards (§2.9). */
export async function insertEntryScan(
  tx: WriteTransaction,
  scan: NewEntryScan,
): Promise<EntryScanRow> {
  const stamp = tx.stamp();
  const row = { ...scan, created_at: stamp, updated_at: stamp };
  const id = await tx.run(insert.plain, insert.valuesOf(row));
  tx.scansByTicket.add(id, scan.ticket_id);
  return { ...row, id };
}

const byReference = compileStatement((db) =>
  db.selectFrom('entry_scans').selectAll().where('reference', '=', ''),
);

export function findEntryScan(
  tx: ReadTransaction,
  reference: string,
): Promise<EntryScanRow | undefined> {
  return tx.first(byReference, [reference]);
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

const byId = compileStatement<TicketScan>((db) =>
  db
    .selectFrom('entry_scans')
    .where('id', '=', 0)
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
    ]),
);

/** Every scan of the ticket, in the order of their landing. */
export async function listTicketScans(
  tx: WriteTransaction,
  ticketId: number,
): Promise<readonly TicketScan[]> {
  const scans: TicketScan[] = [];
  for (const id of tx.scansByTicket.find(ticketId)) {
    scans.push(expectRow(await tx.first(byId, [id]), 'entry_scans', id));
  }
  return scans;
}
