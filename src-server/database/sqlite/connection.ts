import BetterSqlite from 'better-sqlite3';
import {
  sql,
  type CompiledQuery,
  type Kysely,
  type QueryResult,
  type RawBuilder,
  type SqlBool,
} from 'kysely';
import { kyselyOver } from '../kysely-over.ts';
import { compilePrepared, type CompiledPrepared, type PreparedQuery } from '../prepared-query.ts';
import type { Tables } from '../schema.ts';
import type { OnCopied } from '../database.ts';
import {
  followersOf,
  followersOfRow,
  topicsChangedBy,
  topicsChangedByInsert,
  type OnChange,
  type Topic,
} from '../topics.ts';
import type { Executor } from '../open-transaction.ts';
import { kyselyDialect } from './kysely-dialect.ts';
import { copyPages } from './copy-pages.ts';
import { StatementCache } from './statement-cache.ts';

/** Values that SQLite can bind. */
type SqlValue = string | number | bigint | Buffer | null;

const isAmong = (column: RawBuilder<unknown>, list: RawBuilder<unknown>) =>
  sql<SqlBool>`${column} in (select value from json_each(${list}))`;
const compiler = kyselyOver(kyselyDialect);

/** One SQLite connection with its prepared statements, and Kysely over the same statements. */
export class SqliteConnection implements Executor {
  readonly kysely: Kysely<Tables>;
  readonly #sqlite: BetterSqlite.Database;
  readonly #statements = new StatementCache();
  #prepared = noneCompiled();
  /** The last insert into each table: nearly all of them set the same columns, and writing the SQL anew costs as much as a lookup. */
  readonly #inserts = new Map<keyof Tables, PreparedInsert>();
  readonly #onChange: OnChange;

  constructor(sqlite: BetterSqlite.Database, onChange: OnChange = () => undefined) {
    this.#sqlite = sqlite;
    this.#onChange = onChange;
    this.kysely = kyselyOver(kyselyDialect, async (query) => this.execute(query));
  }

  get inTransaction(): boolean {
    return this.#sqlite.inTransaction;
  }

  /** Runs SQL without caching the statement: migrations. */
  exec(sql: string): void {
    this.#sqlite.exec(sql);
  }

  pragma(pragma: string): unknown {
    return this.#sqlite.pragma(pragma, { simple: true });
  }

  /** Changes whenever another connection commits, in this process or another, and not when this one does. */
  dataVersion(): number {
    // A prepared statement: better-sqlite3 compiles a pragma again at every call, and each read needs it.
    return Number(
      this.#prepare<{ data_version: number }>('PRAGMA data_version').get()?.data_version,
    );
  }

  all<Params extends object, Row>(query: PreparedQuery<Params, Row>, params: Params): Row[] {
    const { statement, bind } = this.#prepared.get(query) ?? this.#compile(query);
    return statement.all(bind(params));
  }

  first<Params extends object, Row>(
    query: PreparedQuery<Params, Row>,
    params: Params,
  ): Row | undefined {
    const { statement, bind } = this.#prepared.get(query) ?? this.#compile(query);
    return statement.get(bind(params));
  }

  /** Runs an insert, update or delete; returns how many rows it changed. */
  change<Params extends object>(query: PreparedQuery<Params, unknown>, params: Params): number {
    const { statement, bind } = this.#prepared.get(query) ?? this.#compile(query);
    return statement.run(bind(params)).changes;
  }

