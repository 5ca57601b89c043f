import type Database from 'better-sqlite3';
import { nearestInstant } from '../../../../shared/instant.ts';
import { stepOf } from '../../../core/arrivals.ts';
import type { EventCounts } from '../../../ports/replica.ts';

interface AdmissionRow {
  readonly ticket: string;
  readonly scanned_at: number;
  readonly place: string | null;
  readonly type: string | null;
}

/** Reads every ticket and scan of the event: for the ingest worker, not for the thread that scans. */
export function prepareCounts(database: Database.Database): (event: string) => EventCounts {
  // With an explicit order of reading, SQLite takes a fifth of the time of nested groups.
  const admissions = database.prepare<[string], AdmissionRow>(
    `SELECT ticket, scanned_at, location_name AS place, type_name AS type
     FROM scans INDEXED BY scans_admissions LEFT JOIN tickets ON tickets.reference = scans.ticket
     WHERE scans.event = ? AND result = 'allowed' AND ticket IS NOT NULL ORDER BY ticket, scanned_at, scans.reference`,
  );
  const expected = database.prepare<[string], { name: string | null; expected: number }>(
    `SELECT type_name AS name, count(*) AS expected FROM tickets
     WHERE event = ? AND status IN ('valid', 'checked_in') AND deleted_at IS NULL
     GROUP BY type_name ORDER BY type_name`,
  );
  const denials = database.prepare<[string], { reason: string; scans: number }>(
    `SELECT reason, count(*) AS scans FROM scans WHERE event = ? AND result = 'denied'
     GROUP BY reason ORDER BY reason`,
  );
  return (event) => {
    const steps = new Map<number, Map<string | null, number>>();
    const admitted = new Map<string | null, number>();
    let last: string | null = null;
    for (const { ticket, scanned_at: at, place, type } of admissions.iterate(event)) {
      if (ticket === last) continue;
      last = ticket;
      const step = stepOf(nearestInstant(at));
      const places = steps.get(step) ?? new Map<string | null, number>();
      steps.set(step, places.set(place, (places.get(place) ?? 0) + 1));
      admitted.set(type, (admitted.get(type) ?? 0) + 1);
    }
    return {
      arrivals: [...steps]
        .toSorted(([one], [other]) => one - other)
        .flatMap(([at, places]) =>
          [...places].map(([place, count]) => ({ at: nearestInstant(at), place, admitted: count })),
        ),
      ticket_types: expected
        .all(event)
        .map((type) => ({ ...type, admitted: admitted.get(type.name) ?? 0 })),
      denials: denials.all(event),
    };
  };
}
