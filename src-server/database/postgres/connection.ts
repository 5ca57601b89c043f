import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type CompiledQuery,
  type Kysely,
  type QueryResult,
  type RawBuilder,
  type SqlBool,
} from 'kysely';
import type pg from 'pg';
import type { Columns } from '../column.ts';
import { kyselyOver, type KyselyDialect } from '../kysely-over.ts';
import type { Executor } from '../open-transaction.ts';
import { compilePrepared, type CompiledPrepared, type PreparedQuery } from '../prepared-query.ts';
import { tables, type Tables } from '../schema.ts';
import {
  followersOf,
  followersOfRow,
  topicsChangedBy,
  topicsChangedByInsert,
  type OnChange,
} from '../topics.ts';
import type { NumberedTable } from '../transaction.ts';
import { isAfterFailure } from './postgres-error.ts';

const kyselyDialect: KyselyDialect = {
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};

/** No subquery: its plan reads the whole event if the table was empty when the statement was prepared. */
const isAmong = (column: RawBuilder<unknown>, list: RawBuilder<unknown>) =>
  sql<SqlBool>`${column} = any(${list}::text[])`;
const compiler = kyselyOver(kyselyDialect);
const compiledQueries = new WeakMap<object, NamedQuery>();
let lastName = 0;

interface NamedQuery extends CompiledPrepared {
  /** PostgreSQL caches the statement's plan per connection under this name. */
  readonly name: string;
}

function compiled<Params, Row>(query: PreparedQuery<Params, Row>): NamedQuery {
  const known = compiledQueries.get(query);
  if (known !== undefined) return known;
  lastName += 1;
  const made = { ...compilePrepared(compiler, query, isAmong), name: `prepared_${lastName}` };
  compiledQueries.set(query, made);
  return made;
}

const ROWS_PER_INSERT = 1_000;

const listTypes = { id: 'bigint[]', integer: 'bigint[]', text: 'text[]', blob: 'bytea[]' };

/** Several rows are a list for each column, so that one statement, with one plan, is for any number of them. */
function insertText(table: keyof Tables, columns: readonly string[], isOneRow: boolean): string {
  const into = `insert into ${table} (${columns.join(', ')})`;
  if (isOneRow) return `${into} values (${columns.map((_, at) => `$${at + 1}`).join(', ')})`;
  const own: Columns = tables[table].columns;
  const lists = columns.map((column, at) => {
    const type = own[column]?.definition.type;
    if (type === undefined) throw new Error(`expected ${column} to be a column of ${table}`);
    return `$${at + 1}::${listTypes[type]}`;
  });
  return `${into} select * from unnest(${lists.join(', ')})`;
}

function partsOf(rows: readonly object[]): readonly (readonly object[])[] {
  const count = Math.ceil(rows.length / ROWS_PER_INSERT);
  return Array.from({ length: count }, (_, part) =>
    rows.slice(part * ROWS_PER_INSERT, (part + 1) * ROWS_PER_INSERT),
  );
}

/** Bounded: there are few tables, and few sets of columns inserted into each. */
const insertNames = new Map<string, string>();

function nameOf(text: string): string {
  const name = insertNames.get(text) ?? `insert_${insertNames.size + 1}`;
  insertNames.set(text, name);
  return name;
}

/**
 * A pooled connection for the duration of a transaction. Statements are sent immediately, in the order of the calls, without waiting for the
 * results of earlier ones (`pipeline`); what is sent in one turn goes out in one message, because sending costs both sides more than most
 * statements do.
 */
export class PostgresConnection implements Executor {
  readonly #client: pg.Client;
  readonly #onChange: OnChange;
  readonly #appended: Promise<unknown>[] = [];
  #failure: unknown = undefined;
  #kysely: Kysely<Tables> | null = null;
  #isCorked = false;

  constructor(client: pg.Client, onChange: OnChange) {
    this.#client = client;
    this.#onChange = onChange;
  }