  /** Runs a statement that returns no rows; returns the rowid of an insert. */
  run(sql: string, params: readonly SqlValue[] = []): number {
    return Number(this.#prepare(sql).run(...params).lastInsertRowid);
  }

  insert(table: keyof Tables, row: object): number {
    return this.#runInsert(this.#insertOf(table, row), row);
  }

  insertAll(table: keyof Tables, rows: readonly object[]): number[] {
    const [first] = rows;
    if (first === undefined) return [];
    const insert = this.#insertOf(table, first);
    return rows.map((row) => this.#runInsert(insert, row));
  }

  append(table: keyof Tables, rows: readonly object[]): void {
    this.insertAll(table, rows);
  }

  /** For Kysely. */
  execute<Row>({ sql, parameters, query }: CompiledQuery): QueryResult<Row> {
    this.#onChange(topicsChangedBy(query), followersOf(query));
    const statement = this.#prepare<Row>(sql);
    const values = bindable(parameters);
    if (statement.reader) return { rows: statement.all(values) };
    const { changes, lastInsertRowid } = statement.run(values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  /**
   * The copy has no write-ahead log, so that it can be read from a folder that is not writable, and no mark: whatever takes it for its
   * database begins another epoch.
   */
  async backup(file: string, onCopied?: OnCopied): Promise<void> {
    await copyPages(this.#sqlite, file, onCopied);
    const copy = new BetterSqlite(file);
    try {
      copy.pragma('journal_mode = delete');
      copy.exec("delete from keys where name = 'epoch_mark'");
    } finally {
      copy.close();
    }
  }

  close(): void {
    this.#statements.clear();
    this.#prepared = noneCompiled();
    this.#inserts.clear();
    this.#sqlite.close();
  }

  /** The query's statement. What it changes is reported when its parameters are bound: it is about to run. */
  #compile<Params extends object, Row>(query: PreparedQuery<Params, Row>): Prepared<Row> {
    const compiled = compilePrepared(compiler, query, isAmong, JSON.stringify);
    const { changes, concerns } = compiled;
    const bind = (params: object) => {
      this.#onChange(changes, concerns);
      return compiled.bind(params);
    };
    const isRead = changes.length === 0 && concerns === 'none';
    const statement = this.#prepare<Row>(compiled.query.sql);
    const prepared = { statement, bind: isRead ? compiled.bind : bind };
    this.#prepared.set(query, prepared);
    return prepared;
  }

  #insertOf(table: keyof Tables, row: object): PreparedInsert {
    const columns = Object.keys(row).join(', ');
    const known = this.#inserts.get(table);
    if (known?.columns === columns) return known;
    const statement = this.#prepare(insertSql(table, row));
    const insert = { table, columns, statement, changes: topicsChangedByInsert(table) };
    this.#inserts.set(table, insert);
    return insert;
  }

  #runInsert({ table, statement, changes }: PreparedInsert, row: object): number {
    const followers = followersOfRow(table, row);
    if (changes.length > 0 || followers !== 'none') this.#onChange(changes, followers);
    return Number(statement.run(Object.values(row)).lastInsertRowid);
  }

  #prepare<Row>(sql: string): BetterSqlite.Statement<unknown[], Row> {
    const cached = this.#statements.get(sql);
    // The row type is the query's own, inferred from the schema; one cache holds statements of every row type.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    if (cached !== undefined) return cached as BetterSqlite.Statement<unknown[], Row>;
    const statement = this.#sqlite.prepare<unknown[], Row>(sql);
    this.#statements.add(sql, statement);
    return statement;
  }
}

interface Prepared<Row> extends Pick<CompiledPrepared, 'bind'> {
  readonly statement: BetterSqlite.Statement<unknown[], Row>;
}

/** By query; the row type of each is the query's own, inferred from the schema. */
interface PreparedQueries {
  get<Params, Row>(query: PreparedQuery<Params, Row>): Prepared<Row> | undefined;
  set<Params, Row>(query: PreparedQuery<Params, Row>, prepared: Prepared<Row>): void;
}

function noneCompiled(): PreparedQueries {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is found for a query was compiled from it
  return new WeakMap<object, unknown>() as PreparedQueries;
}

interface PreparedInsert {
  readonly table: keyof Tables;
  readonly columns: string;
  readonly statement: BetterSqlite.Statement;
  /** The topics that it changes. */
  readonly changes: readonly Topic[];
}

function insertSql(table: string, row: object): string {
  const columns = Object.keys(row);
  return `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`;
}

/** A list becomes JSON. What SQLite cannot bind is refused when it is bound. */
function bindable(values: readonly unknown[]): readonly unknown[] {
  if (!values.some(Array.isArray)) return values;
  return values.map((value) => (Array.isArray(value) ? JSON.stringify(value) : value));
}
