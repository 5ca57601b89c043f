import type Database from 'better-sqlite3';
import type { RowSource, UnreadableRow } from '../../../ports/replica.ts';

/** More of them, of an event and list, are not kept. */
const MAX_UNREADABLE = 10_000;
const MAX_PROBLEM = 300;

/** The writing half. */
export function prepareUnreadable(database: Database.Database) {
  const any = database
    .prepare<[string, RowSource], number>(
      'SELECT 1 FROM unreadable WHERE event = ? AND list = ? LIMIT 1',
    )
    .pluck();
  const count = database
    .prepare<[string, RowSource], number>(
      'SELECT count(*) FROM unreadable WHERE event = ? AND list = ?',
    )
    .pluck();
  const forget = database.prepare<[string, RowSource, string]>(
    'DELETE FROM unreadable WHERE event = ? AND list = ? AND key = ?',
  );
  const forgetEarlier = database.prepare<[string, RowSource, number]>(
    'DELETE FROM unreadable WHERE event = ? AND list = ? AND import < ?',
  );
  const put = database.prepare<[UnreadableRow & { event: string }]>(
    `INSERT INTO unreadable (event, list, key, reference, problem, import) VALUES (@event, @list, @key, @reference, @problem,
       coalesce((SELECT import FROM walks WHERE event = @event AND list = @list), 0))
     ON CONFLICT (event, list, key) DO UPDATE SET problem = excluded.problem, import = excluded.import`,
  );

  function note(event: string, rows: readonly UnreadableRow[]): void {
    for (const [list, ofList] of Map.groupBy(rows, (row) => row.list)) {
      const room = MAX_UNREADABLE - (count.get(event, list) ?? 0);
      for (const row of ofList.slice(0, room))
        put.run({ ...row, event, problem: row.problem.slice(0, MAX_PROBLEM) });
    }
  }

  return {
    note,
    /** They were read, whatever they were before. */
    forget(event: string, list: RowSource, rows: readonly { readonly reference: string }[]): void {
      if (any.get(event, list) === undefined) return;
      for (const { reference } of rows) forget.run(event, list, reference);
    },
    /** The import of this number did not contain the earlier ones. */
    forgetEarlier(event: string, list: RowSource, number: number): void {
      forgetEarlier.run(event, list, number);
    },
    /** What of a whole document could not be read. */
    replace(event: string, list: 'events' | 'setup', rows: readonly UnreadableRow[]): void {
      // No import contains them, so their number is 0.
      forgetEarlier.run(event, list, 1);
      note(event, rows);
    },
  };
}

export type UnreadableRows = ReturnType<typeof prepareUnreadable>;

/** The reading half. */
export function queryUnreadable(database: Database.Database) {
  const count = database
    .prepare<[string], number>("SELECT count(*) FROM unreadable WHERE event IN (?, '')")
    .pluck();
  const list = database.prepare<[string, number], UnreadableRow>(
    `SELECT list, key, reference, problem FROM unreadable WHERE event IN (?, '')
     ORDER BY list, key LIMIT ?`,
  );
  return {
    countUnreadable: (event: string): number => count.get(event) ?? 0,
    listUnreadable: (event: string, limit: number): readonly UnreadableRow[] =>
      list.all(event, limit),
  };
}