  get kysely(): Kysely<Tables> {
    this.#kysely ??= kyselyOver(kyselyDialect, (query) => this.execute(query));
    return this.#kysely;
  }

  async all<Params extends object, Row>(
    query: PreparedQuery<Params, Row>,
    params: Params,
  ): Promise<Row[]> {
    return (await this.#run(query, params)).rows;
  }

  async first<Params extends object, Row>(
    query: PreparedQuery<Params, Row>,
    params: Params,
  ): Promise<Row | undefined> {
    return (await this.#run(query, params)).rows[0];
  }

  async change<Params extends object>(
    query: PreparedQuery<Params, unknown>,
    params: Params,
  ): Promise<number> {
    return (await this.#run(query, params)).rowCount ?? 0;
  }

  async insert(table: NumberedTable, row: object): Promise<number> {
    const [inserted] = (await this.#insert(table, [row], ' returning id')).rows;
    if (inserted === undefined) throw new Error(`expected the row that was inserted into ${table}`);
    return inserted.id;
  }

  /** PostgreSQL numbers rows in the order of `values`. */
  async insertAll(table: NumberedTable, rows: readonly object[]): Promise<number[]> {
    const results = await Promise.all(
      partsOf(rows).map((part) => this.#insert(table, part, ' returning id')),
    );
    return results.flatMap((result) =>
      result.rows.map(({ id }) => id).toSorted((one, other) => one - other),
    );
  }

  append(table: keyof Tables, rows: readonly object[]): void {
    for (const part of partsOf(rows)) {
      const appending = this.#insert(table, part);
      this.#appended.push(appending);
      // `commit` reports it.
      appending.catch(() => undefined);
    }
  }

  /** Rejects, having committed nothing, if an appended row could not be inserted. */
  async commit(): Promise<void> {
    const committing = this.send<never>('commit');
    const results = await Promise.all([committing, ...this.#appended]);
    // After a statement that failed PostgreSQL rolls back, whatever became of its error.
    if (results[0].command !== 'COMMIT') throw new Error('expected a transaction without errors');
  }

  /** For Kysely. */
  async execute<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    this.#onChange(topicsChangedBy(query), followersOf(query));
    const values = [...parameters];
    const { rows, rowCount } = await this.send<Row>({ text: sql, values });
    return rowCount === null ? { rows } : { rows, numAffectedRows: BigInt(rowCount) };
  }

  #run<Params extends object, Row>(query: PreparedQuery<Params, Row>, params: Params) {
    const { name, query: statement, bind, changes, concerns } = compiled(query);
    this.#onChange(changes, concerns);
    return this.send<Row>({ name, text: statement.sql, values: [...bind(params)] });
  }

  #insert(table: keyof Tables, rows: readonly object[], returning = '') {
    for (const row of rows)
      this.#onChange(topicsChangedByInsert(table), followersOfRow(table, row));
    const columns = Object.keys(rows[0] ?? {});
    const isOneRow = rows.length === 1;
    const text = `${insertText(table, columns, isOneRow)}${returning}`;
    const cells = rows.map((row): unknown[] => Object.values(row));
    const values = isOneRow ? cells.flat() : columns.map((_, at) => cells.map((row) => row[at]));
    return this.send<{ id: number }>({ name: nameOf(text), text, values });
  }

  /**
   * After a statement that failed PostgreSQL refuses those that were sent with it, and callers may hear of them first: they are told what
   * failed.
   */
  async send<Row>(
    query: string | pg.QueryConfig<unknown[]>,
  ): Promise<pg.QueryResult<Row & pg.QueryResultRow>> {
    this.#cork();
    try {
      return await this.#client.query<Row & pg.QueryResultRow>(query);
    } catch (error) {
      this.#failure ??= error;
      throw isAfterFailure(error) ? this.#failure : error;
    }
  }

  /** Holds back what is sent until the end of this turn's microtasks. */
  #cork(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    const { stream } = this.#client.connection;
    stream.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      stream.uncork();
    });
  }
}
