import type Database from 'better-sqlite3';
import type { Instant } from '../../../../shared/instant.ts';
import { snapshotLists } from '../../../../shared/resources/snapshot.ts';
import {
  type ListName,
  type RowSource,
  type UnreadableRow,
  type WalkPosition,
} from '../../../ports/replica.ts';
import type { TicketIndex } from './ticket-index.ts';

/** More of them, of an event and list, are not kept. */
const MAX_UNREADABLE = 10_000;
const MAX_PROBLEM = 300;

interface SnapshotStart {
  readonly watermark: string;
  readonly expected: number;
}

/**
 * The state of walks and snapshots, on the writing connection. An import reads a list from its beginning, by pages or in a snapshot of all
 * lists, and has a number. Rows get the number of the import that contains them.
 *
 * Phases of an import: begin (new number) → pages or snapshot parts → complete → walks of the list that catch up → rows that still have a
 * lower number are deleted, because the server no longer has them. Until then the door uses them. A snapshot sets the pointers at its
 * beginning, so that all lists are kept up to date while it is applied.
 */
export function prepareImports(database: Database.Database, index: TicketIndex) {
  const number = database
    .prepare<[string, string], number>('SELECT import FROM walks WHERE event = ? AND list = ?')
    .pluck();
  const begin = database.prepare<[string, string]>(
    `INSERT INTO walks (event, list, applied, import) VALUES (?, ?, 0, 1)
     ON CONFLICT (event, list) DO UPDATE SET pointer = NULL, next_url = NULL, aside = NULL, applied = 0, begun_at = NULL,
       import = import + 1, walks_to_sweep = NULL`,
  );
  const putWalk = database.prepare<
    [
      pointer: string | null,
      next: string | null,
      aside: string | null,
      applied: number,
      fresh: number | null,
      begun: number | null,
      event: string,
      list: string,
    ]
  >(
    `UPDATE walks SET pointer = ?, next_url = ?, aside = ?, applied = ?, fresh_at = ?, begun_at = ?
     WHERE event = ? AND list = ?`,
  );
  const giveUpWalk = database.prepare<[string, string]>(
    `UPDATE walks SET next_url = NULL, aside = NULL, begun_at = NULL, applied = 0
     WHERE event = ? AND list = ?`,
  );
  const forgetPointers = database.prepare<[string | null]>(
    `UPDATE walks SET pointer = NULL, next_url = NULL, aside = NULL, begun_at = NULL, applied = 0, walks_to_sweep = NULL
     WHERE event = coalesce(?, event)`,
  );
  const setWalksToSweep = database.prepare<[number | null, string, string]>(
    'UPDATE walks SET walks_to_sweep = ? WHERE event = ? AND list = ?',
  );
  const walksToSweep = database
    .prepare<[string, string], number | null>(
      'SELECT walks_to_sweep FROM walks WHERE event = ? AND list = ?',
    )
    .pluck();
  const hasPointer = database
    .prepare<[string, string], number>(
      'SELECT 1 FROM walks WHERE event = ? AND list = ? AND pointer IS NOT NULL',
    )
    .pluck();
  const setPointer = database.prepare<[string, string, string]>(
    'UPDATE walks SET pointer = ? WHERE event = ? AND list = ?',
  );
  const putSnapshot = database.prepare<[string, number, number]>(
    `INSERT INTO snapshots (event, applied, expected, begun_at) VALUES (?, 0, ?, ?)
     ON CONFLICT (event) DO UPDATE SET expected = excluded.expected`,
  );
  const advanceSnapshot = database.prepare<[string | null, number, string]>(
    'UPDATE snapshots SET cursor = ?, applied = applied + ? WHERE event = ?',
  );
  const restartSnapshot = database.prepare<[string]>(
    'UPDATE snapshots SET cursor = NULL, applied = 0 WHERE event = ?',
  );
  const freshWithSnapshot = database.prepare<[string]>(
    `UPDATE walks SET fresh_at = max(coalesce(fresh_at, 0), (SELECT begun_at FROM snapshots WHERE event = walks.event))
     WHERE event = ?`,
  );
  const removeSnapshot = database.prepare<[string | null]>(
    'DELETE FROM snapshots WHERE event = coalesce(?, event)',
  );
  const recount = database.prepare<[{ event: string }]>(
    `INSERT INTO totals (event, expected, admitted) VALUES (@event,
       (SELECT count(*) FROM tickets
        WHERE event = @event AND status IN ('valid', 'checked_in') AND deleted_at IS NULL),
       (SELECT count(DISTINCT ticket) FROM scans WHERE event = @event AND result = 'allowed'))
     ON CONFLICT (event) DO UPDATE SET expected = excluded.expected, admitted = excluded.admitted`,
  );
  const ofList = (sql: (table: ListName) => string) => ({
    tickets: database.prepare<[string, string, string]>(sql('tickets')),
    scans: database.prepare<[string, string, string]>(sql('scans')),
    order_lines: database.prepare<[string, string, string]>(sql('order_lines')),
  });
  const cursorOf = database
    .prepare<[string], string | null>('SELECT cursor FROM snapshots WHERE event = ?')
    .pluck();
  const nameRow = ofList(
    (table) =>
      `UPDATE ${table} SET import = (SELECT import FROM walks WHERE event = ? AND list = ?) WHERE reference = ?`,
  );
  const named = '(SELECT import FROM walks WHERE event = ? AND list = ?)';
  const anyUnreadable = database
    .prepare<[string, string], number>(
      'SELECT 1 FROM unreadable WHERE event = ? AND list = ? LIMIT 1',
    )
    .pluck();
  const countUnreadable = database
    .prepare<[string, string], number>(
      'SELECT count(*) FROM unreadable WHERE event = ? AND list = ?',
    )
    .pluck();
  const forgetUnreadable = database.prepare<[string, string, string]>(
    'DELETE FROM unreadable WHERE event = ? AND list = ? AND key = ?',
  );
  const forgetEarlierUnreadable = database.prepare<[string, string, number]>(
    'DELETE FROM unreadable WHERE event = ? AND list = ? AND import < ?',
  );
  const putUnreadable = database.prepare<
    [string, RowSource, string, string | null, string, number]
  >(
    `INSERT INTO unreadable (event, list, key, reference, problem, import) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (event, list, key) DO UPDATE SET problem = excluded.problem, import = excluded.import`,
  );

  function noteUnreadable(event: string, rows: readonly UnreadableRow[]): void {
    for (const list of new Set(rows.map((row) => row.list))) {
      const room = MAX_UNREADABLE - (countUnreadable.get(event, list) ?? 0);
      const here = number.get(event, list) ?? 0;
      for (const { key, reference, problem } of rows
        .filter((row) => row.list === list)
        .slice(0, room)) {
        putUnreadable.run(event, list, key, reference, problem.slice(0, MAX_PROBLEM), here);
      }
    }
  }

  const removeUnnamed = ofList(
    (table) => `DELETE FROM ${table} WHERE event = ? AND import < ${named}`,
  );
  const counts = ofList(
    (table) => `SELECT count(*) FROM ${table} WHERE event = ? AND import >= ${named}`,
  );

  return {
    /** The import that a row arriving now belongs to; 0 before the first. */
    current: (event: string, list: ListName): number => number.get(event, list) ?? 0,
    beginImport(event: string, list: ListName): void {
      begin.run(event, list);
    },
    putWalk(event: string, list: ListName, at: WalkPosition): void {
      putWalk.run(
        at.pointer,
        at.next_url,
        at.aside,
        at.applied,
        at.fresh_at,
        at.begun_at,
        event,
        list,
      );
    },
    restartWalk(event: string, list: ListName): void {
      giveUpWalk.run(event, list);
    },
    rewalk(events: readonly string[] | null): void {
      for (const event of events ?? [null]) {
        forgetPointers.run(event);
        removeSnapshot.run(event);
      }
    },
    /** An import by pages is complete: the next walk is requested after it. */
    endImport(event: string, list: ListName): void {
      setWalksToSweep.run(1, event, list);
    },
    isUnswept: (event: string, list: ListName): boolean =>
      (walksToSweep.get(event, list) ?? null) !== null,
    /**
     * Rows that the import did not contain are deleted after a walk in one page; a walk in several may miss rows that change twice. Returns
     * whether there were any.
     */
    walked(event: string, list: ListName, { inOnePage }: { readonly inOnePage: boolean }): boolean {
      const left = walksToSweep.get(event, list) ?? null;
      if (left === null) return false;
      if (left > 1) setWalksToSweep.run(left - 1, event, list);
      if (left > 1 || !inOnePage) return false;
      const { changes } = removeUnnamed[list].run(event, event, list);
      forgetEarlierUnreadable.run(event, list, number.get(event, list) ?? 0);
      if (list === 'tickets' && changes > 0) index.restart();
      setWalksToSweep.run(null, event, list);
      recount.run({ event });
      return changes > 0;
    },
    count: (event: string, list: ListName): number =>
      Number(counts[list].pluck().get(event, event, list) ?? 0),
    /** The cursor of the next response; null at the beginning. */
    cursorOf: (event: string): string | null => cursorOf.get(event) ?? null,
    /** An unreadable row still exists: its stored state is kept. */
    nameUnreadable(event: string, rows: readonly UnreadableRow[]): void {
      for (const { list, reference } of rows) {
        if (list === 'events' || list === 'setup') continue;
        if (reference !== null) nameRow[list].run(event, list, reference);
      }
      noteUnreadable(event, rows);
    },
    /** They were read, whatever they were before. */
    forgetUnreadable(
      event: string,
      list: ListName,
      rows: readonly { readonly reference: string }[],
    ): void {
      if (anyUnreadable.get(event, list) === undefined) return;
      for (const { reference } of rows) forgetUnreadable.run(event, list, reference);
    },
    /** What of a whole document could not be read. */
    replaceUnreadable(
      event: string,
      list: 'events' | 'setup',
      rows: readonly UnreadableRow[],
    ): void {
      forgetEarlierUnreadable.run(event, list, 1);
      noteUnreadable(event, rows);
    },
    /** When a snapshot starts over, the pointers stay where the lists have reached in the meantime. */
    beginSnapshot(event: string, { watermark, expected }: SnapshotStart, askedAt: Instant): void {
      for (const list of snapshotLists) {
        if (hasPointer.get(event, list) !== undefined) continue;
        begin.run(event, list);
        setPointer.run(watermark, event, list);
      }
      putSnapshot.run(event, expected, askedAt);
    },
    advanceSnapshot(
      event: string,
      { cursor, rows }: { readonly cursor: string | null; readonly rows: number },
    ): void {
      advanceSnapshot.run(cursor, rows, event);
    },
    restartSnapshot(event: string): void {
      restartSnapshot.run(event);
    },
    /** Everything that the server has is here now. A walk may have been requested before that: the one after it counts. */
    endSnapshot(event: string): void {
      for (const list of snapshotLists) setWalksToSweep.run(2, event, list);
      freshWithSnapshot.run(event);
      removeSnapshot.run(event);
    },
    abandonSnapshot(event: string): void {
      forgetPointers.run(event);
      removeSnapshot.run(event);
    },
  };
}
