// Why: docs/decisions/0014-two-databases.md
import { statSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import { DatabaseError } from '../database-error.ts';
import type { OnChange } from '../topics.ts';
import { SqliteConnection } from './connection.ts';
import { lockAlone } from './lock-alone.ts';
import { assertKnownSchema, migrateSqlite } from './migrate.ts';

/**
 * How long SQLite itself waits for another process's transaction, blocking this process. Short, because the commit queue waits without
 * blocking.
 */
const BLOCKING_WAIT_MS = 50;
/** Whoever may wait that long looks for the lock every 17 ms at least: so long must it be free. */
export const GIVE_WAY_MS = 20;
/** A door waits as long for the lock. */
export const TURN_MS = 40;
/** While a database is being opened nothing else runs, and two processes may be creating the same file. */
const OPENING_WAIT_MS = 10_000;
const SYNCHRONOUS_FULL = 2;
/** A commit empties the readers' caches, and the system keeps the file's pages: check-ins and lists are not faster with eight times as much. */
const WRITER_CACHE_KIB = 8_192;
const READER_CACHE_KIB = 2_000;

/**
 * Scans and idempotency keys are written to pages all over the file. The longer the log, the more of them share a page that a checkpoint
 * writes: a fifth more check-ins than with SQLite's default of 1,000 pages, for 16 MB.
 */
const CHECKPOINT_PAGES = 4_000;

/**
 * Opens the only writing connection (alone, the only one of any kind) and brings the database to the newest schema.
 * @throws {DatabaseError} `database.newer_version` or `database.unusable` if another version must open the file, which is then not changed;
 * `database.unusable` if commits are not flushed to disk
 */
export function openWriteConnection(
  file: string,
  { onChange, isAlone = false }: { readonly onChange?: OnChange; readonly isAlone?: boolean } = {},
): SqliteConnection {
  const sqlite = isAlone ? openAlone(file) : openCurrent(file);
  const connection = new SqliteConnection(sqlite, onChange);
  try {
    assertKnownSchema(connection);
    prepareToWrite(connection);
    migrateSqlite(connection);
    // From here on the commit queue waits for other processes without blocking this one.
    connection.pragma(`busy_timeout = ${BLOCKING_WAIT_MS}`);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

function prepareToWrite(connection: SqliteConnection): void {
  connection.pragma('journal_mode = wal');
  // better-sqlite3 is built so that WAL implies NORMAL, which may lose the last commits in a power cut.
  connection.pragma('synchronous = full');
  connection.pragma('foreign_keys = on');
  connection.pragma('temp_store = memory');
  connection.pragma(`cache_size = -${WRITER_CACHE_KIB}`);
  connection.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  assertPragma(connection, 'journal_mode', 'wal');
  assertPragma(connection, 'synchronous', SYNCHRONOUS_FULL);
  assertPragma(connection, 'foreign_keys', 1);
}

/** Opens the file of this name once it is not locked exclusively: `restore` may have replaced it. */
function openCurrent(file: string): BetterSqlite.Database {
  for (;;) {
    const found = fileNumber(file);
    const sqlite = new BetterSqlite(file, { timeout: OPENING_WAIT_MS });
    try {
      sqlite.pragma('schema_version');
      if (fileNumber(file) === found) return sqlite;
    } catch (error) {
      sqlite.close();
      throw error;
    }
    sqlite.close();
  }
}

function openAlone(file: string): BetterSqlite.Database {
  const sqlite = new BetterSqlite(file, { timeout: 0 });
  try {
    lockAlone(sqlite, file);
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

function fileNumber(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}

export function openReadConnection(file: string): SqliteConnection {
  const options = { readonly: true, fileMustExist: true, timeout: BLOCKING_WAIT_MS };
  const connection = new SqliteConnection(new BetterSqlite(file, options));
  connection.pragma('query_only = on');
  connection.pragma('temp_store = memory');
  connection.pragma(`cache_size = -${READER_CACHE_KIB}`);
  return connection;
}

function assertPragma(connection: SqliteConnection, name: string, expected: string | number): void {
  const actual = connection.pragma(name);
  if (actual === expected) return;
  throw new DatabaseError(
    'database.unusable',
    `The database needs ${name} = ${expected}, but has ${String(actual)}.`,
  );
}
