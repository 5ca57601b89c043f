import type Database from 'better-sqlite3';
import { nearestInstant } from '../../../../shared/instant.ts';
import { stepOf } from '../../../core/arrivals.ts';
import { presenceOf } from '../../../core/presence.ts';
import type { CorrectionRecord, EventCounts } from '../../../ports/replica.ts';
import { queryInside } from './query-inside.ts';
import { overruledOf } from './scan-upsert.ts';

/** As many as somebody looks through. */
const MOST_CORRECTIONS = 100;

interface AdmissionRow {
  readonly reference: string;
  readonly ticket: string;
  readonly scanned_at: number;
  readonly place: string | null;
  readonly type: string | null;
}

type Place = string | null;

/** Reads every ticket and scan of the event: for the ingest worker, not for the thread that scans. */
export function prepareCounts(database: Database.Database): (event: string) => EventCounts {
  // With an explicit order of reading, SQLite takes a fifth of the time of nested groups.
  const admissions = database.prepare<[string], AdmissionRow>(
    `SELECT scans.reference, ticket, scanned_at, location_name AS place, type_name AS type
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
  const endsOf = prepareEnds(database);
  const correctionsOf = prepareCorrections(database);
  const { admissionsOf, releasesOf } = queryInside(database);
  return (event) => {
    const { released, mistaken, exits } = endsOf(event);
    const steps = new Map<number, Map<Place, number>>();
    const admitted = new Map<string | null, number>();
    const presence = new Map<number, number>();
    const entries = new Map<Place, number>();
    let last: string | null = null;
    for (const { reference, ticket, scanned_at: at, place, type } of admissions.iterate(event)) {
      if (!mistaken.has(reference)) add(entries, place, 1);
      if (ticket === last) continue;
      last = ticket;
      const step = stepOf(nearestInstant(at));
      const places = steps.get(step) ?? new Map<Place, number>();
      add(places, place, 1);
      steps.set(step, places);
      add(admitted, type, 1);
      if (!released.has(ticket)) add(presence, step, 1);
    }
    for (const ticket of released)
      for (const { at, by } of presenceOf(admissionsOf(ticket), releasesOf(ticket)))
        add(presence, stepOf(at), by);
    return {
      arrivals: [...steps]
        .toSorted(([one], [other]) => one - other)
        .flatMap(([at, places]) =>
          [...places].map(([place, count]) => ({ at: nearestInstant(at), place, admitted: count })),
        ),
      presence: [...presence].map(([at, by]) => ({ at: nearestInstant(at), by })),
      entry_points: [...new Set([...entries.keys(), ...exits.keys()])].map((place) => ({
        place,
        admitted: entries.get(place) ?? 0,
        exits: exits.get(place) ?? 0,
      })),
      ticket_types: expected
        .all(event)
        .map((type) => ({ ...type, admitted: admitted.get(type.name) ?? 0 })),
      denials: denials.all(event),
      corrections: correctionsOf(event),
    };
  };
}

/** What has ended at the event: tickets with releases, admissions that were mistakes, and exits by entry point. */
function prepareEnds(database: Database.Database) {
  const ends = database.prepare<
    [string],
    { ticket: string; scan: string | null; kind: string; place: Place }
  >('SELECT ticket, scan, kind, place FROM releases WHERE event = ?');
  return (event: string) => {
    const released = new Set<string>();
    const mistaken = new Set<string>();
    const exits = new Map<Place, number>();
    for (const { ticket, scan, kind, place } of ends.iterate(event)) {
      released.add(ticket);
      if (kind === 'exit') add(exits, place, 1);
      else if (scan !== null) mistaken.add(scan);
    }
    return { released, mistaken, exits };
  };
}

/** The newest of what was undone or overruled, in no particular order. */
function prepareCorrections(
  database: Database.Database,
): (event: string) => readonly CorrectionRecord[] {
  const undone = database.prepare<
    [string, number],
    Pick<CorrectionRecord, 'reference' | 'ticket' | 'place' | 'station' | 'note'> & { at: number }
  >(
    `SELECT reference, ticket, place, station, note, released_at AS at FROM releases
     WHERE event = ? AND kind = 'mistake' ORDER BY released_at DESC LIMIT ?`,
  );
  const overruled = database.prepare<
    [string, number],
    Pick<CorrectionRecord, 'reference' | 'ticket' | 'place'> & { overruled: string; at: number }
  >(
    `SELECT reference, ticket, location_name AS place, overruled, scanned_at AS at FROM scans
     WHERE event = ? AND overruled IS NOT NULL AND ticket IS NOT NULL ORDER BY scanned_at DESC LIMIT ?`,
  );
  return (event) => [
    ...undone.all(event, MOST_CORRECTIONS).map((row) => ({
      ...row,
      kind: 'undone' as const,
      reason: null,
      at: nearestInstant(row.at),
    })),
    ...overruled.all(event, MOST_CORRECTIONS).map(({ overruled: stored, ...row }) => {
      const known = overruledOf(stored) ?? { reason: null, note: null, station: null };
      return { ...row, ...known, kind: 'overruled' as const, at: nearestInstant(row.at) };
    }),
  ];
}

function add<Key>(counts: Map<Key, number>, key: Key, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
