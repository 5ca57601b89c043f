import type { WriteTransaction } from '../../database/transaction.ts';
import type { AdmissionRow } from '../../repositories/admission-facts.ts';
import type { EntryScanRow } from '../../repositories/entry-scans.ts';

/** §6.4 `ticket.scanned`: every verdict, denials included. */
export function tellScanned(
  tx: WriteTransaction,
  row: AdmissionRow,
  scan: EntryScanRow,
  location: string | null,
): void {
  tx.emit({
    organiser_id: row.event.organiser_id,
    event_id: row.event.id,
    name: 'ticket.scanned',
    data: {
      ticket: row.ticket.reference,
      event: row.event.reference,
      result: scan.result,
      reason: scan.reason,
      scanner_location: location,
      scanned_at: scan.scanned_at,
    },
  });
}
