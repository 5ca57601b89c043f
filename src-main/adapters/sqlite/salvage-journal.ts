import Database from 'better-sqlite3';
import { openDatabase } from './open-database.ts';
import type { JournalRow } from './journal-schema.ts';

/** Every row that a damaged journal still gives up, by sequence: read from the front until it breaks, then from the back. */
export function salvageRows(path: string): readonly JournalRow[] {
  try {
    const database = openDatabase(path, { synchronous: 'FULL', readonly: true });
    try {
      return readFromBothEnds(database);
    } finally {
      database.close();
    }
  } catch (error) {
    if (error instanceof Database.SqliteError) return [];
    throw error;
  }
}

function readFromBothEnds(database: Database.Database): readonly JournalRow[] {
  const rows = new Map<number, JournalRow>();
  if (readUntilDamage(database, 'ASC', rows)) return sorted(rows);
  readUntilDamage(database, 'DESC', rows);
  return sorted(rows);
}

/** Whether the whole table could be read. */
function readUntilDamage(
  database: Database.Database,
  order: 'ASC' | 'DESC',
  into: Map<number, JournalRow>,
): boolean {
  const rows = database.prepare<[], JournalRow>(
    `SELECT * FROM entries NOT INDEXED ORDER BY sequence ${order}`,
  );
  try {
    for (const row of rows.iterate()) {
      if (into.has(row.sequence)) return true;
      into.set(row.sequence, row);
    }
    return true;
  } catch (error) {
    if (error instanceof Database.SqliteError) return false;
    throw error;
  }
}

function sorted(rows: ReadonlyMap<number, JournalRow>): readonly JournalRow[] {
  return [...rows.values()].sort((one, other) => one.sequence - other.sequence);
}
