import type { WriteTransaction } from '../../database/transaction.ts';
import type { AdmissionRow } from '../../store/admission-facts.ts';
import type { AppendedScan } from '../../store/entry-scans.ts';

/** Emits `ticket.scanned` (§6.4) for every verdict, including denials. */
export function emitScanned(
  tx: WriteTransaction,
  row: AdmissionRow,
  scan: AppendedScan,
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
