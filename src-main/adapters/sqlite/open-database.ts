import { statSync } from 'node:fs';
import Database from 'better-sqlite3';

export interface DatabaseSettings {
  /** FULL waits for the disk at every commit; NORMAL only at checkpoints. */
  readonly synchronous: 'FULL' | 'NORMAL';
  readonly readonly?: boolean;
}

/** SQLite's own default. That of better-sqlite3 is 16 MB, which each of a station's connections fills sooner or later; a scan is no faster with it. */
export const PAGE_CACHE_KIB = 2_000;
const SYNCHRONOUS_LEVELS = { NORMAL: 1, FULL: 2 } as const;

/**
 * Opens a file in WAL mode and verifies that the requested durability is in force: better-sqlite3 is built with WAL defaulting to NORMAL,
 * so a pragma that silently had no effect would lose verdicts in a power cut.
 */
export function openStationDatabase(path: string, settings: DatabaseSettings): Database.Database {
  const database = new Database(path, { readonly: settings.readonly ?? false, timeout: 5_000 });
  try {
    if (settings.readonly !== true) database.pragma('journal_mode = WAL');
    database.pragma(`synchronous = ${settings.synchronous}`);
    database.pragma('foreign_keys = ON');
    database.pragma(`cache_size = -${PAGE_CACHE_KIB}`);
    assertDurability(database, settings);
    return database;
  } catch (cause) {
    database.close();
    throw cause;
  }
}

function assertDurability(database: Database.Database, settings: DatabaseSettings): void {
  const level = database.pragma('synchronous', { simple: true });
  const mode = database.pragma('journal_mode', { simple: true });
  if (level !== SYNCHRONOUS_LEVELS[settings.synchronous] || mode !== 'wal') {
    throw new Error(
      `expected WAL with synchronous=${settings.synchronous}, the store runs ${String(mode)} with ${String(level)}`,
    );
  }
}

/**
 * SQLite opens a read-only file without an error, turns `BEGIN IMMEDIATE` into a read transaction, and fails at the first row. `table`: any
 * existing one; nothing is deleted from it.
 *
 * @throws SQLITE_READONLY
 */
export function assertWritable(database: Database.Database, table: string): void {
  database.exec(`DELETE FROM ${table} WHERE 0`);
}

/**
 * Whether every page and index of the file is sound. For a file with a full-text index the check runs per table, and covers only that
 * index's pages: checking its words takes four times as long as everything else, and the index can be rebuilt from the rows.
 */
export function isSound(database: Database.Database): boolean {
  try {
    const all = database
      .prepare<[], { name: string; virtual: number }>(
        "SELECT name, sql LIKE 'CREATE VIRTUAL %' AS virtual FROM sqlite_schema WHERE type = 'table'",
      )
      .all();
    const tables = all.filter(({ virtual }) => virtual === 0);
    const checks =
      tables.length === all.length
        ? ['quick_check(1)']
        : tables.map(({ name }) => `quick_check("${name}")`);
    return checks.every((check) => database.pragma(check, { simple: true }) === 'ok');
  } catch (error) {
    if (error instanceof Database.SqliteError) return false;
    throw error;
  }
}

/** Whether the error means that the file itself is damaged or not a database. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Database.SqliteError)) return false;
  // Of a damaged header; SQLite has no code of its own for it.
  return isDamageCode(error.code) || error.message === 'unsupported file format';
}

export function isDamageCode(code: string): boolean {
  return code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_NOTADB');
}

/** Whether the error means that a row violates a constraint of its table. */
export function isConstraint(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT');
}

/**
 * Opens a damaged file to read what can still be read. Null if there is no such file, or nothing in it: SQLite would take the log of an
 * empty database for a leftover and delete it, and a pipe would block.
 */
export function openToRescue(path: string): Database.Database | null {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile() || found.size === 0) return null;
  return readOr(null, () => {
    const database = new Database(path, { readonly: true, fileMustExist: true });
    // Without this SQLite reads nothing of a truncated file.
    database.unsafeMode();
    database.pragma('writable_schema = ON');
    return database;
  });
}

/**
 * What can be read from a damaged file, or `otherwise` if nothing can. Only for reads: a new file that cannot be written must not look like
 * damage of the old one.
 */
export function readOr<Value, Otherwise>(
  otherwise: Otherwise,
  read: () => Value,
): Value | Otherwise {
  try {
    return read();
  } catch (error) {
    if (error instanceof Database.SqliteError) return otherwise;
    throw error;
  }
}
