import { compileInsert, compileStatement } from '../db/query.ts';
import type { Row } from '../db/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../db/transaction.ts';
import { insertRow } from './new-row.ts';

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
  'created_at',
  'updated_at',
]);

/** Lands a scan. It never changes afterwards (§2.9). */
export function insertEntryScan(tx: WriteTransaction, scan: NewEntryScan): Promise<EntryScanRow> {
  const stamp = tx.stamp();
  return insertRow(tx, insert, { ...scan, created_at: stamp, updated_at: stamp });
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

/** A scan of a ticket with the name of its entry point. */
export interface TicketScan extends Pick<
  EntryScanRow,
  'id' | 'reference' | 'result' | 'reason' | 'scanned_at' | 'source'
> {
  readonly location_reference: string | null;
  readonly location_name: string | null;
}

const byTicket = compileStatement<TicketScan>((db) =>
  db
    .selectFrom('entry_scans as s')
    .leftJoin('locations as l', 'l.id', 's.location_id')
    .where('s.ticket_id', '=', 0)
    .orderBy('s.scanned_at')
    .orderBy('s.reference')
    .select([
      's.id',
      's.reference',
      's.result',
      's.reason',
      's.scanned_at',
      's.source',
      'l.reference as location_reference',
      'l.name as location_name',
    ]),
);

/** Every scan of the ticket, earliest first by its own clock. */
export function listTicketScans(
  tx: ReadTransaction,
  ticketId: number,
): Promise<readonly TicketScan[]> {
  return tx.all(byTicket, [ticketId]);
}
