import type { EntryScan } from '../../../shared/resources/scans.ts';
import { writeCsvRow } from '../../../shared/csv-row.ts';

/**
 * A column for each field of a scan (§2.9), nested fields by both names. Unquoted, because the names are fixed and scripts match
 * them.
 */
export const scanHeading = [
  'reference',
  'ticket',
  'result',
  'reason',
  'scanner_location',
  'scanner_location_name',
  'session',
  'session_name',
  'session_starts_at',
  'scanned_at',
  'created_at',
  'updated_at',
].join(',');

export function writeScanRow(scan: EntryScan): string {
  return writeCsvRow([
    scan.reference,
    scan.ticket,
    scan.result,
    scan.reason,
    scan.scanner_location?.reference ?? null,
    scan.scanner_location?.name ?? null,
    scan.session?.reference ?? null,
    scan.session?.name ?? null,
    scan.session?.starts_at ?? null,
    scan.scanned_at,
    scan.created_at,
    scan.updated_at,
  ]);
}
