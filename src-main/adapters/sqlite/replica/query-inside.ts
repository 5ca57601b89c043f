import type Database from 'better-sqlite3';
import { nearestInstant } from '../../../../shared/instant.ts';
import { isInside, type Released } from '../../../../shared/verdict/releases.ts';
import type { KnownAdmission } from '../../../ports/replica.ts';
import { releasedOf, type StoredRelease } from './release-upsert.ts';

interface AdmissionRow {
  readonly reference: string;
  readonly scanned_at: number;
  readonly location_reference: string | null;
  readonly location_name: string | null;
}

/** Who is inside by the rows of the replica. */
export function queryInside(database: Database.Database) {
  // Nearly every ticket has at most one admission; sorting in SQL would cost more than the lookup itself.
  const admissions = database.prepare<[string], AdmissionRow>(
    `SELECT reference, scanned_at, location_reference, location_name FROM scans
     WHERE ticket = ? AND result = 'allowed'`,
  );
  const releases = database.prepare<[string], StoredRelease>(
    'SELECT reference, scan, kind, released_at FROM releases WHERE ticket = ?',
  );
  const known = database
    .prepare<[string], number>(
      "SELECT 1 FROM scans WHERE ticket = ? AND result = 'allowed' LIMIT 1",
    )
    .pluck();
  const untouched = database
    .prepare<[string], number>(
      `SELECT count(DISTINCT ticket) FROM scans WHERE event = ? AND result = 'allowed'
         AND NOT EXISTS (SELECT 1 FROM releases WHERE releases.ticket = scans.ticket)`,
    )
    .pluck();
  const touched = database
    .prepare<[string], string>('SELECT DISTINCT ticket FROM releases WHERE event = ?')
    .pluck();

  const admissionsOf = (ticket: string): readonly KnownAdmission[] =>
    admissions.all(ticket).map(admissionOf);
  const releasesOf = (ticket: string): readonly Released[] => releases.all(ticket).map(releasedOf);
  const isInsideBy = (ticket: string): boolean => {
    const admitted = admissionsOf(ticket);
    return admitted.length > 0 && isInside(admitted, releasesOf(ticket));
  };
  return {
    admissionsOf,
    releasesOf,
    isInside: isInsideBy,
    isKnown: (ticket: string): boolean => known.get(ticket) !== undefined,
    /** Reads every scan of the event. */
    countInside: (event: string): number =>
      (untouched.get(event) ?? 0) + touched.all(event).filter(isInsideBy).length,
  };
}

/** An admission with an impossible time, because of damage, stays one: otherwise its ticket could be admitted twice. */
function admissionOf(row: AdmissionRow): KnownAdmission {
  const { reference, location_reference: place, location_name: name } = row;
  return {
    reference,
    scanned_at: nearestInstant(row.scanned_at),
    location: place === null ? null : { reference: place, name: name ?? place },
  };
}
