import type { Conflict, ScanUploadResult } from '../../../shared/contract/scanner.ts';
import { formatInstant } from '../../../shared/instant.ts';
import type { AdmissionRow } from '../../store/admission-facts.ts';
import type { ConflictRow } from '../../store/conflicts.ts';
import type { EntryScanRow, TicketScan } from '../../store/entry-scans.ts';
import type { ScannedTicket } from './reconcile-conflicts.ts';
import type { Rejection } from './scan-item.ts';

export function refusedResult(
  status: 'rejected' | 'mismatch',
  reference: string | null,
  { code, message }: Rejection,
): ScanUploadResult {
  return { reference, status, conflict: null, clock_suspect: false, code, message };
}

/** Of several conflicts the result names the double admission, which door staff must know about. */
export function storedResult(
  scan: EntryScanRow,
  { row, scans, conflicts }: ScannedTicket,
  status: 'recorded' | 'duplicate',
): ScanUploadResult {
  const own =
    conflicts.find(({ kind, scan_id }) => scan_id === scan.id && kind === 'double_admission') ??
    conflicts.find(({ other_scan_id }) => other_scan_id === scan.id) ??
    conflicts.find(({ scan_id }) => scan_id === scan.id);
  return {
    reference: scan.reference,
    status,
    conflict: own === undefined ? null : presentConflict(row, scans, own),
    clock_suspect: scan.clock_suspect === 1,
    code: null,
    message: null,
  };
}

function presentConflict(
  row: AdmissionRow,
  scans: readonly TicketScan[],
  conflict: ConflictRow,
): Conflict {
  const referenceOf = (id: number) => scans.find((scan) => scan.id === id)?.reference ?? '';
  const { other_scan_id } = conflict;
  return {
    reference: conflict.reference,
    kind: conflict.kind,
    state: conflict.state,
    ticket: row.ticket.reference,
    scan: referenceOf(conflict.scan_id),
    other_scan: other_scan_id === null ? null : referenceOf(other_scan_id),
    expected_reason: conflict.expected_reason,
    created_at: formatInstant(conflict.created_at),
  };
}
