import type { ConflictDetails, ConflictScan } from '../../../shared/contract/scanner.ts';
import { formatInstant } from '../../../shared/instant.ts';
import type { CompiledStatement } from '../../database/query.ts';
import type { Row } from '../../database/schema.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { formatOrNull } from './format.ts';
import type { Condition, ListSource } from './list-source.ts';

export interface ConflictDetailsRow extends Row<'conflicts'> {
  readonly ticket_reference: string;
}

interface ScanOfConflict extends Row<'entry_scans'> {
  readonly location_reference: string | null;
  readonly location_name: string | null;
  readonly client_name: string | null;
}

const selectScans: CompiledStatement<ScanOfConflict> = {
  sql: `select c.*, l.reference as location_reference, l.name as location_name, k.name as client_name
    from entry_scans c left join locations l on l.id = c.location_id left join clients k on k.id = c.client_id
    where c.id in (select value from json_each(?))`,
};

export const conflictsList: ListSource<ConflictDetailsRow, ConflictDetails> = {
  table: 'conflicts',
  columns: 't.*, k.reference as ticket_reference',
  joins: 'join tickets k on k.id = t.ticket_id join events e on e.id = t.event_id',
  toResources: async (tx, rows) => {
    const scans = await readScans(tx, rows);
    return rows.map((row) => conflictResource(row, scans));
  },
};

export function inState(state: 'open' | 'resolved'): Condition {
  return { sql: 't.state = ?', params: [state] };
}

async function readScans(
  tx: ReadTransaction,
  rows: readonly ConflictDetailsRow[],
): Promise<ReadonlyMap<number, ConflictScan>> {
  const ids = rows.flatMap(({ scan_id, other_scan_id }) => [scan_id, other_scan_id ?? scan_id]);
  const scans = await tx.all(selectScans, [JSON.stringify([...new Set(ids)])]);
  return new Map(scans.map((scan) => [scan.id, scanOfConflict(scan)]));
}

function conflictResource(
  row: ConflictDetailsRow,
  scans: ReadonlyMap<number, ConflictScan>,
): ConflictDetails {
  const scan = scans.get(row.scan_id);
  if (scan === undefined) throw new Error(`expected the scan of conflict ${row.reference}`);
  const other = row.other_scan_id === null ? undefined : scans.get(row.other_scan_id);
  return {
    reference: row.reference,
    kind: row.kind,
    state: row.state,
    ticket: row.ticket_reference,
    scan: scan.reference,
    other_scan: other?.reference ?? null,
    expected_reason: row.expected_reason,
    created_at: formatInstant(row.created_at),
    scans: other === undefined ? [scan] : [scan, other],
    note: row.note,
    resolved_by: row.resolved_by,
    resolved_at: formatOrNull(row.resolved_at),
    updated_at: formatInstant(row.updated_at),
    deleted_at: formatOrNull(row.deleted_at),
  };
}

function scanOfConflict(row: ScanOfConflict): ConflictScan {
  return {
    reference: row.reference,
    result: row.result,
    reason: row.reason,
    scanned_at: formatInstant(row.scanned_at),
    scanner_location:
      row.location_reference === null || row.location_name === null
        ? null
        : { reference: row.location_reference, name: row.location_name },
    station: row.client_name,
    clock_offset_ms: row.clock_offset_ms,
    clock_suspect: row.clock_suspect === 1,
    admission_source: row.admission_source,
  };
}
