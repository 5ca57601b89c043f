import type Database from 'better-sqlite3';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { Nullable } from '../../../../shared/contract/fields.ts';
import { instantFromMicros } from '../../../../shared/instant.ts';
import type { OverruledRecord, ScanRecord } from '../../../ports/replica.ts';

type Text = string | null;

export interface ScanRow {
  readonly reference: string;
  readonly event: string;
  readonly ticket: Text;
  readonly result: ScanRecord['result'];
  readonly reason: string;
  readonly location_reference: Text;
  readonly location_name: Text;
  /** JSON. */
  readonly overruled: Text;
  readonly scanned_at: number;
  readonly updated_at: number;
}

export function scanRecord(row: ScanRow): ScanRecord {
  const { location_reference: location, location_name: name } = row;
  return {
    reference: row.reference,
    event: row.event,
    ticket: row.ticket,
    result: row.result,
    reason: row.reason,
    location: location === null ? null : { reference: location, name: name ?? location },
    overruled: overruledOf(row.overruled),
    scanned_at: instantFromMicros(row.scanned_at),
    updated_at: instantFromMicros(row.updated_at),
  };
}

/** Null also for what is damaged: nothing at the door depends on it. */
export function overruledOf(stored: Text): OverruledRecord | null {
  if (stored === null) return null;
  try {
    const value: unknown = JSON.parse(stored);
    return isOverruled.Check(value) ? value : null;
  } catch {
    return null;
  }
}

const isOverruled = Compile(
  Type.Object({
    reason: Type.String(),
    note: Nullable(Type.String()),
    station: Nullable(Type.String()),
  }),
);

/**
 * Returns a function that writes one row of the scans feed and returns whether it is the first known admission of its ticket. A scan never
 * changes, so an existing row is left as it is, unless a later import differs.
 */
export function prepareScanUpsert(
  database: Database.Database,
): (scan: ScanRecord, importNumber: number) => boolean {
  const admitted = database
    .prepare<[string], number>(
      "SELECT 1 FROM scans WHERE ticket = ? AND result = 'allowed' LIMIT 1",
    )
    .pluck();
  const put = database.prepare<
    [string, string, Text, string, string, Text, Text, Text, number, number, number]
  >(
    `INSERT INTO scans (reference, event, ticket, result, reason, location_reference, location_name, overruled, scanned_at,
       updated_at, import)
     VALUES (${'?, '.repeat(10)}?)
     ON CONFLICT (reference) DO UPDATE SET event = excluded.event, ticket = excluded.ticket, result = excluded.result,
       reason = excluded.reason, location_reference = excluded.location_reference,
       location_name = excluded.location_name, overruled = excluded.overruled, scanned_at = excluded.scanned_at, updated_at = excluded.updated_at,
       import = excluded.import
     WHERE excluded.import > scans.import`,
  );
  return (scan, importNumber) => {
    const first =
      scan.result === 'allowed' && scan.ticket !== null && admitted.get(scan.ticket) === undefined;
    const { changes } = put.run(
      scan.reference,
      scan.event,
      scan.ticket,
      scan.result,
      scan.reason,
      scan.location?.reference ?? null,
      scan.location?.name ?? null,
      scan.overruled && JSON.stringify(scan.overruled),
      scan.scanned_at,
      scan.updated_at,
      importNumber,
    );
    return first && changes === 1;
  };
}
