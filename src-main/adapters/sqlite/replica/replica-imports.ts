import type Database from 'better-sqlite3';
import { isInstant, type Instant } from '../../../../shared/instant.ts';
import type {
  ListName,
  SnapshotProgress,
  UnreadableRow,
  WalkPosition,
} from '../../../ports/replica.ts';
import { queryInside } from './query-inside.ts';
import type { TicketIndex } from './ticket-index.ts';
import type { UnreadableRows } from './unreadable-rows.ts';

type OfList = [event: string, list: ListName];

const OF_LIST = 'WHERE event = ? AND list = ?';

interface WalkRow extends Omit<WalkPosition, 'fresh_at' | 'begun_at'> {
  readonly fresh_at: number | null;
  readonly begun_at: number | null;
}

export const beforeFirstWalk: WalkPosition = {
  pointer: null,
  next_url: null,
  aside: null,
  applied: 0,
  fresh_at: null,
  begun_at: null,
};

/**
 * The state of walks, on the writing connection. An import reads a list from its beginning, by pages or in a snapshot of all lists, and has a
 * number. Rows get the number of the import that contains them.
 *
 * Phases of an import: begin (new number) → pages or snapshot parts → complete → walks of the list that catch up → rows that still have a
 * lower number are deleted, because the server no longer has them. Until then the door uses them.
 */
export function prepareImports(
  database: Database.Database,
  { index, unreadable }: { readonly index: TicketIndex; readonly unreadable: UnreadableRows },
) {
  const number = database.prepare<OfList, number>(`SELECT import FROM walks ${OF_LIST}`).pluck();
  const walksToSweep = database
    .prepare<OfList, number | null>(`SELECT walks_to_sweep FROM walks ${OF_LIST}`)
    .pluck();
  const setWalksToSweep = database.prepare<[number | null, ...OfList]>(
    `UPDATE walks SET walks_to_sweep = ? ${OF_LIST}`,
  );
  const begin = database.prepare<[...OfList, pointer: string | null]>(
    `INSERT INTO walks (event, list, pointer, applied, import) VALUES (?, ?, ?, 0, 1)
     ON CONFLICT (event, list) DO UPDATE SET pointer = excluded.pointer, next_url = NULL, aside = NULL, applied = 0,
       begun_at = NULL, import = import + 1, walks_to_sweep = NULL
     WHERE walks.pointer IS NULL`,
  );
  const putWalk = database.prepare<[WalkPosition & { event: string; list: ListName }]>(
    `UPDATE walks SET pointer = @pointer, next_url = @next_url, aside = @aside, applied = @applied, fresh_at = @fresh_at,
       begun_at = @begun_at
     WHERE event = @event AND list = @list`,
  );
  const restartWalk = database.prepare<OfList>(
    `UPDATE walks SET next_url = NULL, aside = NULL, begun_at = NULL, applied = 0 ${OF_LIST}`,
  );
  const { countInside } = queryInside(database);
  const recount = database.prepare<[{ event: string; inside: number }]>(
    `INSERT INTO totals (event, expected, admitted, inside) VALUES (@event,
       (SELECT count(*) FROM tickets
        WHERE event = @event AND status IN ('valid', 'checked_in') AND deleted_at IS NULL),
       (SELECT count(DISTINCT ticket) FROM scans WHERE event = @event AND result = 'allowed'), @inside)
     ON CONFLICT (event) DO UPDATE SET expected = excluded.expected, admitted = excluded.admitted, inside = excluded.inside`,
  );
  const ofList = (sql: (table: ListName) => string) => ({
    tickets: database.prepare<[string, string, string]>(sql('tickets')),
    scans: database.prepare<[string, string, string]>(sql('scans')),
    releases: database.prepare<[string, string, string]>(sql('releases')),
    order_lines: database.prepare<[string, string, string]>(sql('order_lines')),
    answers: database.prepare<[string, string, string]>(sql('answers')),
  });
  const named = `(SELECT import FROM walks ${OF_LIST})`;
  const nameRow = ofList((table) => `UPDATE ${table} SET import = ${named} WHERE reference = ?`);
  const removeUnnamed = ofList(
    (table) => `DELETE FROM ${table} WHERE event = ? AND import < ${named}`,
  );
  const counts = ofList(
    (table) => `SELECT count(*) FROM ${table} WHERE event = ? AND import >= ${named}`,
  );

  return {
    /** The import that a row arriving now belongs to; 0 before the first. */
    current: (event: string, list: ListName): number => number.get(event, list) ?? 0,
    /** With the pointer that the list has from then on. A list that has one already is not imported. */
    begin(event: string, list: ListName, pointer: string | null): void {
      begin.run(event, list, pointer);
    },
    putWalk(event: string, list: ListName, at: WalkPosition): void {
      putWalk.run({ ...at, event, list });
    },
    restartWalk(event: string, list: ListName): void {
      restartWalk.run(event, list);
    },
    /** An import is complete: its rows are swept after so many more walks. */
    end(event: string, list: ListName, walks: 1 | 2): void {
      setWalksToSweep.run(walks, event, list);
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
      unreadable.forgetEarlier(event, list, number.get(event, list) ?? 0);
      if (list === 'tickets' && changes > 0) index.restart();
      setWalksToSweep.run(null, event, list);
      recount.run({ event, inside: countInside(event) });
      return changes > 0;
    },
    count: (event: string, list: ListName): number =>
      Number(counts[list].pluck().get(event, event, list) ?? 0),
    /** An unreadable row still exists: its stored state is kept. */
    nameUnreadable(event: string, rows: readonly UnreadableRow[]): void {
      for (const { list, reference } of rows) {
        if (list === 'events' || list === 'setup') continue;
        if (reference !== null) nameRow[list].run(event, list, reference);
      }
      unreadable.note(event, rows);
    },
  };
}

export type ReplicaImports = ReturnType<typeof prepareImports>;

/** The reading half. */
export function queryImports(database: Database.Database) {
  const walk = database.prepare<OfList, WalkRow>(
    `SELECT pointer, next_url, aside, applied, fresh_at, begun_at FROM walks ${OF_LIST}`,
  );
  const snapshot = database.prepare<[string], SnapshotProgress>(
    'SELECT cursor, applied, expected FROM snapshots WHERE event = ?',
  );
  return {
    position(event: string, list: ListName): WalkPosition {
      const row = walk.get(event, list);
      if (row === undefined) return beforeFirstWalk;
      return {
        ...row,
        fresh_at: possibleOrNull(row.fresh_at),
        begun_at: possibleOrNull(row.begun_at),
      };
    },
    snapshot: (event: string): SnapshotProgress | null => snapshot.get(event) ?? null,
  };
}

function possibleOrNull(micros: number | null): Instant | null {
  return micros === null || !isInstant(micros) ? null : micros;
}
