import type { Conflict } from '../../../shared/resources/conflicts.ts';
import type { ScanUploadResult } from '../../../shared/resources/uploads.ts';
import { formatInstant } from '../../../shared/instant.ts';
import type { ConflictRow } from '../../store/conflicts.ts';
import type { EntryScanRow } from '../../store/entry-scans.ts';
import type { ScannedTicket } from './reconcile-conflicts.ts';
import type { Rejection } from './scan-item.ts';

export function refusedResult(
  status: 'rejected' | 'mismatch',
  reference: string | null,
  { code, message }: Rejection,
): ScanUploadResult {
  return { reference, status, conflict: null, clock_suspect: false, code, message };
}

/** How results are looked up among all scans and conflicts of a ticket, of which there may be thousands. */
export function resultsOf({ row, scans, conflicts }: ScannedTicket) {
  const references = new Map(scans.map(({ id, reference }) => [id, reference]));
  const ofScan = Map.groupBy(conflicts, ({ scan_id }) => scan_id);
  const ofOther = Map.groupBy(conflicts, ({ other_scan_id }) => other_scan_id);
  const present = (conflict: ConflictRow): Conflict => ({
    reference: conflict.reference,
    kind: conflict.kind,
    state: conflict.state,
    ticket: row.ticket.reference,
    scan: references.get(conflict.scan_id) ?? '',
    other_scan:
      conflict.other_scan_id === null ? null : (references.get(conflict.other_scan_id) ?? ''),
    expected_reason: conflict.expected_reason,
    created_at: formatInstant(conflict.created_at),
  });
  /** Of several conflicts the result names the double admission, which door staff must know about. */
  return (scan: EntryScanRow, status: 'recorded' | 'duplicate'): ScanUploadResult => {
    const own = ofScan.get(scan.id) ?? [];
    const named =
      own.find(({ kind }) => kind === 'double_admission') ?? ofOther.get(scan.id)?.[0] ?? own[0];
    return {
      reference: scan.reference,
      status,
      conflict: named === undefined ? null : present(named),
      clock_suspect: scan.clock_suspect === 1,
      code: null,
      message: null,
    };
  };
}
