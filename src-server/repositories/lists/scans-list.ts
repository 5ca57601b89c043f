import type { EntryScan } from '../../../shared/contract/resources.ts';
import { formatInstant, type Instant } from '../../../shared/instant.ts';
import type { Row } from '../../database/schema.ts';
import type { ListSource } from './list-source.ts';

export interface ScanRow extends Row<'entry_scans'> {
  readonly ticket_reference: string | null;
  readonly location_reference: string | null;
  readonly location_name: string | null;
  readonly session_reference: string | null;
  readonly session_name: string | null;
  readonly session_starts_at: Instant | null;
}

export const scansList: ListSource<ScanRow, EntryScan> = {
  table: 'entry_scans',
  changedAt: 'created_at',
  columns: `t.*, k.reference as ticket_reference, l.reference as location_reference, l.name as location_name,
    s.reference as session_reference, s.name as session_name, s.starts_at as session_starts_at`,
  joins: `left join tickets k on k.id = t.ticket_id left join locations l on l.id = t.location_id
    left join sessions s on s.id = t.session_id`,
  toResources: async (_tx, rows) => rows.map(scanResource),
};

function scanResource(row: ScanRow): EntryScan {
  return {
    reference: row.reference,
    ticket: row.ticket_reference,
    result: row.result,
    reason: row.reason,
    scanner_location:
      row.location_reference === null || row.location_name === null
        ? null
        : { reference: row.location_reference, name: row.location_name },
    session: sessionSummary(row),
    scanned_at: formatInstant(row.scanned_at),
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
  };
}

export interface SessionColumns {
  readonly session_reference: string | null;
  readonly session_name: string | null;
  readonly session_starts_at: Instant | null;
}

export function sessionSummary(row: SessionColumns) {
  if (row.session_reference === null || row.session_starts_at === null) return null;
  return {
    reference: row.session_reference,
    name: row.session_name,
    starts_at: formatInstant(row.session_starts_at),
  };
}
