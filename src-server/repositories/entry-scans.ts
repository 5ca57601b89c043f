import { instantFromMicros } from '../../shared/instant.ts';
import { compileStatement } from '../db/query.ts';
import type { Row } from '../db/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../db/transaction.ts';

export type EntryScanRow = Row<'entry_scans'>;
export type NewEntryScan = Omit<EntryScanRow, 'id' | 'created_at' | 'updated_at'>;

const epoch = instantFromMicros(0);
const insert = compileStatement((db) =>
  db.insertInto('entry_scans').values({
    reference: '',
    event_id: 0,
    ticket_id: 0,
    session_id: 0,
    location_id: 0,
    client_id: 0,
    result: 'allowed',
    reason: 'scanning.allowed',
    scanned_at: epoch,
    source: 'online',
    clock_offset_ms: 0,
    sequence: 0,
    snapshot_watermark: epoch,
    content_hash: Buffer.alloc(0),
    clock_suspect: 0,
    created_at: epoch,
    updated_at: epoch,
  }),
);

/** Lands a scan. It never changes afterwards (§2.9). */
export async function insertEntryScan(
  tx: WriteTransaction,
  scan: NewEntryScan,
): Promise<EntryScanRow> {
  const stamp = tx.stamp();
  const id = await tx.run(insert, [
    scan.reference,
    scan.event_id,
    scan.ticket_id,
    scan.session_id,
    scan.location_id,
    scan.client_id,
    scan.result,
    scan.reason,
    scan.scanned_at,
    scan.source,
    scan.clock_offset_ms,
    scan.sequence,
    scan.snapshot_watermark,
    scan.content_hash,
    scan.clock_suspect,
    stamp,
    stamp,
  ]);
  return { ...scan, id, created_at: stamp, updated_at: stamp };
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
