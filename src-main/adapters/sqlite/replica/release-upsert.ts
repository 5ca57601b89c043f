import type Database from 'better-sqlite3';
import { nearestInstant } from '../../../../shared/instant.ts';
import type { Released } from '../../../../shared/verdict/releases.ts';
import type { ReleaseRecord } from '../../../ports/replica.ts';

export type StoredRelease = Pick<ReleaseRecord, 'reference' | 'scan' | 'kind'> & {
  readonly released_at: number;
};

/** An impossible time means damage: the release counts all the same, at the nearest possible one. */
export function releasedOf({ reference, scan, kind, released_at }: StoredRelease): Released {
  return { reference, scan, kind, released_at: nearestInstant(released_at) };
}

/** Returns a function that writes one release: a later import wins, and within one import the newer or equal `updated_at`. */
export function prepareReleaseUpsert(
  database: Database.Database,
): (release: ReleaseRecord, importNumber: number) => void {
  const put = database.prepare<[ReleaseRecord & { readonly import: number }]>(
    `INSERT INTO releases (reference, event, ticket, scan, kind, note, place, station, released_at, updated_at, import)
     VALUES (@reference, @event, @ticket, @scan, @kind, @note, @place, @station, @released_at, @updated_at, @import)
     ON CONFLICT (reference) DO UPDATE SET event = excluded.event, ticket = excluded.ticket, scan = excluded.scan,
       kind = excluded.kind, note = excluded.note, place = excluded.place, station = excluded.station,
       released_at = excluded.released_at, updated_at = excluded.updated_at, import = excluded.import
     WHERE excluded.import > releases.import OR excluded.updated_at >= releases.updated_at`,
  );
  return (release, importNumber) => {
    put.run({ ...release, import: importNumber });
  };
}
