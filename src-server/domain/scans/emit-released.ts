import type { WriteTransaction } from '../../database/transaction.ts';
import type { AdmissionRow } from '../../store/admission-facts.ts';
import type { ReleaseRow } from '../../store/releases.ts';

/** Emits `ticket.released`, which is additive to §6.4. */
export function emitReleased(
  tx: WriteTransaction,
  row: AdmissionRow,
  { reference, scan, kind, released_at }: ReleaseRow,
  location: string | null,
): void {
  tx.emit({
    organiser_id: row.event.organiser_id,
    event_id: row.event.id,
    name: 'ticket.released',
    data: {
      release: reference,
      scan,
      ticket: row.ticket.reference,
      event: row.event.reference,
      kind,
      scanner_location: location,
      released_at,
    },
  });
}
