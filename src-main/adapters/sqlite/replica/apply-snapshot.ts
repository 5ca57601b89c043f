import type Database from 'better-sqlite3';
import { snapshotLists } from '../../../../shared/resources/snapshot.ts';
import type { EventTotals, SnapshotApplied, SnapshotBytes } from '../../../ports/replica.ts';
import {
  SnapshotBroken,
  SnapshotReader,
  type SnapshotPart,
} from '../../../wire/snapshot-reader.ts';
import type { ReplicaImports } from './replica-imports.ts';
import type { ReplicaReader } from './replica-reader.ts';
import { joinMoved, nothingMoved, type Moved, type RowWriter } from './write-rows.ts';

/** Sold, or scanned, while a snapshot is read. */
const UNANNOUNCED_ROWS = 10_000;

/**
 * Imports all lists together. A snapshot sets the pointers at its beginning, so that all lists are kept up to date while it is applied; when
 * it starts over, the pointers stay where the lists have reached in the meantime.
 */
export function prepareSnapshots(
  database: Database.Database,
  {
    read,
    rows,
    imports,
  }: { readonly read: ReplicaReader; readonly rows: RowWriter; readonly imports: ReplicaImports },
) {
  const begin = database.prepare<[string, number, number]>(
    `INSERT INTO snapshots (event, applied, expected, begun_at) VALUES (?, 0, ?, ?)
     ON CONFLICT (event) DO UPDATE SET expected = excluded.expected`,
  );
  const advance = database.prepare<[string | null, number, string]>(
    'UPDATE snapshots SET cursor = ?, applied = applied + ? WHERE event = ?',
  );
  const restart = database.prepare<[string]>(
    'UPDATE snapshots SET cursor = NULL, applied = 0 WHERE event = ?',
  );
  const refresh = database.prepare<[string]>(
    `UPDATE walks SET fresh_at = max(coalesce(fresh_at, 0), (SELECT begun_at FROM snapshots WHERE event = walks.event))
     WHERE event = ?`,
  );
  const remove = database.prepare<[string | null]>(
    'DELETE FROM snapshots WHERE event = coalesce(?, event)',
  );
  const forgetPointers = database.prepare<[string | null]>(
    `UPDATE walks SET pointer = NULL, next_url = NULL, aside = NULL, begun_at = NULL, applied = 0, walks_to_sweep = NULL
     WHERE event = coalesce(?, event)`,
  );
  const applyPart = database.transaction(
    (part: SnapshotPart, { event, asked_at, cursor }: SnapshotBytes): Moved => {
      const before = read.snapshot(event);
      if (part.start !== null) {
        if ((before?.cursor ?? null) !== cursor)
          throw new SnapshotBroken('it goes on somewhere else');
        for (const list of snapshotLists) imports.begin(event, list, part.start.watermark);
        begin.run(event, part.start.expected, asked_at);
        return nothingMoved;
      }
      if (before === null) throw new SnapshotBroken('it was given up in the meantime');
      if (before.applied + part.rows > 2 * Math.max(before.expected, 0) + UNANNOUNCED_ROWS) {
        throw new SnapshotBroken('it is longer than twice what was announced');
      }
      rows.putTickets(event, part.tickets);
      const moved = [rows.putScans(event, part.scans), rows.putReleases(event, part.releases)];
      rows.putOrderLines(event, part.order_lines);
      rows.putAnswers(event, part.answers);
      imports.nameUnreadable(event, part.unreadable);
      advance.run(part.cursor, part.rows, event);
      if (part.ended) {
        // A walk may have been requested before the end of the snapshot: the one after it counts.
        for (const list of snapshotLists) imports.end(event, list, 2);
        refresh.run(event);
        remove.run(event);
      }
      return joinMoved(moved);
    },
  );

  const rewalk = (events: readonly string[] | null): void => {
    for (const event of events ?? [null]) {
      forgetPointers.run(event);
      remove.run(event);
    }
  };
  return {
    applySnapshot: readResponses(
      (part, bytes) => applyPart.immediate(part, bytes),
      (event) => read.totals(event),
    ),
    restartSnapshot(event: string): void {
      restart.run(event);
    },
    abandonSnapshot(event: string): void {
      rewalk([event]);
    },
    rewalk,
  };
}

/** Returns a function that reads a response as it arrives, and applies each part of it once that is complete. */
function readResponses(
  apply: (part: SnapshotPart, bytes: SnapshotBytes) => Moved,
  totalsOf: (event: string) => EventTotals,
): (snapshot: SnapshotBytes) => SnapshotApplied {
  let reading: { readonly event: string; readonly reader: SnapshotReader } | null = null;
  return (snapshot) => {
    const { event, first, bytes } = snapshot;
    if (first) reading = { event, reader: new SnapshotReader(event) };
    if (reading === null || reading.event !== event) {
      return { kind: 'broken', problem: 'the beginning of the response is missing' };
    }
    try {
      const parts = reading.reader.read(bytes);
      const moved = joinMoved(parts.map((part) => apply(part, snapshot)));
      return {
        kind: 'applied',
        began: parts.some(({ start }) => start !== null),
        parts: parts.filter(({ start }) => start === null).length,
        ended: parts.some(({ ended }) => ended),
        unreadable: parts.flatMap(({ unreadable }) => unreadable),
        ...moved,
        totals: totalsOf(event),
      };
    } catch (error) {
      reading = null;
      if (error instanceof SnapshotBroken) return { kind: 'broken', problem: error.message };
      throw error;
    }
  };
}
