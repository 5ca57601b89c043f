import BetterSqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { answerLabel } from './answer-label.ts';
import { DatabaseError } from '../database-error.ts';
import { toSqlValue, type CompiledStatement, type SqlValue } from '../query.ts';
import type { Tables } from '../schema.ts';

/**
 * How long SQLite itself waits, blocking the process, for another process's transaction. Short, because the write lane waits the
 * rest without blocking.
 */
const BLOCKING_WAIT_MS = 50;
/** While a database is opened nothing else is going on, and two processes may be making the same file. */
const OPENING_WAIT_MS = 10_000;
const SYNCHRONOUS_FULL = 2;

const dataVersion: CompiledStatement<{ readonly data_version: number }> = {
  sql: 'pragma data_version',
};

/**
 * Scans and idempotency keys land on pages all over the file. The longer the log, the more of them share the page that a checkpoint
 * writes: a fifth more check-ins than with SQLite's 1,000 pages, for 16 MB.
 */
const CHECKPOINT_PAGES = 4_000;

/** One SQLite connection with its prepared statements, and Kysely over the same statements. */
export class Connection {
  readonly kysely: Kysely<Tables>;
  readonly #sqlite: BetterSqlite.Database;
  readonly #statements = new Map<string, BetterSqlite.Statement<SqlValue[]>>();

  constructor(sqlite: BetterSqlite.Database) {
    this.#sqlite = sqlite;
    // Kysely prepares each time it runs; behind it stands the cache.
    const database = { close: () => undefined, prepare: (sql: string) => this.#prepareShared(sql) };
    this.kysely = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
  }

  get inTransaction(): boolean {
    return this.#sqlite.inTransaction;
  }

  exec(sql: string): void {
    this.#sqlite.exec(sql);
  }

  /** Makes a function of SQL that gives no value anybody reads. */
  define(name: string, call: () => null): void {
    this.#sqlite.function(name, call);
  }

  /** Another number after a commit of any other connection, in this process or another. */
  dataVersion(): number | undefined {
    return this.first(dataVersion, [])?.data_version;
  }

  pragma(pragma: string): unknown {
    return this.#sqlite.pragma(pragma, { simple: true });
  }

  all<Row>(statement: CompiledStatement<Row>, params: readonly SqlValue[]): Row[] {
    return this.#prepare<Row>(statement.sql).all(...params);
  }

  first<Row>(statement: CompiledStatement<Row>, params: readonly SqlValue[]): Row | undefined {
    return this.#prepare<Row>(statement.sql).get(...params);
  }

  /** Runs a statement that returns no rows; gives the rowid of an insert. */
  run(sql: string, params: readonly SqlValue[] = []): number {
    return Number(this.#prepare(sql).run(...params).lastInsertRowid);
  }

  async backup(file: string): Promise<void> {
    await this.#sqlite.backup(file);
  }

  close(): void {
    this.#statements.clear();
    this.#sqlite.close();
  }

  #prepare<Row>(sql: string): BetterSqlite.Statement<SqlValue[], Row> {
    const cached = this.#statements.get(sql);
    // The row type is the statement's own promise, made where it was compiled; one cache holds statements of every row type.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    if (cached !== undefined) return cached as BetterSqlite.Statement<SqlValue[], Row>;
    const statement = this.#sqlite.prepare<SqlValue[], Row>(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #prepareShared(sql: string) {
    const statement = this.#prepare(sql);
    return {
      reader: statement.reader,
      all: (params: readonly unknown[]) => statement.all(...bind(params)),
      run: (params: readonly unknown[]) => statement.run(...bind(params)),
      iterate: (params: readonly unknown[]) =>
        this.#sqlite.prepare<SqlValue[]>(sql).iterate(...bind(params)),
    };
  }
}

function bind(params: readonly unknown[]): SqlValue[] {
  return params.map(toSqlValue);
}

/** Opens the one connection that writes. Throws unless every commit reaches the disk. */
export function openWriteConnection(file: string): Connection {
  const sqlite = new BetterSqlite(file, { timeout: OPENING_WAIT_MS });
  sqlite.function('answer_label', { deterministic: true }, (client, key) =>
    answerLabel(Number(client), String(key)),
  );
  const connection = new Connection(sqlite);
  connection.pragma('journal_mode = wal');
  // better-sqlite3 is built so that WAL alone means NORMAL, which may lose the last commits in a power cut.
  connection.pragma('synchronous = full');
  connection.pragma('foreign_keys = on');
  connection.pragma('temp_store = memory');
  connection.pragma('cache_size = -65536');
  connection.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  assertPragma(connection, 'journal_mode', 'wal');
  assertPragma(connection, 'synchronous', SYNCHRONOUS_FULL);
  assertPragma(connection, 'foreign_keys', 1);
  return connection;
}

/** From here on the write lane waits for other processes, without blocking this one. */
export function stopBlocking(connection: Connection): void {
  connection.pragma(`busy_timeout = ${BLOCKING_WAIT_MS}`);
}

export function openReadConnection(file: string): Connection {
  const options = { readonly: true, fileMustExist: true, timeout: BLOCKING_WAIT_MS };
  const connection = new Connection(new BetterSqlite(file, options));
  connection.pragma('query_only = on');
  connection.pragma('temp_store = memory');
  connection.pragma('cache_size = -16384');
  return connection;
}

function assertPragma(connection: Connection, name: string, expected: string | number): void {
  const actual = connection.pragma(name);
  if (actual === expected) return;
  connection.close();
  throw new DatabaseError(
    'database.unusable',
    `The database needs ${name} = ${expected}, but has ${String(actual)}.`,
  );
}
